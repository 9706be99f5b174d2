import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode, TimelineEntry } from '../../shared/contract/contract.ts'
import type { HistoryEntry, Spread } from '../../shared/contract/history.ts'
import { timelineWords } from '../../shared/text/timeline-words.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { businessDay } from '../../shared/time/business-day.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { statusWord } from '../ticket/words.ts'
import { callSafely } from '../window/call-safely.ts'
import { useAnswer, useCall } from '../window/use-answer.ts'
import { LocaleContext, useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import './history.css'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** The orders of a business day: search, timeline, recall, export and the figures of the shift. */
function History() {
  const { t } = useTranslation(['translation', 'history'])
  const formats = useFormats()
  const { clock } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [daysAgo, setDaysAgo] = useState(0)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [showsShift, setShowsShift] = useState(false)
  // Only the main computer can write files: the orders are stored there.
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { found, failure, isSaved, recall, save, clearResult } = useHistory({ daysAgo, search, page })
  return (
    <DialogFrame testId="history-dialog" title={t('history:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <div className="history-tools">
        <input
          className="field-input"
          type="search"
          aria-label={t('history:search')}
          placeholder={t('history:search')}
          value={search}
          maxLength={100}
          onChange={({ target }) => {
            clearResult()
            setSearch(target.value)
            setPage(0)
          }}
        />
        <select
          className="field-input"
          aria-label={t('history:title')}
          value={daysAgo}
          onChange={({ target }) => {
            clearResult()
            setDaysAgo(Number(target.value))
            setPage(0)
          }}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? t('history:today') : formats.day(businessDay(clock.now(), days).from)}
            </option>
          ))}
        </select>
      </div>
      <div className="dialog-buttons">
        <PushButton aria-expanded={showsShift} label={t('history:shift')} onPress={() => setShowsShift(!showsShift)} />
        {isScreen ? null : (
          <>
            <PushButton label={t('history:json')} onPress={() => save('json')} />
            <PushButton label={t('history:print')} onPress={() => save('html')} />
          </>
        )}
      </div>
      {showsShift ? <ShiftFigures daysAgo={daysAgo} /> : null}
      <p role="status">
        {found === undefined ? null : found.total === 0 ? t('history:none') : t('board.orders', { count: found.total })}
        {isSaved ? ` · ${t('history:saved')}` : null}
      </p>
      <FailureNote failure={failure} />
      <ul className="rows">
        {found?.entries.map((entry) => (
          <HistoryRow
            key={entry.orderId}
            entry={entry}
            onRecall={(one) => void recall(one)}
            onExport={isScreen ? undefined : ({ orderId }) => save('json', orderId)}
          />
        ))}
      </ul>
      {found !== undefined && found.entries.length < found.total ? (
        <PushButton label={t('history:more')} onPress={() => setPage(page + 1)} />
      ) : null}
    </DialogFrame>
  )
}

/** The history contains names of customers. With a PIN it is shown only while the lock is open. */
export function HistoryDialog() {
  return (
    <PinGate wanted="history:list">
      <History />
    </PinGate>
  )
}

type HistoryRowProps = {
  readonly entry: HistoryEntry
  readonly onRecall: (entry: HistoryEntry) => void
  /** Absent: this window cannot write files. */
  readonly onExport: ((entry: HistoryEntry) => void) | undefined
}

/** One order of the day. Its timeline is loaded when it is opened. */
function HistoryRow({ entry, onRecall, onExport }: HistoryRowProps) {
  const { t } = useTranslation(['translation', 'history'])
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { orderId, displayId, status, customerName, items, milestones, recall } = entry
  return (
    <li className="history-row" data-history-order={orderId}>
      <strong className="history-order">
        <bdi>{displayId}</bdi>
      </strong>
      <div className="history-facts">
        <p className="history-head">
          <span>{formats.time(milestones.receivedAt)}</span>
          <strong>{statusWord(t, status)}</strong>
          {customerName === undefined ? null : <bdi>{customerName}</bdi>}
        </p>
        <bdi className="history-items">{items.join(' · ')}</bdi>
        {recall === 'recalled' ? <em>{t('history:recalled')}</em> : null}
      </div>
      <div className="history-buttons">
        <PushButton aria-expanded={isOpen} label={t('history:story')} onPress={() => setOpen(!isOpen)} />
        {recall === 'no' ? null : (
          <PushButton
            data-recall={orderId}
            label={t(recall === 'recalled' ? 'history:putAway' : 'history:recall')}
            onPress={() => onRecall(entry)}
          />
        )}
        {isOpen && onExport ? <PushButton label={t('history:json')} onPress={() => onExport(entry)} /> : null}
      </div>
      {isOpen ? <OrderTimeline orderId={orderId} /> : null}
    </li>
  )
}

const TENTH_MS = 100
const TENTHS = 10

