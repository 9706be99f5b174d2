import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../shared/business-day.ts'
import type { FailureCode } from '../../shared/contract.ts'
import type { HistoryEntry } from '../../shared/history.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { HistoryRow } from './history-row.tsx'
import { ShiftFigures } from './shift-figures.tsx'

const DAYS = [0, 1, 2, 3, 4, 5, 6]
/** Delay of a search after the last key (ms). */
const SEARCH_DELAY_MS = 150

type Found = { readonly total: number; readonly entries: readonly HistoryEntry[] }

/** The orders of a business day: search, timeline, recall, export and the figures of the shift. */
function History() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { bridge, clock } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [daysAgo, setDaysAgo] = useState(0)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [found, setFound] = useState<Found>()
  const [showsShift, setShowsShift] = useState(false)
  const [listFailure, setListFailure] = useState<FailureCode>()
  const [actionFailure, setActionFailure] = useState<FailureCode>()
  const [isSaved, setSaved] = useState(false)

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

  /** Clears the result of the previous attempt. */
  const begin = (): void => {
    setActionFailure(undefined)
    setSaved(false)
  }
  const recall = async ({ orderId, recall: now }: HistoryEntry): Promise<void> => {
    begin()
    const answer = await callSafely(() => bridge.call['history:recall']({ orderId, recalled: now !== 'recalled' }))
    setActionFailure(answer.ok ? undefined : answer.code)
    await load()
  }
  // Only the station can write files: the orders are stored there.
  const isScreen = useComanda((state) => state.connection.isScreen)
  const save = async (format: 'json' | 'html', orderId?: string): Promise<void> => {
    begin()
    const wanted = { daysAgo, search, format, ...(orderId === undefined ? {} : { orderId }) }
    const answer = await callSafely(() => bridge.call['history:export'](wanted))
    setActionFailure(answer.ok ? undefined : answer.code)
    setSaved(answer.ok && answer.value.saved)
  }
  const failure = actionFailure ?? listFailure
  return (
    <DialogFrame testId="history-dialog" title={t('history.title')} onClose={closeDialog} above={<OrdersAbove />}>
      <div className="history-tools">
        <input
          className="field-input"
          type="search"
          aria-label={t('history.search')}
          placeholder={t('history.search')}
          value={search}
          maxLength={100}
          onChange={({ target }) => {
            begin()
            setSearch(target.value)
            setPage(0)
          }}
        />
        <select
          className="field-input"
          aria-label={t('history.title')}
          value={daysAgo}
          onChange={({ target }) => {
            begin()
            setDaysAgo(Number(target.value))
            setPage(0)
          }}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? t('history.today') : formats.day(businessDay(clock.now(), days).from)}
            </option>
          ))}
        </select>
      </div>
      <div className="dialog-buttons">
        <Button className="button" aria-expanded={showsShift} onPress={() => setShowsShift(!showsShift)}>
          {t('history.shift')}
        </Button>
        {isScreen ? null : (
          <>
            <Button className="button" onPress={() => void save('json')}>
              {t('history.json')}
            </Button>
            <Button className="button" onPress={() => void save('html')}>
              {t('history.print')}
            </Button>
          </>
        )}
      </div>
      {showsShift ? <ShiftFigures daysAgo={daysAgo} /> : null}
      <p role="status">
        {found === undefined
          ? null
          : found.total === 0
            ? t('history.none')
            : t('history.found', { count: found.total })}
        {isSaved ? ` · ${t('history.saved')}` : null}
      </p>
      <FailureNote failure={failure} />
      <ul className="queue">
        {found?.entries.map((entry) => (
          <HistoryRow
            key={entry.orderId}
            entry={entry}
            onRecall={(one) => void recall(one)}
            onExport={isScreen ? undefined : ({ orderId }) => void save('json', orderId)}
          />
        ))}
      </ul>
      {found !== undefined && found.entries.length < found.total ? (
        <Button className="button" onPress={() => setPage(page + 1)}>
          {t('history.more')}
        </Button>
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
