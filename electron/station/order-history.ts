import { businessDate } from '../../shared/business-day.ts'
import type { CallArgs, CallResult, TimelineEntry } from '../../shared/contract.ts'
import { HISTORY_PAGE, type HistoryPage, type HistoryQuery, type Shift } from '../../shared/history.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Ledger } from '../storage/ports.ts'
import type { ClockEntry } from '../storage/records.ts'
import { documentOf } from './history-document.ts'
import { createHistoryEntries, type HistoryEntriesParts } from './history-entries.ts'
import { shiftFigures } from './shift-figures.ts'

/** Asks staff for a file and writes it; false when staff chose none. Rejects when the file cannot be written. */
export type SaveFile = (suggestedName: string, text: string) => Promise<boolean>

type HistoryParts = HistoryEntriesParts & {
  readonly ledger: Pick<Ledger, 'order' | 'recallOrder'>
  readonly clockLog: () => readonly ClockEntry[]
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

/** The calls of the history page. */
export function createHistory(parts: HistoryParts): History {
  const { ledger, clock, settings, saveFile, onRecall } = parts
  const records = createHistoryEntries(parts)
  const { day, entries, matchingEntries, timelineInWords } = records

  return {
    timeline: (orderId) => ok(timelineInWords(orderId).map(({ at, kind, detail }) => ({ at, kind, detail }))),
    history({ daysAgo, search, page }) {
      const all = matchingEntries(daysAgo, search)
      const begin = page * HISTORY_PAGE
      return ok({ from: day(daysAgo).from, total: all.length, entries: all.slice(begin, begin + HISTORY_PAGE) })
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