/** Entries have no ids. The list never changes, so the position of an entry is its key. */
const withKeys = (story: readonly TimelineEntry[]) => story.map((entry, place) => ({ key: place, entry }))

/** The events of an order, with the time since it was received. */
function OrderTimeline({ orderId }: { readonly orderId: string }) {
  const { t, i18n } = useTranslation(['translation', 'history'])
  const formats = useFormats()
  const locale = useContext(LocaleContext)
  const texts: Texts = {
    ...i18n.getResourceBundle(locale, 'translation'),
    history: i18n.getResourceBundle(locale, 'history'),
  }
  const answer = useAnswer('order:timeline', { orderId })
  const story = answer?.ok ? answer.value : []
  const begin = story[0]?.at ?? 0
  const sinceReceived = (at: number): string =>
    `+${formats.whole(Math.max(0, Math.round((at - begin) / TENTH_MS)) / TENTHS)} s`
  return (
    <ol className="story" aria-label={t('history:story')}>
      {withKeys(story).map(({ key, entry }) => {
        const { what, detail } = timelineWords(texts, entry)
        return (
          <li key={key} data-kind={entry.kind}>
            <span>{formats.time(entry.at)}</span>
            <span>{sinceReceived(entry.at)}</span>
            <span>
              <strong>{what}</strong> <bdi>{detail}</bdi>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The figures of a shift. */
function ShiftFigures({ daysAgo }: { readonly daysAgo: number }) {
  const { t } = useTranslation(['translation', 'history'])
  const formats = useFormats()
  const answer = useAnswer('history:shift', { daysAgo })
  if (!answer?.ok) return null
  const shift = answer.value
  const spread = (value: Spread | undefined): string =>
    value === undefined
      ? t('history:noFigures')
      : `${t('history:median', { time: formats.duration(value.medianMs) })} · ${t('history:p90', { time: formats.duration(value.p90Ms) })}`
  const { onTime } = shift
  const rows: readonly (readonly [name: string, label: string, words: string])[] = [
    ['orders', t('history:orders'), formats.whole(shift.orders)],
    ['cancelled', t('history:cancelled'), formats.whole(shift.cancelled)],
    ['accept', t('history:accept'), spread(shift.accept)],
    ['prepare', t('history:prepare'), spread(shift.prepare)],
    [
      'on-time',
      t('history:onTime'),
      onTime.promised === 0
        ? t('history:noFigures')
        : `${formats.whole(Math.round((100 * onTime.kept) / onTime.promised))} % · ${t('history:onTimeOf', onTime)}`,
    ],
  ]
  return (
    <dl className="figures" data-testid="shift">
      {rows.map(([name, label, words]) => (
        <div key={name} className="shift-figure" data-figure={name}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Delay of a search after the last key. */
const SEARCH_DELAY_MS = 150

type Found = { readonly total: number; readonly entries: readonly HistoryEntry[] }

type Wanted = { readonly daysAgo: number; readonly search: string; readonly page: number }

/** What the dialog shows, and the calls of its buttons. */
function useHistory({ daysAgo, search, page }: Wanted) {
  const { bridge } = useWindowParts()
  const [found, setFound] = useState<Found>()
  const [listFailure, setListFailure] = useState<FailureCode>()
  const recalling = useCall('history:recall')
  const saving = useCall('history:export')
  const lastRequest = useRef(0)
  const load = useCallback(async (): Promise<void> => {
    lastRequest.current += 1
    const request = lastRequest.current
    const pages = await Promise.all(
      Array.from({ length: page + 1 }, (_, at) =>
        callSafely(() => bridge.call['history:list']({ daysAgo, search, page: at })),
      ),
    )
    // A newer search has begun meanwhile: drop this answer.
    if (request !== lastRequest.current) return
    const refused = pages.find((answer) => !answer.ok)
    setListFailure(refused && !refused.ok ? refused.code : undefined)
    if (refused) return
    const values = pages.flatMap((answer) => (answer.ok ? [answer.value] : []))
    setFound({ total: values[0]?.total ?? 0, entries: values.flatMap(({ entries }) => entries) })
  }, [bridge, daysAgo, search, page])
  useEffect(() => {
    const timer = setTimeout(() => void load(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])

  /** Clears the results of the previous attempts. */
  const clearResult = (): void => {
    recalling.clear()
    saving.clear()
  }
  const recall = async ({ orderId, recall: now }: HistoryEntry): Promise<void> => {
    clearResult()
    await recalling.call({ orderId, recalled: now !== 'recalled' })
    await load()
  }
  const save = (format: 'json' | 'html', orderId?: string): void => {
    clearResult()
    void saving.call({ daysAgo, search, format, ...(orderId === undefined ? {} : { orderId }) })
  }
  const failure = recalling.failure ?? saving.failure ?? listFailure
  return { found, failure, isSaved: saving.value?.saved === true, recall, save, clearResult }
}
