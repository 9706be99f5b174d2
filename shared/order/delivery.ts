import { isPlainRecord } from '../is-record.ts'
import { parseBody } from '../json-body.ts'
import { parseInstant } from '../time/instant.ts'
import { parseEvent } from './event.ts'
import { elementsOf, namesOrder, slimEvent } from './event-page.ts'
import { membersOf } from './field-reader.ts'
import { foldedWord } from './vocabulary.ts'

/**
 * SECURITY: webhook-replay (docs/security.md). The id of an event is kept for this long; a recorded delivery would have its
 * effect again after that. The signature covers the time. Polling brings an event that a platform really sends so late.
 */
export const DELIVERY_MAX_AGE_MS = 72 * 3_600_000

/** What the body of a genuine delivery holds. */
export type Delivery =
  | { readonly kind: 'events'; readonly events: readonly unknown[] }
  /** `outdated`: all of its events are. `unreadable`: no event, and nothing that a platform sends to keep an address alive. */
  | { readonly kind: 'keep-alive' | 'outdated' | 'unreadable' }

/** Types of messages without an order, which a platform sends to find out whether the address answers. */
const KEEP_ALIVES: ReadonlySet<string> = new Set(['KEEPALIVE', 'PING', 'HEARTBEAT'])

const MAX_BLOCKS = 4

function isKeepAlive(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return KEEP_ALIVES.has(foldedWord(value))
  if (!isPlainRecord(value) || depth > MAX_BLOCKS) return false
  return isKeepAlive(membersOf(value)('eventType', 'fullCode', 'type', 'code', 'event', 'data'), depth + 1)
}

/**
 * Reads a delivery in every form that a page of a poll has, and to its end: what is left out would be lost with the answer.
 * Never throws.
 * @param now the platform's time in ms
 */
export function readDelivery(text: string, now: number): Delivery {
  const body = parseBody(text, null, 'bigint')
  const isJson = body.kind === 'json'
  const found = elementsOf(text, isJson ? body : { kind: 'unreadable' }, Number.POSITIVE_INFINITY) ?? []
  const sent = isJson || found.some(namesOrder) ? found : [text]
  if (!sent.some(namesOrder)) {
    const words = isJson ? [body.value, ...sent] : [text.trim()]
    return { kind: words.some((word) => isKeepAlive(word)) ? 'keep-alive' : 'unreadable' }
  }
  const events = sent.filter((event) => !isOutdated(event, now - DELIVERY_MAX_AGE_MS))
  return events.some(namesOrder) ? { kind: 'events', events } : { kind: 'outdated' }
}

/** The same with the known members of each event. */
export function readSlimDelivery(text: string, now: number): Delivery {
  const delivery = readDelivery(text, now)
  return delivery.kind === 'events' ? { ...delivery, events: delivery.events.map(slimEvent) } : delivery
}

function isOutdated(sent: unknown, oldest: number): boolean {
  const parsed = parseEvent(sent)
  const createdAt = parsed.ok ? parseInstant(parsed.event.createdAt) : undefined
  return createdAt !== undefined && createdAt < oldest
}
