import { isDeepStrictEqual } from 'node:util'
import type { WebhookSettings } from '../../shared/webhook.ts'
import { lanAddresses } from '../listening/lan-addresses.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/watch-promise.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { Admit } from '../station/admission.ts'
import type { Station } from '../station/station-port.ts'
import { EVENT_IDS_KEPT_MS } from '../storage/retention.ts'
import type { Clock } from '../sync/clock.ts'
import { createWebhook, type Webhook } from '../webhook/webhook-service.ts'

export type OpenWebhookParts = {
  readonly station: Pick<Station, 'receiveDelivery' | 'settings'>
  readonly admit: Admit
  readonly connection: ConnectionSource
  readonly clock: Clock
  readonly log: Log
}

/** Opens the receiver, which follows the settings. */
export function openWebhook({ station, admit, connection, clock, log }: OpenWebhookParts): Webhook {
  const webhook = createWebhook({
    // A delivery needs no PIN.
    receive: (events) => admit('delivery', () => true) ?? station.receiveDelivery(events),
    connection,
    clock,
    log,
    lanAddresses,
    eventIdsKeptMs: EVENT_IDS_KEPT_MS,
  })
  let applied: WebhookSettings | undefined
  const follow = (settings: WebhookSettings): void => {
    if (isDeepStrictEqual(settings, applied)) return
    applied = settings
    watchPromise(webhook.apply(settings), log, 'webhook-threw')
  }
  follow(station.settings.now().webhook)
  const unfollow = station.settings.onChange(({ webhook: next }) => follow(next))
  return {
    ...webhook,
    stop() {
      unfollow()
      return webhook.stop()
    },
  }
}
