import {
  WEBHOOK_PATH,
  type WebhookSettings,
  type WebhookStatus,
  type WebhookTrouble,
  type WebhookVerdict,
} from '../../shared/contract/webhook.ts'
import { assertNever } from '../../shared/result.ts'
import type { Core } from '../core/core.ts'
import { createRefusalLog } from '../listening/limited-server.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { DeliveryJudgement } from './delivery.ts'
import { createSigningSecrets } from './delivery.ts'
import { type Receiver, startReceiver } from './receiver.ts'

type WebhookParts = {
  /** Stores the events of a genuine delivery. */
  readonly receive: Core['receiveDelivery']
  readonly connection: ConnectionSource
  readonly clock: { platform(): number; monotonic(): number }
  readonly log: Log
  /** IPv4 addresses of this machine that its network can reach. */
  readonly lanAddresses: () => readonly string[]
  /** How long the id of an event is kept. */
  readonly eventIdsKeptMs: number
}

/** The optional receiver: listens according to the settings, and reports its status. */
export type Webhook = ReturnType<typeof createWebhook>

type Listening =
  | { readonly state: 'off' | 'starting' }
  | { readonly state: 'failed'; readonly trouble: WebhookTrouble }
  | { readonly state: 'listening'; readonly receiver: Receiver; readonly settings: WebhookSettings }

const OFF: WebhookSettings = { enabled: false, port: 0, bind: 'loopback' }

export function createWebhook({ receive, connection, clock, log, lanAddresses, eventIdsKeptMs }: WebhookParts) {
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
    if (isTaken(verdict)) {
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

function isTaken(verdict: WebhookVerdict): boolean {
  switch (verdict) {
    case 'accepted':
    case 'duplicate':
    case 'unreadable':
      return true
    case 'signature-missing':
    case 'signature-wrong':
    case 'outdated':
    case 'too-large':
    case 'too-many':
    case 'no-credentials':
    case 'storage':
      return false
    default:
      return assertNever(verdict)
  }
}
