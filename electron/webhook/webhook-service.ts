import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type {
  Deliveries,
  WebhookSettings,
  WebhookStatus,
  WebhookTrouble,
  WebhookVerdict,
} from '../../shared/contract/webhook.ts'
import type { Core } from '../core/core.ts'
import {
  addressOf,
  closeServer,
  createFloodGate,
  createLimitedServer,
  createRefusalLog,
  type FloodGate,
  type FloodRule,
  finish,
  listenExclusively,
  type ServerLimits,
} from '../listening/limited-server.ts'
import { type Log, type LogFields, watchPromise } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { DeliveryForm } from '../platform/dialects/dialect.ts'
import {
  createSigningSecrets,
  type DeliveryJudgement,
  formFaultOf,
  isTaken,
  judgeDelivery,
  REFUSED_WITH,
  type ReadDelivery,
  type SigningSecrets,
} from './delivery.ts'

const LOOPBACK = '127.0.0.1'
const EVERY_ADDRESS = '0.0.0.0'

/**
 * SECURITY: webhook-limits (docs/security.md). One path for each connection, one method, few connections, small headers, short times: only
 * Node's own server is between the network and the check of the signature.
 */
const LIMITS: ServerLimits = {
  maxHeaderBytes: 8_192,
  headersMs: 2_000,
  requestMs: 5_000,
  keepAliveMs: 2_000,
  idleMs: 3_000,
  requestsPerConnection: 1_000,
  /** All deliveries of a tunnel come from one address, so one address may have half of the connections. */
  connections: { perAddress: 128, total: 256 },
}
/** Far above the deliveries of one credential, far below the load that one core notices. */
const DELIVERIES: FloodRule = { burst: 100, perSecond: 50 }
/** Reading and hashing a body up to this size costs no more than refusing it. */
const SMALL_BODY_BYTES = 16_384
/** Larger bodies that are read at a time: they are in memory meanwhile. */
const MAX_LARGE_BODIES = 8
const TOO_MANY_RETRY_S = 5

/** Whether the body of a request is read at all. */
type Admission = (request: IncomingMessage, work: () => Promise<DeliveryJudgement>) => Promise<DeliveryJudgement>

/**
 * Small bodies are always checked, so that a flood costs no genuine delivery. Large bodies, and those of unknown length, are
 * limited: few at a time, and as many as the flood gate of their address allows. Each of them and each forgery is charged.
 */
function createAdmission(gate: FloodGate): Admission {
  let largeBodies = 0
  return async (request, work) => {
    const address = addressOf(request.socket)
    const isLarge = !(Number(request.headers['content-length']) <= SMALL_BODY_BYTES)
    if (isLarge) {
      if (largeBodies >= MAX_LARGE_BODIES || !gate.isOpen(address)) return { verdict: 'too-many', fields: {} }
      gate.charge(address)
      largeBodies += 1
    }
    try {
      const judgement = await work()
      if (judgement.verdict === 'signature-wrong') gate.charge(address)
      return judgement
    } finally {
      if (isLarge) largeBodies -= 1
    }
  }
}

/** A cause that the user can remove. */
function troubleOf(error: unknown): WebhookTrouble {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'port-in-use'
  return code === 'EACCES' || code === 'EPERM' ? 'not-permitted' : 'failed'
}

/** The optional receiver: listens according to the settings, and reports its status. */
export interface Webhook {
  /** Starts, moves or stops the server. Changes run one after the other; the last one decides. */
  apply(settings: WebhookSettings): Promise<void>
  status(): WebhookStatus
  stop(): Promise<void>
}

type Listening =
  | { readonly state: 'off' | 'starting' }
  | { readonly state: 'failed'; readonly trouble: WebhookTrouble }
  | { readonly state: 'listening'; readonly server: Server; readonly port: number; readonly settings: WebhookSettings }

const OFF: WebhookSettings = { enabled: false, port: 0, bind: 'loopback' }

