import type { CallArgs, CallResult, TimelineEntry } from '../../shared/contract/contract.ts'
import {
  HISTORY_PAGE,
  type HistoryEntry,
  type HistoryPage,
  type HistoryQuery,
  type Shift,
  type ShiftQuery,
} from '../../shared/contract/history.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { cancelCodeOf, isLate, milestonesOf } from '../../shared/history/milestones.ts'
import { progressOf } from '../../shared/order/lifecycle.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { notesOf } from '../../shared/order/order-changes.ts'
import type { OrderOption } from '../../shared/order/order-items.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { channelWord } from '../../shared/text/channel-word.ts'
import { folded } from '../../shared/text/folded-text.ts'
import { isVisible } from '../../shared/text/visible-text.ts'
import { displayIdOf } from '../../shared/ticket/reduced-ticket.ts'
import { businessDate, businessDay } from '../../shared/time/business-day.ts'
import { promisedAtOf } from '../../shared/time/schedule.ts'
import { mapInTurns } from '../liveness/turns.ts'
import type { Facts } from '../storage/facts.ts'
import type { ClockEntry, Ledger, OrderCache, OrderRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { documentOf } from './history-document.ts'
import { createTimelineWords, type ItemWords, itemWordsIn } from './order-timeline.ts'
import { createShiftFigures, ORDERS_IN_A_TURN, type ShiftParts } from './shift-figures.ts'
import { NO_STUCK_ORDERS, type StuckOrders } from './stuck-orders.ts'

/** Finished orders, whatever their day, that can be put back on the board. */
const RECALL_DEPTH = 50
const DAYS_OF_RECALL = 7

type HistoryEntriesParts = {
  readonly stuck?: StuckOrders | undefined
  readonly ledger: Pick<Ledger, 'ordersSeen' | 'timeline' | 'tapsOf'> & {
    readonly facts: { readonly recalled: Pick<Facts['recalled'], 'get'> }
  }
  readonly cache: Pick<OrderCache, 'body'>
  readonly clock: Pick<Clock, 'platform'>
  readonly settings: () => Settings
  /** Of an order: the name of its platform, and its id there; absent where the kitchen has one platform. */
  readonly platformOf?: ((orderId: string) => Pick<HistoryEntry, 'connection' | 'platformOrderId'>) | undefined
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
    const channel = order?.context?.salesChannel
    const timeline = ledger.timeline(orderId)
    return {
      orderId,
      ...parts.platformOf?.(orderId),
      displayId: order?.displayId ?? displayIdOf(orderId),
      status,
      orderType: order?.fulfillment.orderType ?? '',
      customerName: order?.customer?.name,
      items: order?.items.map(wordsOf) ?? [],
      promisedAt: order && promisedAtOf(order, record.firstSeenAt),
      channel: channel === undefined || !isVisible(channel) ? undefined : channelWord(channel),
      cancelCode: cancelCodeOf(timeline),
      milestones: milestonesOf(timeline, record.firstSeenAt),
      recall: !isFinished(record) ? 'no' : recalled.has(orderId) ? 'recalled' : canRecall ? 'possible' : 'no',
    }
  }

  /** The entries of a day that the search admits. */
  const entries = async (
    daysAgo: number,
    admits: (entry: HistoryEntry) => boolean = () => true,
  ): Promise<readonly HistoryEntry[]> => {
    const recalled = new Set(ledger.facts.recalled.get())
    const wordsOf = itemWordsIn(settings())
    const last = daysAgo === 0 ? undefined : lastFinished()
    const found = await mapInTurns(recordsOf(daysAgo), ORDERS_IN_A_TURN, (record) =>
      stuck.during(record.orderId, () => {
        const entry = entryOf(record, recalled, last?.has(record.orderId) ?? true, wordsOf)
        return admits(entry) ? [entry] : []
      }),
    )
    return found.flat()
  }

  /** What the list does not show: options and notes. */
  const innerTexts = (orderId: string): readonly string[] => {
    const parsed = parseOrder(cache.body(orderId))
    return parsed.ok ? [...optionTexts(parsed.order.items), ...notesOf(parsed.order)] : []
  }

  const matchesOf =
    (wanted: string) =>
    ({ displayId, customerName, connection, items, orderId }: HistoryEntry): boolean => {
      const isWanted = (text: string): boolean => searchForm(text).includes(wanted)
      return (
        [displayId, orderId, customerName ?? '', connection ?? '', ...items].some(isWanted) ||
        innerTexts(orderId).some(isWanted)
      )
    }

  const matchingEntries = (daysAgo: number, search: string): Promise<readonly HistoryEntry[]> => {
    const wanted = searchForm(search)
    return entries(daysAgo, wanted === '' ? undefined : matchesOf(wanted))
  }

  return {
    /** Begin and end of a business day, epoch ms. */
    day,
    /** The orders whose number, customer, platform, items or id or options contain the text; all of them for an empty text. */
    matchingEntries,
    /** Whether staff may put the order back on the board. */
    isRecallable: (record: OrderRecord): boolean =>
      isFinished(record) &&
      (recordsOf(0).some(({ orderId }) => orderId === record.orderId) || lastFinished().has(record.orderId)),
  }
}

