import { parseJsonText } from '../../shared/json-text.ts'
import { type PlatformEvent, parseEvent } from '../../shared/order/event.ts'
import type { EventSource, Ledger, ReceivedEvent, ReceivedPage, UnreadableEvent } from '../storage/ports.ts'
import type { Clock } from './clock.ts'

/** Wire fields whose value is recorded: ids, types and times (Open Delivery v2, "Event"), never personal data. */
const DISCLOSED_FIELDS: ReadonlySet<string> = new Set([
  'eventId',
  'eventType',
  'orderId',
  'createdAt',
  'code',
  'sourceAppId',
  'id',
])
/** Matches ids, codes and times; no text that a person wrote. */
const PLAIN = /^[\w.:+-]{1,64}$/
const FIELD = /^[A-Za-z_]\w{0,39}$/
const MAX_MEMBERS = 20
const MAX_DEPTH = 4

function shape(value: unknown, name: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return DISCLOSED_FIELDS.has(name) ? value : '<number>'
  if (typeof value === 'bigint') return DISCLOSED_FIELDS.has(name) ? String(value) : '<number>'
  if (typeof value === 'string')
    return DISCLOSED_FIELDS.has(name) && PLAIN.test(value) ? value : `<text of ${value.length}>`
  if (depth >= MAX_DEPTH) return '<nested>'
  if (Array.isArray(value)) {
    const members = value.slice(0, MAX_MEMBERS).map((member) => shape(member, '', depth + 1))
    return value.length > MAX_MEMBERS ? [...members, `<${value.length - MAX_MEMBERS} more>`] : members
  }
  const members = Object.entries(Object(value))
  const shown = members.slice(0, MAX_MEMBERS).map(([key, member], index) => {
    const field = FIELD.test(key) ? key : `<field ${index + 1}>`
    return [field, shape(member, key, depth + 1)]
  })
  return Object.fromEntries(shown)
}

/**
 * Describes an element that is no event, for engineers: its fields, their types, and the ids among them.
 * SECURITY: personal-data (docs/security.md). It contains no text that may be a name, a phone or an address.
 */
export function describeShape(raw: unknown): string {
  return JSON.stringify(shape(parsedText(raw), '', 0))
}

/** A signed delivery that is no event arrives as text. */
function parsedText(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw
  const value = parseJsonText(raw)
  return value === undefined ? raw : value
}

/** Most unreadable elements of one page that are kept for diagnosis. */
const MAX_UNREADABLE = 50

function cancellationOf(metadata: PlatformEvent['metadata']): ReceivedEvent['metadata'] {
  // An empty text counts as absent.
  // Its one word says where the courier collects, in an event about that.
  const code = metadata?.code || metadata?.pickupArea || undefined
  const reason = metadata?.reason || undefined
  return code === undefined && reason === undefined ? undefined : { code, reason }
}

/** Most events in one transaction, of a page or of a delivery. Taps and windows are served between two transactions. */
export const EVENTS_AT_ONCE = 250

type Sorted = { readonly events: readonly ReceivedEvent[]; readonly unreadable: readonly UnreadableEvent[] }

/**
 * Sorts a page into events and unreadable elements. An unreadable element with an id is stored as an event as well: it
 * is acknowledged, so that it does not come again.
 */
export function sortPage(page: readonly unknown[]): Sorted {
  const events: ReceivedEvent[] = []
  const unreadable: UnreadableEvent[] = []
  for (const raw of page) {
    const parsed = parseEvent(raw)
    const numeric = parsed.numericIds === undefined ? {} : { numericIds: parsed.numericIds }
    if (parsed.ok) {
      const { eventId, eventType, orderId, createdAt, metadata } = parsed.event
      events.push({
        eventId,
        orderId,
        eventType,
        createdAt,
        metadata: cancellationOf(metadata),
        problem: undefined,
        ...numeric,
      })
    } else if (parsed.eventId !== undefined) {
      events.push({
        eventId: parsed.eventId,
        orderId: undefined,
        eventType: 'UNREADABLE',
        createdAt: undefined,
        metadata: undefined,
        problem: parsed.reason,
        ...numeric,
      })
    } else if (unreadable.length < MAX_UNREADABLE) {
      unreadable.push({ raw: describeShape(raw), problem: parsed.reason, orderId: parsed.orderId })
    }
  }
  return { events, unreadable }
}

/**
 * Makes what the platform sent durable in one transaction; duplicates have no effect. Returns the orders that now have
 * to be read. Throws what the storage throws; then nothing may be acknowledged.
 */
export function receivePage(
  ledger: Pick<Ledger, 'receiveEvents'>,
  page: readonly unknown[],
  source: EventSource,
  at: number,
  /** When the poll began. */
  askedAt?: number,
): ReceivedPage {
  const { events, unreadable } = sortPage(page)
  return ledger.receiveEvents(events, unreadable, source, at, askedAt)
}

/**
 * Receives the events of a poll in parts, with a turn of the event loop between two. Events of a part that fails are not
 * acknowledged, so they come again.
 * @param askedAt when the poll began
 */
export async function receiveInParts(
  {
    ledger,
    clock,
    signal,
  }: {
    readonly ledger: Pick<Ledger, 'receiveEvents'>
    readonly clock: Pick<Clock, 'platform' | 'setTimer'>
    readonly signal: AbortSignal
  },
  events: readonly unknown[],
  askedAt: number,
): Promise<ReceivedPage> {
  const receive = (from: number): ReceivedPage =>
    receivePage(ledger, events.slice(from, from + EVENTS_AT_ONCE), 'poll', clock.platform(), askedAt)
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimer(0, resolve)
    })
  let page = receive(0)
  for (let from = EVENTS_AT_ONCE; from < events.length; from += EVENTS_AT_ONCE) {
    await turn()
    if (signal.aborted) break
    const part = receive(from)
    page = {
      freshOrderIds: [...new Set([...page.freshOrderIds, ...part.freshOrderIds])],
      freshEvents: page.freshEvents + part.freshEvents,
      droppedOrderIds: [...page.droppedOrderIds, ...part.droppedOrderIds],
      cameAgain: (page.cameAgain ?? 0) + (part.cameAgain ?? 0),
    }
  }
  return page
}