/** The way in for the deliveries of one connection. The same object as long as the kitchen has the connection. */
export type DeliveryDoor = {
  /** Of the connection. */
  readonly name: () => string
  readonly form: () => DeliveryForm
  /** What its paths begin with. No other door has it. */
  readonly below: string
  /** Its secret signs the deliveries. */
  readonly connection: ConnectionSource
  /** Stores the events of a genuine delivery. */
  readonly receive: Core['receiveDelivery']
  readonly readDelivery: ReadDelivery
  /** Epoch ms of the platform's clock. */
  readonly platformNow: () => number
}

type WebhookOptions = {
  /** One for each connection, the first one first. */
  readonly doors: () => readonly DeliveryDoor[]
  readonly clock: { platform(): number; monotonic(): number }
  readonly log: Log
  /** IPv4 addresses of this machine that its network can reach. */
  readonly lanAddresses: () => readonly string[]
}

const hasPath = ({ form, below }: DeliveryDoor, path: string): boolean =>
  form().paths.some((one) => path === `${below}${one}`)

/** The deliveries of one door in this run. */
type Counts = Pick<Deliveries, 'lastDelivery' | 'accepted' | 'refused'>
type DoorState = { readonly door: DeliveryDoor; readonly secrets: SigningSecrets; counts: Counts }

/** Answers requests and counts deliveries. */
interface Receiver {
  /** A server that does not listen yet. */
  create(): Server
  logDefect(error: unknown): void
  /** Of each door. Its secret is recorded before its first delivery, so that a later change of credentials is noticed. */
  states(): readonly DoorState[]
}

const NO_DELIVERIES: Counts = { accepted: 0, refused: 0 }

function createReceiver({ doors, clock, log }: WebhookOptions): Receiver {
  const known = new WeakMap<DeliveryDoor, DoorState>()
  const refuse = createRefusalLog(clock.monotonic, (refusal) => log.warn('delivery-refused', refusal))

  const stateOf = (door: DeliveryDoor): DoorState => {
    const state = known.get(door) ?? {
      door,
      secrets: createSigningSecrets(door.connection, clock.monotonic),
      counts: NO_DELIVERIES,
    }
    if (!known.has(door)) watchPromise(state.secrets(), log, 'webhook-secrets-not-read')
    known.set(door, state)
    return state
  }
  const states = (): readonly DoorState[] => doors().map(stateOf)

  const record = (state: DoorState, verdict: WebhookVerdict, fields: LogFields): void => {
    const { accepted, refused } = state.counts
    const taken = isTaken(verdict)
    state.counts = {
      lastDelivery: { at: clock.platform(), verdict },
      accepted: accepted + (taken ? 1 : 0),
      refused: refused + (taken ? 0 : 1),
    }
    if (taken) log.info('delivery-taken', { outcome: verdict, ...fields })
    else refuse(verdict)
  }

  const judge = (request: IncomingMessage, { door, secrets }: DoorState, admission: Admission) => {
    const { form, readDelivery: read, receive, platformNow } = door
    const verdict = formFaultOf(request, form().signature)
    return verdict === undefined
      ? admission(request, () => judgeDelivery(request, { secrets, form, read, receive, platformNow }))
      : { verdict, fields: {} }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, admission: Admission): Promise<void> => {
    const path = request.url?.split('?')[0] ?? ''
    // The path alone decides whose delivery it is, and only the secret of that connection can sign it.
    const state = states().find(({ door }) => hasPath(door, path))
    if (state === undefined) return finish(request, response, 404)
    if (request.method !== 'POST') return finish(request, response, 405, { Allow: 'POST' })
    const { verdict, fields } = await judge(request, state, admission)
    if (verdict === 'gone') return
    const status = isTaken(verdict) ? state.door.form().takenStatus : REFUSED_WITH[verdict]
    const isLater = status === 429 || status === 503
    finish(request, response, status, isLater ? { 'Retry-After': String(TOO_MANY_RETRY_S) } : {})
    record(state, verdict, fields)
  }

  const logDefect = (error: unknown): void =>
    log.error('webhook-threw', { name: error instanceof Error ? error.name : typeof error })

  const create = (): Server => {
    const admission = createAdmission(createFloodGate(clock.monotonic, DELIVERIES))
    const server = createLimitedServer(LIMITS, (request, response) => {
      answer(request, response, admission).catch((error: unknown) => {
        logDefect(error)
        finish(request, response, 500)
      })
    })
    // No "100 Continue" for a body that is not wanted.
    server.on('checkContinue', (request, response) => finish(request, response, 417))
    return server
  }

  return { create, logDefect, states }
}

