import type { Json } from './wire.ts'

/** One event for one credential. `body` is sent unchanged and may be malformed. */
export type QueuedEvent = {
  readonly body: Json
  /** Absent when the body has no id. Then the event can never be acknowledged. */
  readonly eventId: string | undefined
  readonly eventType: string | undefined
  readonly orderId: string | undefined
  readonly merchantId: string
  readonly publishedAt: number
  /** The platform drops the event after this number of deliveries. Absent: never. */
  readonly maxDeliveries: number | undefined
  deliveries: number
  lastDeliveredAt: number
  acknowledged: boolean
}

export type PageRequest = {
  readonly now: number
  readonly merchantIds: ReadonlySet<string>
  readonly eventTypes: ReadonlySet<string> | undefined
  readonly limit: number
}

export type AcknowledgedIds = {
  readonly accepted: readonly string[]
  /** Acknowledged before. This is no error. */
  readonly repeated: readonly string[]
  /** Published, but not yet delivered to this credential. */
  readonly neverDelivered: readonly string[]
  readonly unknown: readonly string[]
}

export type EventQueue = ReturnType<typeof createEventQueue>

/**
 * The queue of one credential. Each poll returns every event that is not acknowledged.
 * @param redeliverAfterMs how long a delivered event stays out of the next pages; 0 sends it again at once
 */
export function createEventQueue(redeliverAfterMs: number) {
  const pending = new Set<QueuedEvent>()
  const byId = new Map<string, QueuedEvent>()

  const settle = (event: QueuedEvent) => {
    event.acknowledged = true
    pending.delete(event)
  }

  return {
    publish(event: Omit<QueuedEvent, 'deliveries' | 'lastDeliveredAt' | 'acknowledged'>): void {
      const queued = { ...event, deliveries: 0, lastDeliveredAt: Number.NEGATIVE_INFINITY, acknowledged: false }
      pending.add(queued)
      if (queued.eventId !== undefined) byId.set(queued.eventId, queued)
    },

    /**
     * The next page. With `eventTypes`, events of other types are left out and marked as acknowledged, as platforms do, so
     * the client never receives them.
     */
    page(request: PageRequest): { readonly events: readonly QueuedEvent[]; readonly filteredOut: readonly string[] } {
      const events: QueuedEvent[] = []
      const filteredOut: string[] = []
      for (const event of pending) {
        if (events.length >= request.limit) break
        if (!request.merchantIds.has(event.merchantId)) continue
        if (request.now < event.lastDeliveredAt + redeliverAfterMs) continue
        if (request.eventTypes !== undefined && !request.eventTypes.has(event.eventType ?? '')) {
          settle(event)
          if (event.eventId !== undefined) filteredOut.push(event.eventId)
          continue
        }
        event.deliveries += 1
        event.lastDeliveredAt = request.now
        if (event.maxDeliveries !== undefined && event.deliveries >= event.maxDeliveries) settle(event)
        events.push(event)
      }
      return { events, filteredOut }
    },

    /** Sorts ids by what an acknowledgment of them means. Changes nothing. */
    sort(ids: readonly string[]): AcknowledgedIds {
      const accepted: string[] = []
      const repeated: string[] = []
      const neverDelivered: string[] = []
      const unknown: string[] = []
      for (const id of ids) {
        const event = byId.get(id)
        if (event === undefined) unknown.push(id)
        else if (event.deliveries === 0) neverDelivered.push(id)
        else if (event.acknowledged) repeated.push(id)
        else accepted.push(id)
      }
      return { accepted, repeated, neverDelivered, unknown }
    },

    acknowledge(ids: readonly string[]): void {
      for (const id of ids) {
        const event = byId.get(id)
        if (event !== undefined && event.deliveries > 0) settle(event)
      }
    },

    /** Acknowledged events. A platform with at-least-once delivery may send them again. */
    acknowledgedEvents(limit: number): readonly QueuedEvent[] {
      return [...byId.values()].filter((event) => event.acknowledged && event.deliveries > 0).slice(0, limit)
    },

    pending(): readonly QueuedEvent[] {
      return [...pending]
    },

    find: (eventId: string): QueuedEvent | undefined => byId.get(eventId),
  }
}
