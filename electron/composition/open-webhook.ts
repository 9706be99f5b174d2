import { isDeepStrictEqual } from 'node:util'
import type { Spoken } from '../../shared/contract/platforms.ts'
import type { WebhookSettings } from '../../shared/contract/webhook.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Admit } from '../core/admission.ts'
import type { Core } from '../core/core.ts'
import { lanAddresses } from '../listening/limited-server.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { Dialect } from '../platform/dialects/dialect.ts'
import { dialectOf } from '../platform/dialects/dialects.ts'
import type { Clock } from '../sync/clock.ts'
import type { ReadDelivery } from '../webhook/delivery.ts'
import { createWebhook, type DeliveryDoor, type Webhook } from '../webhook/webhook-service.ts'

/** A connection whose platform delivers its events. */
export type DeliveredTo = {
  readonly slot: Slot
  readonly name: () => string
  readonly core: Pick<Core, 'receiveDelivery' | 'platformNow'>
  readonly admit: Admit
  readonly connection: ConnectionSource
  readonly spoken: () => Spoken
  readonly readDelivery: ReadDelivery
}

function doorOf({ slot, name, core, admit, connection, spoken, readDelivery }: DeliveredTo): DeliveryDoor {
  const dialect = (): Dialect => dialectOf({ spoken: spoken() })
  return {
    name,
    connection,
    platformNow: core.platformNow,
    form: () => dialect().deliveries,
    // The paths of the first are as they were before there were others.
    below: slot === 1 ? '' : `/${slot}`,
    readDelivery,
    // A delivery needs no PIN.
    receive: (events) =>
      admit('delivery', () => true) ?? core.receiveDelivery(dialect().toNeutralEvents?.(events) ?? events),
  }
}

/** Opens the receiver, which follows the settings of the kitchen. */
export function openWebhook(options: {
  readonly settings: Core['settings']
  /** The first one first; the same objects as long as the kitchen has them. */
  readonly connections: () => readonly DeliveredTo[]
  readonly clock: Clock
  readonly log: Log
}): Webhook {
  const { settings, connections, clock, log } = options
  const doors = new WeakMap<DeliveredTo, DeliveryDoor>()
  const knownDoor = (one: DeliveredTo): DeliveryDoor => {
    const door = doors.get(one) ?? doorOf(one)
    doors.set(one, door)
    return door
  }
  const webhook = createWebhook({ doors: () => connections().map(knownDoor), clock, log, lanAddresses })
  let applied: WebhookSettings | undefined
  const follow = (wanted: WebhookSettings): void => {
    if (isDeepStrictEqual(wanted, applied)) return
    applied = wanted
    watchPromise(webhook.apply(wanted), log, 'webhook-threw')
  }
  follow(settings.now().webhook)
  const unfollow = settings.onChange(({ webhook: next }) => follow(next))
  return {
    ...webhook,
    stop() {
      unfollow()
      return webhook.stop()
    },
  }
}
