import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { CallResult } from '../../shared/contract/contract.ts'
import type { CustomersLink } from '../../shared/contract/customers-link.ts'
import type { Locale } from '../../shared/contract/settings.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { createFormats } from '../../shared/text/formats.ts'
import { customersBoardOf, type SeenReady, seenReady } from '../../shared/ticket/customers-board.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Freshness } from '../../shared/time/freshness.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { Fact } from '../storage/facts.ts'
import type { Clock } from '../sync/clock.ts'
import { type CustomersAnswer, type PageServer, startPageServer } from './page-server.ts'

/** The port after the port of the screens. */
const CUSTOMERS_PORT = 47_181
const EVERY_ADDRESS = '0.0.0.0'
/** Pause before the port is tried again: it may be free later. */
const RETRY_MS = 30_000
/** 80 bits, which cannot be guessed over a network, in characters that are easy to type and to distinguish. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const TOKEN_CHARACTERS = 16
const GROUP = 4

const linkSchema = z.object({
  token: z.string().regex(/^[a-z0-9-]{16,64}$/u),
  port: z.number().int().min(1).max(65_535),
})
type Link = z.infer<typeof linkSchema>

function newToken(): string {
  const characters = [...randomBytes(TOKEN_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '')
  return Array.from({ length: TOKEN_CHARACTERS / GROUP }, (_, group) =>
    characters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  ).join('-')
}

const readLink = (text: string | undefined): Link | undefined => linkSchema.safeParse(parseJsonText(text ?? '')).data

type LinkOptions = {
  /** The link as text; absent: none was made. */
  readonly store: Fact<string | undefined>
  readonly core: {
    readonly snapshot: () => { readonly freshness: Freshness; readonly settings: { readonly locale: Locale } }
    readonly tickets: () => readonly Ticket[]
  }
  /** Whether guarded calls are allowed now. */
  readonly isOpen: () => boolean
  readonly lanAddresses: () => readonly string[]
  readonly clock: Pick<Clock, 'monotonic' | 'platform' | 'setTimer'>
  readonly log: Log
}

type CustomersCalls = {
  'customers:status'(): CallResult<CustomersLink>
  /** Makes a new link; the previous one becomes invalid. */
  'customers:open-link'(): Promise<CallResult<CustomersLink>>
  'customers:close-link'(): Promise<CallResult<CustomersLink>>
}

/** The link to the customers' board, made and withdrawn in the settings of the main computer. */
export interface CustomersLinkService extends CustomersCalls {
  /** Listens if a link was made before. */
  start(): void
  stop(): Promise<void>
}

/** Makes the function that starts the server of the board's pages. */
function pagesOf({ core, clock }: LinkOptions): (token: string, port: number) => Promise<PageServer> {
  /** What the pages showed as ready. */
  let seen: SeenReady | undefined
  const answer = (): CustomersAnswer => {
    const { freshness, settings } = core.snapshot()
    const { checkedAt, state } = freshness
    const board = customersBoardOf(core.tickets())
    seen = seenReady(board.ready, seen)
    return {
      ...board,
      newest: seen.newest,
      time: createFormats(settings.locale, 'decimal').time(clock.platform()),
      ageMs: checkedAt === undefined ? null : Math.max(0, clock.platform() - checkedAt),
      isLate: state !== 'fresh',
    }
  }
  return (token, port) =>
    startPageServer({
      token,
      port,
      host: EVERY_ADDRESS,
      answer,
      locale: () => core.snapshot().settings.locale,
      monotonicNow: clock.monotonic,
    })
}

export function createCustomersLink(options: LinkOptions): CustomersLinkService {
  const { store, isOpen, lanAddresses, clock, log } = options
  const listenAt = pagesOf(options)
  let link = readLink(store.get())
  let server: PageServer | undefined
  let isStopped = false
  let cancelRetry = (): void => undefined
  /** Starting and stopping run one after the other. */
  const enqueue = createSerialQueue()

  const endServer = async (): Promise<void> => {
    cancelRetry()
    const ended = server
    server = undefined
    await ended?.close()
  }

  /** Listens at the port of the link, because the browser of the TV opens the same address again. */
  const resume = async (): Promise<void> => {
    if (isStopped || link === undefined || server !== undefined) return
    try {
      server = await listenAt(link.token, link.port)
      log.info('customers-link-open')
    } catch (error) {
      log.warn('customers-link-not-open', { error: messageOf(error) })
      cancelRetry = clock.setTimer(RETRY_MS, () => watchPromise(enqueue(resume), log, 'customers-link-failed'))
    }
  }

  const make = async (): Promise<CallResult<CustomersLink>> => {
    await endServer()
    const token = newToken()
    for (const port of new Set([link?.port ?? CUSTOMERS_PORT, CUSTOMERS_PORT, 0])) {
      try {
        server = await listenAt(token, port)
        break
      } catch (error) {
        log.warn('customers-link-not-open', { error: messageOf(error) })
      }
    }
    const made = { token, port: server?.port ?? CUSTOMERS_PORT }
    try {
      store.set(JSON.stringify(made))
    } catch (error) {
      await endServer()
      return fail('storage', messageOf(error))
    }
    link = made
    if (server === undefined) await resume()
    log.info('customers-link-made')
    return ok(statusNow())
  }

  const withdraw = async (): Promise<CallResult<CustomersLink>> => {
    // The server ends first, so that a disk that refuses writes does not keep the link open.
    await endServer()
    try {
      store.set(undefined)
    } catch (error) {
      return fail('storage', messageOf(error))
    }
    link = undefined
    log.info('customers-link-withdrawn')
    return ok(statusNow())
  }

  const statusNow = (): CustomersLink => {
    if (link === undefined) return { state: 'off', urls: [] }
    const { token, port } = link
    return {
      state: server === undefined ? 'failed' : 'on',
      urls: lanAddresses().map((address) => `http://${address}:${port}/${token}`),
    }
  }

  return {
    'customers:status': () => (isOpen() ? ok(statusNow()) : fail('locked', 'The PIN has to be entered first')),
    'customers:open-link': () => enqueue(make),
    'customers:close-link': () => enqueue(withdraw),
    start: () => watchPromise(enqueue(resume), log, 'customers-link-failed'),
    async stop() {
      isStopped = true
      await enqueue(endServer)
    },
  }
}
