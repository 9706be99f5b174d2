import { businessDay } from '../../shared/business-day.ts'
import { folded } from '../../shared/folded-text.ts'
import { createFormats } from '../../shared/formats.ts'
import type { HistoryEntry } from '../../shared/history.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { progressOf } from '../../shared/lifecycle.ts'
import { type OrderItem, type OrderOption, parseOrder } from '../../shared/order.ts'
import { lineIdsOf, notesOf, PART_OF_LINE } from '../../shared/order-changes.ts'
import { displayIdOf } from '../../shared/reduced-ticket.ts'
import { promisedAtOf } from '../../shared/schedule.ts'
import type { Settings } from '../../shared/settings.ts'
import { itemName } from '../../shared/visible-text.ts'
import type { Facts } from '../storage/facts.ts'
import type { Ledger, OrderCache, OrderRecord, TimelineRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { milestonesOf } from './milestones.ts'

/** Finished orders, whatever their day, that can be put back on the board. */
const RECALL_DEPTH = 50
const DAYS_OF_RECALL = 7

export type HistoryEntriesParts = {
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

const isAboutLine = ({ kind }: TimelineRecord): boolean => kind === 'line-struck' || kind === 'line-restored'

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
export function createHistoryEntries(parts: HistoryEntriesParts) {
  const { ledger, cache, clock, settings } = parts
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
    return timeline.map((entry) =>
      isAboutLine(entry) ? { ...entry, detail: lines.get(entry.detail?.split(PART_OF_LINE)[0] ?? '') } : entry,
    )
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
    return recordsOf(daysAgo).map((record) => entryOf(record, recalled, last?.has(record.orderId) ?? true, wordsOf))
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