/** The deliveries of all doors together. */
function sumOf(all: readonly Counts[]): Counts {
  const [latest] = all.flatMap(({ lastDelivery }) => lastDelivery ?? []).toSorted((one, other) => other.at - one.at)
  const sum = (of: (counts: Counts) => number): number => all.reduce((before, counts) => before + of(counts), 0)
  return {
    ...(latest === undefined ? {} : { lastDelivery: latest }),
    accepted: sum(({ accepted }) => accepted),
    refused: sum(({ refused }) => refused),
  }
}

/**
 * The life of the receiver; changes of the settings run one after the other:
 *
 *     off ──switched on──▶ starting ──▶ listening ──another port or address──▶ closed ──▶ starting
 *      ▲                      └──port in use, not permitted──▶ failed ──settings change──▶ starting
 *      └──switched off, or the program ends── from each
 */
export function createWebhook(options: WebhookOptions): Webhook {
  const { log, lanAddresses } = options
  const receiver = createReceiver(options)
  let listening: Listening = { state: 'off' }
  let wanted: WebhookSettings = OFF
  let last: Promise<void> = Promise.resolve()

  const applyWanted = async (): Promise<void> => {
    const { enabled, port, bind } = wanted
    if (listening.state === 'listening') {
      const { settings } = listening
      if (enabled && settings.port === port && settings.bind === bind) return
      await closeServer(listening.server)
      log.info('webhook-closed')
    }
    listening = { state: 'off' }
    if (!enabled) return
    listening = { state: 'starting' }
    receiver.states()
    const server = receiver.create()
    try {
      const listensOn = await listenExclusively(server, port, bind === 'lan' ? EVERY_ADDRESS : LOOPBACK)
      listening = { state: 'listening', server, port: listensOn, settings: { enabled, port, bind } }
      log.info('webhook-listening', { kind: bind })
    } catch (error) {
      const trouble = troubleOf(error)
      listening = { state: 'failed', trouble }
      log.error('webhook-not-listening', { code: trouble })
    }
  }

  const urlsOf = (door: DeliveryDoor): string[] => {
    if (listening.state !== 'listening') return []
    const { port, settings } = listening
    const hosts = settings.bind === 'lan' ? lanAddresses() : [LOOPBACK]
    return hosts.map((host) => `http://${host}:${port}${door.below}${door.form().paths[0]}`)
  }

  const apply = (settings: WebhookSettings): Promise<void> => {
    wanted = settings
    last = last.then(applyWanted).catch((error: unknown) => {
      listening = { state: 'failed', trouble: 'failed' }
      receiver.logDefect(error)
    })
    return last
  }

  return {
    apply,
    status() {
      const connections = receiver
        .states()
        .map(({ door, counts }) => ({ name: door.name(), urls: urlsOf(door), ...counts }))
      return {
        state: listening.state,
        ...(listening.state === 'failed' ? { trouble: listening.trouble } : {}),
        urls: connections[0]?.urls ?? [],
        ...sumOf(connections),
        ...(connections.length > 1 ? { connections } : {}),
      }
    },
    stop: () => apply(OFF),
  }
}