/** Whether the list of these orders shows one. Cancelled orders are not late. */
const IS_SHOWN: Readonly<Record<NonNullable<HistoryQuery['only']>, (entry: HistoryEntry) => boolean>> = {
  all: () => true,
  late: (entry) => entry.status !== 'CANCELLED' && isLate(entry) === true,
  cancelled: ({ status }) => status === 'CANCELLED',
}

/** Asks staff for a file and writes it; false when staff chose none. Rejects when the file cannot be written. */
export type SaveFile = (suggestedName: string, text: string) => Promise<boolean>

/** What a history reads and does, of one core or of a kitchen. */
export type HistoryParts = HistoryEntriesParts &
  ShiftParts & {
    readonly ledger: Pick<Ledger, 'order' | 'recallOrder'>
    readonly clockLog: () => readonly ClockEntry[]
    /** The platforms whose orders cannot be read now; absent: there is one platform. */
    readonly missing?: (() => readonly string[]) | undefined
    readonly saveFile: SaveFile
    /** An order came back to the board or left it. */
    readonly onRecall: (orderId: string) => void
  }

export interface HistoryCalls {
  timeline(orderId: string): CallResult<TimelineEntry[]>
  history(args: HistoryQuery): Promise<CallResult<HistoryPage>>
  recall(orderId: string, recalled: boolean): CallResult<null>
  shift(query: ShiftQuery): Promise<CallResult<Shift>>
  exportHistory(args: CallArgs<'history:export'>): Promise<CallResult<{ saved: boolean }>>
}

/** The calls of the history page. */
export function createHistory(parts: HistoryParts): HistoryCalls {
  const { ledger, clock, settings, saveFile, onRecall } = parts
  const records = createHistoryEntries(parts)
  const figures = createShiftFigures(parts)
  const { day, matchingEntries } = records
  const timelineInWords = createTimelineWords(parts)
  /** Asked after the reading: a ledger may have failed on the way. */
  const whatIsMissing = (): { missing?: string[] } => {
    const missing = parts.missing?.() ?? []
    return missing.length > 0 ? { missing: [...missing] } : {}
  }
  const shiftOf = async (query: ShiftQuery): Promise<Shift> => ({ ...(await figures.shift(query)), ...whatIsMissing() })

  return {
    timeline: (orderId) => ok([...timelineInWords(orderId)]),
    async history({ daysAgo, search, page, only = 'all' }) {
      const all = await matchingEntries(daysAgo, search)
      const shown = all.filter(IS_SHOWN[only])
      const begin = page * HISTORY_PAGE
      const [late, cancelled] = [all.filter(IS_SHOWN.late).length, all.filter(IS_SHOWN.cancelled).length]
      return ok({
        from: day(daysAgo).from,
        total: shown.length,
        counts: { all: all.length, late, cancelled },
        entries: shown.slice(begin, begin + HISTORY_PAGE),
        ...whatIsMissing(),
      })
    },
    recall(orderId, recalled) {
      const record = ledger.order(orderId)
      if (!record) return fail('unknown-order', 'No such order')
      if (recalled && !records.isRecallable(record)) {
        return fail('not-offered', 'Only a finished, recent order comes back')
      }
      ledger.recallOrder(orderId, recalled, clock.platform())
      onRecall(orderId)
      return ok(null)
    },
    shift: async (query) => ok(await shiftOf(query)),
    async exportHistory({ daysAgo, search, format, orderId }) {
      const found = await matchingEntries(daysAgo, search)
      const chosen = found.filter((entry) => orderId === undefined || entry.orderId === orderId)
      const { from } = day(daysAgo)
      const content = documentOf(format, {
        from,
        exportedAt: clock.platform(),
        clock: parts.clockLog(),
        locale: settings().locale,
        shift: orderId === undefined ? await shiftOf({ daysAgo }) : undefined,
        orders: await mapInTurns(chosen, ORDERS_IN_A_TURN, (entry) => ({
          entry,
          timeline: timelineInWords(entry.orderId),
        })),
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
