import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  WEBHOOK_PATH,
  type WebhookSettings,
  type WebhookStatus,
  type WebhookTrouble,
  type WebhookVerdict,
} from '../../shared/contract/webhook.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
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
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import {
  createSigningSecrets,
  type DeliveryJudgement,
  type DeliveryJudgeParts,
  formFaultOf,
  judgeDelivery,
  STATUS_OF,
} from './delivery.ts'

const LOOPBACK = '127.0.0.1'
const EVERY_ADDRESS = '0.0.0.0'

/**
 * SECURITY: webhook-limits (docs/security.md). One path, one method, few connections, small headers, short times: only
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

type ReceiverParts = DeliveryJudgeParts & {
  readonly settings: Pick<WebhookSettings, 'port' | 'bind'>
  readonly monotonicNow: () => number
  /** Called for every delivery, not for requests with another path or method. */
  readonly onJudged: (judgement: DeliveryJudgement & { readonly verdict: WebhookVerdict }) => void
  /** Called with a defect during the check; the request is answered 500. */
  readonly onDefect: (error: unknown) => void
}

type Receiver = { readonly port: number; close(): Promise<void> }

/** Starts to listen. A failure names a cause that the user can remove. */
async function startReceiver(parts: ReceiverParts): Promise<Result<Receiver, WebhookTrouble>> {
  const admission = createAdmission(createFloodGate(parts.monotonicNow, DELIVERIES))
  const server = createLimitedServer(LIMITS, (request, response) => {
    answer(request, response, parts, admission).catch((error: unknown) => {
      parts.onDefect(error)
      finish(request, response, 500)
    })
  })
  // No "100 Continue" for a body that is not wanted.
  server.on('checkContinue', (request, response) => finish(request, response, 417))
  const { port, bind } = parts.settings
  const listening = await listen(server, port, bind === 'lan' ? EVERY_ADDRESS : LOOPBACK)
  if (!listening.ok) return listening
  return ok({ port: listening.value, close: () => closeServer(server) })
}

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

function judge(request: IncomingMessage, parts: ReceiverParts, admission: Admission): Promise<DeliveryJudgement> {
  const verdict = formFaultOf(request)
  if (verdict !== undefined) return Promise.resolve({ verdict, fields: {} })
  return admission(request, () => judgeDelivery(request, parts))
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ReceiverParts,
  admission: Admission,
): Promise<void> {
  if (request.url?.split('?')[0] !== WEBHOOK_PATH) return finish(request, response, 404)
  if (request.method !== 'POST') return finish(request, response, 405, { Allow: 'POST' })
  const judgement = await judge(request, parts, admission)
  const { verdict, fields } = judgement
  if (verdict === 'gone') return
  const status = STATUS_OF[verdict]
  const isLater = status === 429 || status === 503
  finish(request, response, status, isLater ? { 'Retry-After': String(TOO_MANY_RETRY_S) } : {})
  parts.onJudged({ verdict, fields })
}

async function listen(server: Server, port: number, host: string): Promise<Result<number, WebhookTrouble>> {
  try {
    return ok(await listenExclusively(server, port, host))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return fail(troubleOf(code), `cannot listen: ${code}`)
  }
}

function troubleOf(code: string | undefined): WebhookTrouble {
  switch (code) {
    case 'EADDRINUSE':
      return 'port-in-use'
    case 'EACCES':
    case 'EPERM':
      return 'not-permitted'
    default:
      return 'failed'
  }
}

/** The optional receiver: listens according to the settings, and reports its status. */
export type Webhook = ReturnType<typeof createWebhook>

/** Verdicts of deliveries that the sender does not repeat. */
const TAKEN: ReadonlySet<WebhookVerdict> = new Set(['accepted', 'duplicate', 'unreadable'])

type Listening =
  | { readonly state: 'off' | 'starting' }
  | { readonly state: 'failed'; readonly trouble: WebhookTrouble }
  | { readonly state: 'listening'; readonly receiver: Receiver; readonly settings: WebhookSettings }

