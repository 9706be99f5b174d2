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
import { cancelCodeOf, isLate, milestonesOf, standing } from '../../shared/history/milestones.ts'
import { progressOf } from '../../shared/order/lifecycle.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { lineIdsOf, notesOf, PART_OF_LINE } from '../../shared/order/order-changes.ts'
import type { OrderItem, OrderOption } from '../../shared/order/order-items.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { channelWord } from '../../shared/text/channel-word.ts'
import { folded } from '../../shared/text/folded-text.ts'
import { createFormats } from '../../shared/text/formats.ts'
import { isVisible, itemName } from '../../shared/text/visible-text.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { ALLERGY_ROW, CUTLERY_ROW, lineOfRow } from '../../shared/ticket/bag-check.ts'
import { againOf, bagEntryOf, MARK_ENTRIES } from '../../shared/ticket/kitchen-marks.ts'
import { displayIdOf } from '../../shared/ticket/reduced-ticket.ts'
import { businessDate, businessDay } from '../../shared/time/business-day.ts'
import { promisedAtOf } from '../../shared/time/schedule.ts'
import { mapInTurns } from '../liveness/turns.ts'
import type { Facts } from '../storage/facts.ts'
import type { ClockEntry, Ledger, OrderCache, OrderRecord, Tap, TimelineRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { documentOf } from './history-document.ts'
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

const isAboutBag = ({ kind }: TimelineRecord): boolean =>
  kind === MARK_ENTRIES.bagTicked || kind === MARK_ENTRIES.bagUnticked || kind === MARK_ENTRIES.bagsCounted

/** What was ticked, in words, or the number of bags. A drink of a combo has the words of its line. */
function bagDetailWords({ detail }: TimelineRecord, lines: ReadonlyMap<string, string>, { locale }: Settings): string {
  const { rows, bags } = bagEntryOf(detail)
  if (bags !== undefined) return String(bags)
  const { bagRow } = LANGUAGES[locale].history
  const wordOf = (row: string): string => {
    if (row === ALLERGY_ROW) return bagRow.allergy
    if (row === CUTLERY_ROW) return bagRow.cutlery
    return lines.get(row) ?? lines.get(lineOfRow(row)) ?? bagRow.more
  }
  return [...new Set(rows.map(wordOf))].join(', ')
}

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

const NO_LINES: ReadonlyMap<string, string> = new Map()

/** The screens on which taps were made, by their entries. The taps of an action are in the order of their entries. */
function screensOf(timeline: readonly TimelineRecord[], taps: readonly Tap[]): ReadonlyMap<object, string> {
  const left = [...taps]
  return new Map(
    standing(timeline, 'tapped').flatMap((entry) => {
      const at = left.findIndex(({ action, args }) => action === entry.detail && args.automatic === undefined)
      const by = at === -1 ? undefined : left.splice(at, 1)[0]?.args.by
      return by === undefined ? [] : [[entry, by] as const]
    }),
  )
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
  const timelineInWords = (orderId: string): readonly TimelineEntry[] => {
    const timeline = timelineOf(orderId)
    const screens = screensOf(timeline, ledger.tapsOf(orderId))
    const lines = timeline.some((entry) => isAboutLine(entry) || isAboutBag(entry))
      ? lineWords(cache.body(orderId), itemWordsIn(settings()))
      : NO_LINES
    return timeline.map((entry) => ({
      at: entry.at,
      kind: entry.kind,
      ...(isAboutBag(entry)
        ? { detail: bagDetailWords(entry, lines, settings()), by: bagEntryOf(entry.detail).by }
        : { detail: isAboutLine(entry) ? lineDetail(entry, lines) : entry.detail, by: screens.get(entry) }),
    }))
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
    const timeline = timelineOf(orderId)
    return {
      orderId,
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
    ({ displayId, customerName, items, orderId }: HistoryEntry): boolean => {
      const isWanted = (text: string): boolean => searchForm(text).includes(wanted)
      return [displayId, orderId, customerName ?? '', ...items].some(isWanted) || innerTexts(orderId).some(isWanted)
    }

  const matchingEntries = (daysAgo: number, search: string): Promise<readonly HistoryEntry[]> => {
    const wanted = searchForm(search)
    return entries(daysAgo, wanted === '' ? undefined : matchesOf(wanted))
  }

  return {
    /** Begin and end of a business day, epoch ms. */
    day,
    /** The orders whose number, customer, items or id or options contain the text; all of them for an empty text. */
    matchingEntries,
    timelineInWords,
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
    readonly saveFile: SaveFile
    /** An order came back to the board or left it. */
    readonly onRecall: (orderId: string) => void
  }

/** The calls of the history page. */
export function createHistory(parts: HistoryParts) {
  const { ledger, clock, settings, saveFile, onRecall } = parts
  const records = createHistoryEntries(parts)
  const figures = createShiftFigures(parts)
  const { day, matchingEntries, timelineInWords } = records

  return {
    timeline: (orderId: string): CallResult<TimelineEntry[]> => ok([...timelineInWords(orderId)]),
    async history({ daysAgo, search, page, only = 'all' }: HistoryQuery): Promise<CallResult<HistoryPage>> {
      const all = await matchingEntries(daysAgo, search)
      const shown = all.filter(IS_SHOWN[only])
      const begin = page * HISTORY_PAGE
      const [late, cancelled] = [all.filter(IS_SHOWN.late).length, all.filter(IS_SHOWN.cancelled).length]
      return ok({
        from: day(daysAgo).from,
        total: shown.length,
        counts: { all: all.length, late, cancelled },
        entries: shown.slice(begin, begin + HISTORY_PAGE),
      })
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
    shift: async (query: ShiftQuery): Promise<CallResult<Shift>> => ok(await figures.shift(query)),
    async exportHistory({
      daysAgo,
      search,
      format,
      orderId,
    }: CallArgs<'history:export'>): Promise<CallResult<{ saved: boolean }>> {
      const found = await matchingEntries(daysAgo, search)
      const chosen = found.filter((entry) => orderId === undefined || entry.orderId === orderId)
      const { from } = day(daysAgo)
      const content = documentOf(format, {
        from,
        exportedAt: clock.platform(),
        clock: parts.clockLog(),
        locale: settings().locale,
        shift: orderId === undefined ? await figures.shift({ daysAgo }) : undefined,
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
