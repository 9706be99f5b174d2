import { type AcknowledgedIds, createEventQueue, type EventQueue, type QueuedEvent } from './event-queue.ts'
import type { EventPage, ModelOptions, PollRequest } from './model-surface.ts'
import { EVENTS_PER_PAGE } from './vocabulary.ts'
import { isObject, type Json } from './wire.ts'

/** The event queues, one for each credential, and the calls of a client on its own queue. */
export function createEventCalls(model: {
  readonly options: Pick<ModelOptions, 'merchantsOf' | 'redeliverAfterMs'>
  readonly now: () => number
  /** Runs the scheduled actions that are due. */
  readonly runDueActions: () => void
}) {
  const { options, now, runDueActions } = model
  const queues = new Map<string, EventQueue>(
    [...options.merchantsOf.keys()].map((clientId) => [clientId, createEventQueue(options.redeliverAfterMs ?? 0)]),
  )

  /** Puts an event into the queue of each credential that may see the merchant. */
  function enqueue(
    merchantId: string,
    body: Json,
    shape: Pick<QueuedEvent, 'eventId' | 'eventType' | 'orderId' | 'maxDeliveries'>,
  ): void {
    for (const [clientId, merchants] of options.merchantsOf) {
      if (merchants.has(merchantId)) queues.get(clientId)?.publish({ ...shape, body, merchantId, publishedAt: now() })
    }
  }

  return {
    enqueue,

    /** Unacknowledged events of this credential, at most 1000. */
    poll(clientId: string, request: PollRequest = {}): EventPage {
      runDueActions()
      const queue = queues.get(clientId)
      if (queue === undefined) return { events: [], filteredOut: [] }
      return queue.page({
        now: now(),
        merchantIds:
          request.merchantIds === undefined
            ? (options.merchantsOf.get(clientId) ?? new Set())
            : new Set(request.merchantIds),
        eventTypes: request.eventTypes === undefined ? undefined : new Set(request.eventTypes),
        limit: Math.min(request.limit ?? EVENTS_PER_PAGE, EVENTS_PER_PAGE),
      })
    },

    /** Sorts ids by what an acknowledgment of them means. Acknowledges none. */
    sortIds(clientId: string, ids: readonly string[]): AcknowledgedIds {
      return queues.get(clientId)?.sort(ids) ?? { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
    },

    acknowledge(clientId: string, ids: readonly string[]): AcknowledgedIds {
      runDueActions()
      const queue = queues.get(clientId)
      if (queue === undefined) return { accepted: [], repeated: [], neverDelivered: [], unknown: ids }
      const sorted = queue.sort(ids)
      queue.acknowledge(sorted.accepted)
      return sorted
    },

    /**
     * Publishes any body, for example a malformed one. An event without an id can never be acknowledged: the platform
     * drops it after `maxDeliveries`, by default one.
     */
    publishRaw(body: Json, about: { readonly merchantId: string; readonly maxDeliveries?: number }): void {
      runDueActions()
      const field = (name: string): string | undefined => {
        const value = isObject(body) ? body[name] : undefined
        return typeof value === 'string' && value !== '' ? value : undefined
      }
      const eventId = field('eventId')
      const maxDeliveries = about.maxDeliveries ?? (eventId === undefined ? 1 : undefined)
      const shape = { eventId, eventType: field('eventType'), orderId: field('orderId'), maxDeliveries }
      enqueue(about.merchantId, body, shape)
    },

    /** The unacknowledged events of this credential. */
    pending(clientId: string): readonly QueuedEvent[] {
      runDueActions()
      return queues.get(clientId)?.pending() ?? []
    },
    /** The id of the order that an event names. Also finds malformed events. */
    orderOfEvent(eventId: string): string | undefined {
      for (const queue of queues.values()) {
        const event = queue.find(eventId)
        if (event !== undefined) return event.orderId
      }
      return undefined
    },
    acknowledgedEvents(clientId: string, limit: number): readonly QueuedEvent[] {
      return queues.get(clientId)?.acknowledgedEvents(limit) ?? []
    },
  }
}