const OFF: WebhookSettings = { enabled: false, port: 0, bind: 'loopback' }

export function createWebhook(parts: {
  /** Stores the events of a genuine delivery. */
  readonly receive: Core['receiveDelivery']
  readonly connection: ConnectionSource
  readonly clock: { platform(): number; monotonic(): number }
  readonly log: Log
  /** IPv4 addresses of this machine that its network can reach. */
  readonly lanAddresses: () => readonly string[]
  /** How long the id of an event is kept. */
  readonly eventIdsKeptMs: number
}) {
  const { receive, connection, clock, log, lanAddresses, eventIdsKeptMs } = parts
  const secrets = createSigningSecrets(connection, clock.monotonic)
  let listening: Listening = { state: 'off' }
  let wanted: WebhookSettings = OFF
  let last: Promise<void> = Promise.resolve()
  let lastDelivery: WebhookStatus['lastDelivery']
  let accepted = 0
  let refused = 0
  const refuse = createRefusalLog(clock.monotonic, (refusal) => log.warn('delivery-refused', refusal))

  const onJudged = ({ verdict, fields }: DeliveryJudgement & { readonly verdict: WebhookVerdict }): void => {
    lastDelivery = { at: clock.platform(), verdict }
    if (TAKEN.has(verdict)) {
      accepted += 1
      log.info('delivery-taken', { outcome: verdict, ...fields })
    } else {
      refused += 1
      refuse(verdict)
    }
  }

  const applyWanted = async (): Promise<void> => {
    const { enabled, port, bind } = wanted
    if (listening.state === 'listening') {
      const { settings } = listening
      if (enabled && settings.port === port && settings.bind === bind) return
      await listening.receiver.close()
      log.info('webhook-closed')
    }
    listening = { state: 'off' }
    if (!enabled) return
    listening = { state: 'starting' }
    // Recorded before the first delivery, so that a later change of credentials is noticed.
    watchPromise(secrets(), log, 'webhook-secrets-not-read')
    const started = await startReceiver({
      settings: { port, bind },
      secrets,
      receive,
      monotonicNow: clock.monotonic,
      oldestAccepted: () => clock.platform() - eventIdsKeptMs,
      onJudged,
      onDefect: (error) => log.error('webhook-threw', { name: error instanceof Error ? error.name : typeof error }),
    })
    if (started.ok) {
      listening = { state: 'listening', receiver: started.value, settings: { enabled, port, bind } }
      log.info('webhook-listening', { kind: bind })
    } else {
      listening = { state: 'failed', trouble: started.code }
      log.error('webhook-not-listening', { code: started.code })
    }
  }

  const apply = (settings: WebhookSettings): Promise<void> => {
    wanted = settings
    last = last.then(applyWanted).catch((error: unknown) => {
      listening = { state: 'failed', trouble: 'failed' }
      log.error('webhook-threw', { name: error instanceof Error ? error.name : typeof error })
    })
    return last
  }

  return {
    /** Starts, moves or stops the server. Changes run one after the other; the last one decides. */
    apply,
    status: (): WebhookStatus => ({
      state: listening.state,
      ...(listening.state === 'failed' ? { trouble: listening.trouble } : {}),
      urls: listening.state === 'listening' ? urlsOf(listening.settings, listening.receiver.port, lanAddresses) : [],
      ...(lastDelivery === undefined ? {} : { lastDelivery }),
      accepted,
      refused,
    }),
    stop: (): Promise<void> => apply(OFF),
  }
}

function urlsOf({ bind }: WebhookSettings, port: number, lanAddresses: () => readonly string[]): string[] {
  const hosts = bind === 'lan' ? lanAddresses() : ['127.0.0.1']
  return hosts.map((host) => `http://${host}:${port}${WEBHOOK_PATH}`)
}
