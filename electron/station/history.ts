import { businessDate, businessDay } from '../../shared/business-day.ts'
import type { CallArgs, CallResult, TimelineEntry } from '../../shared/contract.ts'
import { createFormats } from '../../shared/formats.ts'
import {
  HISTORY_PAGE,
  type HistoryEntry,
  type HistoryPage,
  type HistoryQuery,
  type Shift,
} from '../../shared/history.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { progressOf } from '../../shared/lifecycle.ts'
import { type OrderItem, parseOrder } from '../../shared/order.ts'
import { displayIdOf } from '../../shared/reduced-ticket.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { promisedAtOf } from '../../shared/schedule.ts'
import type { Settings } from '../../shared/settings.ts'
import { lineIdOf } from '../../shared/ticket-content.ts'
import { itemName } from '../../shared/visible-text.ts'
import type { Ledger, OrderCache, OrderRecord, TimelineRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

import { documentOf } from './history-document.ts'
import { milestonesOf } from './milestones.ts'
import { shiftFigures } from './shift-figures.ts'

/** Finished orders, whatever their day, that can be put back on the board. */
const RECALL_DEPTH = 50
const DAYS_OF_RECALL = 7

/** Asks staff for a file and writes it; false when staff chose none. Rejects when the file cannot be written. */
export type SaveFile = (suggestedName: string, text: string) => Promise<boolean>

type HistoryParts = {
  readonly ledger: Pick<Ledger, 'ordersSeen' | 'order' | 'timeline' | 'recalledOrderIds' | 'recallOrder'>
  readonly cache: Pick<OrderCache, 'body'>
  readonly clock: Pick<Clock, 'platform'>
  readonly settings: () => Settings
  readonly clockLog: Ledger['clockLog']
  readonly saveFile: SaveFile
  /** An order came back to the board or left it. */
  readonly onRecall: (orderId: string) => void
}

export type History = {
  timeline(orderId: string): CallResult<TimelineEntry[]>
  history(query: HistoryQuery): CallResult<HistoryPage>
  recall(orderId: string, recalled: boolean): CallResult<null>
  shift(daysAgo: number): CallResult<Shift>
  exportHistory(wanted: CallArgs<'history:export'>): Promise<CallResult<{ saved: boolean }>>
}

/** For searching: lower case, without accents. */
const searchForm = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

type ItemWords = (item: OrderItem) => string

const itemWordsIn = ({ locale, dialect }: Settings): ItemWords => {
  const formats = createFormats(locale, dialect.money)
  const { unnamed } = LANGUAGES[locale].ticket
  return ({ quantity, unit, name }) => `${formats.quantity(quantity, unit)} ${itemName(name, unnamed)}`
}

const isAboutLine = ({ kind }: TimelineRecord): boolean => kind === 'line-struck' || kind === 'line-restored'

/** The lines of an order in words, by line id. Empty: the order cannot be read. */
function lineWords(body: unknown, wordsOf: ItemWords): ReadonlyMap<string, string> {
  const parsed = parseOrder(body)
  const items = parsed.ok ? parsed.order.items : []
  return new Map(items.map((item, index) => [lineIdOf(item, index), wordsOf(item)]))
}

const isRecallable = ({ status = '' }: OrderRecord): boolean => (progressOf(status) ?? 0) >= (progressOf('READY') ?? 0)

/** The orders and events of a business day. Each call queries the rows. */
export function createHistory(parts: HistoryParts): History {
  const { ledger, cache, clock, settings, saveFile, onRecall } = parts
  const day = (daysAgo: number) => businessDay(clock.platform(), daysAgo)

  const recordsOf = (daysAgo: number): readonly OrderRecord[] => {
    const { from, until } = day(daysAgo)
    return ledger.ordersSeen(from, until)
  }
  const timelineOf = (orderId: string): readonly TimelineRecord[] => ledger.timeline(orderId)
  /** A timeline in words, each line with quantity and name. A line that is unknown has no name. */
  const storyOf = (orderId: string): readonly TimelineRecord[] => {
    const story = timelineOf(orderId)
    if (!story.some(isAboutLine)) return story
    const lines = lineWords(cache.body(orderId), itemWordsIn(settings()))
    return story.map((entry) => (isAboutLine(entry) ? { ...entry, detail: lines.get(entry.detail ?? '') } : entry))
  }

  const lastFinished = (): ReadonlySet<string> => {
    const records = ledger.ordersSeen(day(DAYS_OF_RECALL).from, Number.MAX_SAFE_INTEGER).filter(isRecallable)
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
      promisedAt: order && promisedAtOf(order),
      milestones: milestonesOf(timelineOf(orderId), record.firstSeenAt),
      recall: !isRecallable(record) ? 'no' : recalled.has(orderId) ? 'recalled' : canRecall ? 'possible' : 'no',
    }
  }

  const entries = (daysAgo: number): readonly HistoryEntry[] => {
    const recalled = new Set(ledger.recalledOrderIds())
    const wordsOf = itemWordsIn(settings())
    const last = daysAgo === 0 ? undefined : lastFinished()
    return recordsOf(daysAgo).map((record) => entryOf(record, recalled, last?.has(record.orderId) ?? true, wordsOf))
  }

  const matchingEntries = (daysAgo: number, search: string): readonly HistoryEntry[] => {
    const wanted = searchForm(search)
    const all = entries(daysAgo)
    if (wanted === '') return all
    return all.filter(({ displayId, customerName, items, orderId }) =>
      [displayId, orderId, customerName ?? '', ...items].some((text) => searchForm(text).includes(wanted)),
    )
  }

  return {
    timeline: (orderId) => ok(storyOf(orderId).map(({ at, kind, detail }) => ({ at, kind, detail }))),
    history({ daysAgo, search, page }) {
      const all = matchingEntries(daysAgo, search)
      const begin = page * HISTORY_PAGE
      return ok({ from: day(daysAgo).from, total: all.length, entries: all.slice(begin, begin + HISTORY_PAGE) })
    },
    recall(orderId, recalled) {
      const record = ledger.order(orderId)
      if (!record) return fail('unknown-order', 'No such order')
      if (recalled) {
        const isRecent = recordsOf(0).some((one) => one.orderId === orderId) || lastFinished().has(orderId)
        if (!isRecallable(record) || !isRecent) return fail('not-offered', 'Only a finished, recent order comes back')
      }
      ledger.recallOrder(orderId, recalled, clock.platform())
      onRecall(orderId)
      return ok(null)
    },
    shift: (daysAgo) => ok(shiftFigures(entries(daysAgo), day(daysAgo).from)),
    async exportHistory({ daysAgo, search, format, orderId }) {
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
        orders: chosen.map((entry) => ({ entry, story: storyOf(entry.orderId) })),
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
