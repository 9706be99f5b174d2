import type { CallArgs, CallResult, TimelineEntry } from '../../shared/contract/contract.ts'
import {
  HISTORY_PAGE,
  type HistoryEntry,
  type HistoryPage,
  type HistoryQuery,
  type Milestones,
  type Shift,
  type Spread,
} from '../../shared/contract/history.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { type KnownStatus, progressOf, QUEUED_ACTIONS, targetOf } from '../../shared/order/lifecycle.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { lineIdsOf, notesOf, PART_OF_LINE } from '../../shared/order/order-changes.ts'
import type { OrderItem, OrderOption } from '../../shared/order/order-items.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { folded } from '../../shared/text/folded-text.ts'
import { createFormats } from '../../shared/text/formats.ts'
import { itemName } from '../../shared/text/visible-text.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { againOf, MARK_ENTRIES } from '../../shared/ticket/kitchen-marks.ts'
import { displayIdOf } from '../../shared/ticket/reduced-ticket.ts'
import { businessDate, businessDay } from '../../shared/time/business-day.ts'
import { promisedAtOf } from '../../shared/time/schedule.ts'
import type { Facts } from '../storage/facts.ts'
import type { ClockEntry, Ledger, OrderCache, OrderRecord, TimelineRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { documentOf } from './history-document.ts'
import { NO_STUCK_ORDERS, type StuckOrders } from './stuck-orders.ts'

const P90 = 0.9
const MEDIAN = 0.5

/** The smallest value that at least this share of the values does not exceed (nearest rank). */
const nearestRank = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0

export function spreadOf(durations: readonly number[]): Spread | undefined {
  if (durations.length === 0) return undefined
  const sorted = durations.toSorted((a, b) => a - b)
  return { count: sorted.length, medianMs: nearestRank(sorted, MEDIAN), p90Ms: nearestRank(sorted, P90) }
}

const spans = (
  entries: readonly HistoryEntry[],
  from: (milestones: Milestones) => number | undefined,
  until: (milestones: Milestones) => number | undefined,
): readonly number[] =>
  entries.flatMap(({ milestones }) => {
    const [begin, end] = [from(milestones), until(milestones)]
    return begin === undefined || end === undefined ? [] : [Math.max(0, end - begin)]
  })

/** The figures of a shift, computed from its orders. Durations leave out cancelled orders. */
export function shiftFigures(entries: readonly HistoryEntry[], from: number): Shift {
  const worked = entries.filter(({ status }) => status !== 'CANCELLED')
  const promised = worked.flatMap(({ promisedAt, milestones: { readyAt } }) =>
    promisedAt === undefined || readyAt === undefined ? [] : [readyAt <= promisedAt],
  )
  return {
    from,
    orders: entries.length,
    cancelled: entries.length - worked.length,
    accept: spreadOf(
      spans(
        worked,
        ({ receivedAt }) => receivedAt,
        ({ acceptedAt }) => acceptedAt,
      ),
    ),
    prepare: spreadOf(
      spans(
        worked,
        ({ acceptedAt }) => acceptedAt,
        ({ readyAt }) => readyAt,
      ),
    ),
    ready: spreadOf(
      spans(
        worked,
        ({ receivedAt }) => receivedAt,
        ({ readyAt }) => readyAt,
      ),
    ),
    onTime: { kept: promised.filter(Boolean).length, promised: promised.length },
  }
}

type Entry = { readonly at: number; readonly kind: string; readonly detail?: string | undefined }

/** By kind of an entry, the kind of the entry that withdraws it. */
const WITHDRAWALS = {
  tapped: 'undone',
  confirmed: 'confirmation-withdrawn',
  cancelled: 'cancellation-withdrawn',
} as const

/** The entries of one kind that still hold. A tap and its proof are withdrawn by their action, a cancellation has no other subject. */
function standing(timeline: readonly Entry[], kind: keyof typeof WITHDRAWALS): readonly Entry[] {
  const entries: Entry[] = []
  for (const entry of timeline) {
    if (entry.kind === kind) entries.push(entry)
    if (entry.kind !== WITHDRAWALS[kind]) continue
    const last = entries.findLastIndex(({ detail }) => kind === 'cancelled' || detail === entry.detail)
    if (last !== -1) entries.splice(last, 1)
  }
  return entries
}

/**
 * When an order took a step. If a read proved a tap, the time of the tap. Otherwise the time of the first read that
 * showed the step, provided that an earlier read showed the order before it. `CONCLUDED` shows no step: a cancelled order is archived
 * as well. For an order that was past the step when it was first seen: `undefined`.
 */
function stepAt(
  timeline: readonly Entry[],
  taps: readonly Entry[],
  proofs: readonly Entry[],
  targets: readonly [first: KnownStatus, ...further: KnownStatus[]],
): number | undefined {
  const actions = QUEUED_ACTIONS.filter((action) => targets.includes(targetOf(action)))
  const proven = taps.find(
    (tap) =>
      actions.some((action) => action === tap.detail) &&
      proofs.some((proof) => proof.detail === tap.detail && proof.at >= tap.at),
  )
  if (proven) return proven.at
  const wanted = progressOf(targets[0]) ?? 0
  const reads = timeline.flatMap((entry) => {
    const isShown = entry.kind === 'read' && entry.detail !== 'CONCLUDED'
    const progress = isShown ? progressOf(entry.detail ?? '') : undefined
    return progress === undefined ? [] : [{ at: entry.at, progress }]
  })
  const reached = reads.findIndex(({ progress }) => progress >= wanted)
  return reached > 0 ? reads[reached]?.at : undefined
}

/** The durations of an order's steps, by its timeline. Pure; times as in the timeline. */
export function milestonesOf(timeline: readonly Entry[], firstSeenAt: number): Milestones {
  const taps = standing(timeline, 'tapped')
  const proofs = standing(timeline, 'confirmed')
  const first = (kind: string): number | undefined => timeline.find((entry) => entry.kind === kind)?.at
  return {
    receivedAt: first('received') ?? firstSeenAt,
    shownAt: first('shown'),
    rungAt: first('rang'),
    tappedAt: taps[0]?.at,
    sentAt: first('sent'),
    confirmedAt: proofs[0]?.at,
    acceptedAt: stepAt(timeline, taps, proofs, ['CONFIRMED']),
    readyAt: stepAt(timeline, taps, proofs, ['READY']),
    handedOverAt: stepAt(timeline, taps, proofs, ['IN_DELIVERY', 'DELIVERED']),
    cancelledAt: standing(timeline, 'cancelled')[0]?.at,
  }
}

/** Finished orders, whatever their day, that can be put back on the board. */
const RECALL_DEPTH = 50
const DAYS_OF_RECALL = 7

type HistoryEntriesParts = {
  readonly stuck?: StuckOrders | undefined
  readonly ledger: Pick<Ledger, 'ordersSeen' | 'timeline'> & {
    readonly facts: { readonly recalled: Pick<Facts['recalled'], 'get'> }
  }
  readonly cache: Pick<OrderCache, 'body'>
  readonly clock: Pick<Clock, 'platform'>
  readonly settings: () => Settings
}

/** For searching: a text for a person, folded. */
const searchForm = (text: string): string => folded(text).trim()

/** The options of an order, their groups and all notes. */
function optionTexts(options: readonly OrderOption[]): readonly string[] {
  return options.flatMap(({ name, optionGroupName = '', observations = '', options: inner }) => [
    name,
    optionGroupName,
    observations,
    ...optionTexts(inner),
  ])
}

type ItemWords = (item: OrderItem) => string

const itemWordsIn = ({ locale, dialect }: Settings): ItemWords => {
  const formats = createFormats(locale, dialect.money)
  const { unnamed } = LANGUAGES[locale].ticket
  return ({ quantity, unit, name }) =>
    `${formats.quantity(quantity === 'unreadable' ? undefined : quantity, unit)} ${itemName(name, unnamed)}`
}

const isAboutLine = ({ kind }: TimelineRecord): boolean =>
  kind === 'line-struck' || kind === 'line-restored' || kind === MARK_ENTRIES.again

/** The words of the line; of one that is made again with its reason as a code before them. */
function lineDetail({ kind, detail }: TimelineRecord, lines: ReadonlyMap<string, string>): string | undefined {
  const words = lines.get(detail?.split(PART_OF_LINE)[0] ?? '')
  const again = kind === MARK_ENTRIES.again ? againOf(detail) : undefined
  return again === undefined ? words : `${again.reason} ${words ?? ''}`
}

/** The lines of an order in words, by line id. Empty: the order cannot be read. */
function lineWords(body: unknown, wordsOf: ItemWords): ReadonlyMap<string, string> {
  const parsed = parseOrder(body)
  const items = parsed.ok ? parsed.order.items : []
  const lineIds = lineIdsOf(items)
  return new Map(items.map((item, index) => [lineIds[index] ?? '', wordsOf(item)]))
}

/** Whether the kitchen has finished the order. */
const isFinished = ({ status = '' }: OrderRecord): boolean => (progressOf(status) ?? 0) >= (progressOf('READY') ?? 0)

/** The orders of a business day, as the history shows them. Each call queries the rows. */
function createHistoryEntries(parts: HistoryEntriesParts) {
  const { ledger, cache, clock, settings, stuck = NO_STUCK_ORDERS } = parts
  const day = (daysAgo: number) => businessDay(clock.platform(), daysAgo)

  const recordsOf = (daysAgo: number): readonly OrderRecord[] => {
    const { from, until } = day(daysAgo)
    return ledger.ordersSeen(from, until)
  }
  const timelineOf = (orderId: string): readonly TimelineRecord[] => ledger.timeline(orderId)
  /** A timeline in words, each line with quantity and name. A line that is unknown has no name. */
  const timelineInWords = (orderId: string): readonly TimelineRecord[] => {
    const timeline = timelineOf(orderId)
    if (!timeline.some(isAboutLine)) return timeline
    const lines = lineWords(cache.body(orderId), itemWordsIn(settings()))
    return timeline.map((entry) => (isAboutLine(entry) ? { ...entry, detail: lineDetail(entry, lines) } : entry))
  }

  const lastFinished = (): ReadonlySet<string> => {
    const records = ledger.ordersSeen(day(DAYS_OF_RECALL).from, Number.MAX_SAFE_INTEGER).filter(isFinished)
    return new Set(records.slice(0, RECALL_DEPTH).map(({ orderId }) => orderId))
  }

  const entryOf = (
    record: OrderRecord,
    recalled: ReadonlySet<string>,
    canRecall: boolean,
    wordsOf: ItemWords,
  ): HistoryEntry => {
    const { orderId, status = '' } = record
    const parsed = parseOrder(cache.body(orderId))
    const order = parsed.ok ? parsed.order : undefined
    return {
      orderId,
      displayId: order?.displayId ?? displayIdOf(orderId),
      status,
      orderType: order?.fulfillment.orderType ?? '',
      customerName: order?.customer?.name,
      items: order?.items.map(wordsOf) ?? [],
      promisedAt: order && promisedAtOf(order, record.firstSeenAt),
      milestones: milestonesOf(timelineOf(orderId), record.firstSeenAt),
      recall: !isFinished(record) ? 'no' : recalled.has(orderId) ? 'recalled' : canRecall ? 'possible' : 'no',
    }
  }

  const entries = (daysAgo: number): readonly HistoryEntry[] => {
    const recalled = new Set(ledger.facts.recalled.get())
    const wordsOf = itemWordsIn(settings())
    const last = daysAgo === 0 ? undefined : lastFinished()
    return recordsOf(daysAgo).map((record) =>
      stuck.during(record.orderId, () => entryOf(record, recalled, last?.has(record.orderId) ?? true, wordsOf)),
    )
  }

  /** What the list does not show: options and notes. */
  const innerTexts = (orderId: string): readonly string[] => {
    const parsed = parseOrder(cache.body(orderId))
    return parsed.ok ? [...optionTexts(parsed.order.items), ...notesOf(parsed.order)] : []
  }

  const matchingEntries = (daysAgo: number, search: string): readonly HistoryEntry[] => {
    const wanted = searchForm(search)
    const all = entries(daysAgo)
    if (wanted === '') return all
    return all.filter(({ displayId, customerName, items, orderId }) =>
      [displayId, orderId, customerName ?? '', ...items, ...innerTexts(orderId)].some((text) =>
        searchForm(text).includes(wanted),
      ),
    )
  }

  return {
    /** Begin and end of a business day, epoch ms. */
    day,
    entries,
    /** The orders whose number, customer, items or id or options contain the text; all of them for an empty text. */
    matchingEntries,
    timelineInWords,
    /** Whether staff may put the order back on the board. */
    isRecallable: (record: OrderRecord): boolean =>
      isFinished(record) &&
      (recordsOf(0).some(({ orderId }) => orderId === record.orderId) || lastFinished().has(record.orderId)),
  }
}

/** Asks staff for a file and writes it; false when staff chose none. Rejects when the file cannot be written. */
export type SaveFile = (suggestedName: string, text: string) => Promise<boolean>

type HistoryParts = HistoryEntriesParts & {
  readonly ledger: Pick<Ledger, 'order' | 'recallOrder'>
  readonly clockLog: () => readonly ClockEntry[]
  readonly saveFile: SaveFile
  /** An order came back to the board or left it. */
  readonly onRecall: (orderId: string) => void
}

/** The calls of the history page. */
export function createHistory(parts: HistoryParts) {
  const { ledger, clock, settings, saveFile, onRecall } = parts
  const records = createHistoryEntries(parts)
  const { day, entries, matchingEntries, timelineInWords } = records

  return {
    timeline: (orderId: string): CallResult<TimelineEntry[]> =>
      ok(timelineInWords(orderId).map(({ at, kind, detail }) => ({ at, kind, detail }))),
    history({ daysAgo, search, page }: HistoryQuery): CallResult<HistoryPage> {
      const all = matchingEntries(daysAgo, search)
      const begin = page * HISTORY_PAGE
      return ok({ from: day(daysAgo).from, total: all.length, entries: all.slice(begin, begin + HISTORY_PAGE) })
    },
    recall(orderId: string, recalled: boolean): CallResult<null> {
      const record = ledger.order(orderId)
      if (!record) return fail('unknown-order', 'No such order')
      if (recalled && !records.isRecallable(record)) {
        return fail('not-offered', 'Only a finished, recent order comes back')
      }
      ledger.recallOrder(orderId, recalled, clock.platform())
      onRecall(orderId)
      return ok(null)
    },
    shift: (daysAgo: number): CallResult<Shift> => ok(shiftFigures(entries(daysAgo), day(daysAgo).from)),
    async exportHistory({
      daysAgo,
      search,
      format,
      orderId,
    }: CallArgs<'history:export'>): Promise<CallResult<{ saved: boolean }>> {
      const chosen = matchingEntries(daysAgo, search).filter(
        (entry) => orderId === undefined || entry.orderId === orderId,
      )
      const { from } = day(daysAgo)
      const content = documentOf(format, {
        from,
        exportedAt: clock.platform(),
        clock: parts.clockLog(),
        locale: settings().locale,
        shift: orderId === undefined ? shiftFigures(chosen, from) : undefined,
        orders: chosen.map((entry) => ({ entry, timeline: timelineInWords(entry.orderId) })),
      })
      const name = `comanda-${chosen.length === 1 ? (chosen[0]?.displayId ?? '') : businessDate(from)}`
      try {
        const saved = await saveFile(`${name.replaceAll(/[^\w-]/g, '_')}.${format}`, content)
        return ok({ saved })
      } catch (error) {
        return fail('storage', messageOf(error))
      }
    },
  }
}
