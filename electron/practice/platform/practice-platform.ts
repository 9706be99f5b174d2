import { randomInt, randomUUID } from 'node:crypto'
import type { WireEvent } from './interface.ts'
import { createOrderModel } from './model.ts'
import { createHostOf1, type PracticeCore, type Reply } from './open-delivery-1.ts'
import { createHostOf2, INVALID_CLIENT, NOT_FOUND, UNAUTHORIZED } from './open-delivery-2.ts'
import { makeOrder } from './order-factory.ts'
import { between, chance, type Random, seededRandom, shuffled } from './randomness.ts'
import { PRACTICE_SCRIPTS, type PracticeScript, playScript, REALISTIC_DELAYS } from './scripts.ts'

const ROOT = '/practice/od/v2'
const ROOT_OF_1 = '/practice-1'
const ORIGIN = 'http://practice.invalid'
const MERCHANT = { id: 'loja-pinheiros', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }
const EVENTS_PER_PAGE = 1000
const TOKEN_LIFETIME_SECONDS = 3600
/** Number of acknowledged events that a repeated page contains. */
const OLD_EVENTS = 20

/** A script, or the name of one. */
export type ChosenScript = PracticeScript | keyof typeof PRACTICE_SCRIPTS

/** The events that were published and not acknowledged. */
function createEvents({ repeatedPages }: PracticeScript, random: Random) {
  const pending = new Map<string, WireEvent>()
  const acknowledged: WireEvent[] = []
  return {
    publish: (event: WireEvent): void => void pending.set(event.eventId, event),
    page(): readonly WireEvent[] {
      const page = [...pending.values()].slice(0, EVENTS_PER_PAGE)
      return repeatedPages !== undefined && chance(random, repeatedPages)
        ? shuffled(random, [...page, ...page, ...page, ...acknowledged])
        : page
    },
    acknowledge(ids: readonly string[]): void {
      for (const id of ids) {
        const event = pending.get(id)
        if (event !== undefined) acknowledged.push(event)
        if (acknowledged.length > OLD_EVENTS) acknowledged.shift()
        pending.delete(id)
      }
    },
  }
}

/**
 * An order platform with one shop, as a function without sockets. It plays the script and answers the calls of a client.
 * @param machineNow this computer's clock, milliseconds since 1970
 */
export function createPracticePlatform(chosen: ChosenScript, machineNow: () => number) {
  const script: PracticeScript = typeof chosen === 'string' ? PRACTICE_SCRIPTS[chosen] : chosen
  const random = seededRandom(script.seed ?? randomInt(2 ** 32))
  const clientId = randomUUID()
  const clientSecret = randomUUID()
  const token = randomUUID()
  const begunAt = machineNow()
  const sourceAppId = randomUUID()
  const { confirmDeadlineMs, outage } = script
  const events = createEvents(script, random)
  const model = createOrderModel({
    now: machineNow,
    random,
    publish: (_order, event) => events.publish(event),
    cancellation: { answer: 'accept', delayMs: 3_000 },
    automaticDelays: REALISTIC_DELAYS,
    ...(confirmDeadlineMs === undefined ? {} : { confirmDeadlineMs }),
  })
  playScript(
    {
      ...model,
      random,
      place(request) {
        const at = model.now() - (request.backdateMs ?? 0)
        const order = makeOrder(request, { random, at, merchant: MERCHANT, sourceAppId })
        return model.place(order, { deliveryCode: String(between(random, 100_000, 999_999)), ...request })
      },
    },
    script,
  )
  const core: PracticeCore = {
    ...model,
    waiting() {
      model.runDueActions()
      return events.page()
    },
    acknowledge: events.acknowledge,
  }
  const hosts = new Map([
    [ROOT, createHostOf2(core)],
    [ROOT_OF_1, createHostOf1(core, `${ORIGIN}${ROOT_OF_1}`)],
  ])

  function issueToken(form: URLSearchParams): Reply {
    const isKnown = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (!isKnown) return INVALID_CLIENT
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFETIME_SECONDS } }
  }

  function answer({ pathname, searchParams }: URL, headers: Headers, text: string): Reply {
    const [root, host] = [...hosts].find(([one]) => pathname.startsWith(`${one}/`)) ?? []
    if (root === undefined || host === undefined) return NOT_FOUND
    const path = pathname.slice(root.length)
    if (path === '/oauth/token') return issueToken(new URLSearchParams(text))
    if (headers.get('authorization') !== `Bearer ${token}`) return UNAUTHORIZED
    return host(path, searchParams, text === '' ? undefined : JSON.parse(text))
  }

  return {
    apiUrl: `${ORIGIN}${ROOT}`,
    /** The same shop, spoken to in Open Delivery 1.x. */
    apiUrlOf1: `${ORIGIN}${ROOT_OF_1}`,
    clientId,
    clientSecret,
    /** Takes and gives what the standard `fetch` does; bodies are texts. */
    async fetch(address: string, init: RequestInit): Promise<Response> {
      init.signal?.throwIfAborted()
      const sinceMs = machineNow() - begunAt
      if (outage !== undefined && sinceMs >= outage.atMs && sinceMs < outage.atMs + outage.forMs) {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' }) })
      }
      const { status, body } = answer(new URL(address), new Headers(init.headers), String(init.body ?? ''))
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json; charset=utf-8', date: new Date(model.now()).toUTCString() },
      })
    },
  }
}
