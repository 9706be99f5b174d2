import type { TimelineEntry } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { standing } from '../../shared/history/milestones.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { lineIdsOf, PART_OF_LINE } from '../../shared/order/order-changes.ts'
import type { OrderItem } from '../../shared/order/order-items.ts'
import { createFormats } from '../../shared/text/formats.ts'
import { itemName } from '../../shared/text/visible-text.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { ALLERGY_ROW, CUTLERY_ROW, lineOfRow } from '../../shared/ticket/bag-check.ts'
import { againOf, bagEntryOf, MARK_ENTRIES } from '../../shared/ticket/kitchen-marks.ts'
import type { Ledger, OrderCache, Tap, TimelineRecord } from '../storage/ports.ts'

export type ItemWords = (item: OrderItem) => string

export const itemWordsIn = ({ locale, dialect }: Settings): ItemWords => {
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

type TimelineParts = {
  readonly ledger: Pick<Ledger, 'timeline' | 'tapsOf'>
  readonly cache: Pick<OrderCache, 'body'>
  readonly settings: () => Settings
}

/** The timeline of an order in words, each line with quantity and name. A line that is unknown has no name. */
export function createTimelineWords({ ledger, cache, settings }: TimelineParts) {
  return (orderId: string): readonly TimelineEntry[] => {
    const timeline = ledger.timeline(orderId)
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
}
