import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../shared/business-day.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { HistoryRow } from './history-row.tsx'
import { ShiftFigures } from './shift-figures.tsx'
import { useHistory } from './use-history.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** The orders of a business day: search, timeline, recall, export and the figures of the shift. */
function History() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { clock } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [daysAgo, setDaysAgo] = useState(0)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [showsShift, setShowsShift] = useState(false)
  // Only the station can write files: the orders are stored there.
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { found, failure, isSaved, recall, save, clearResult } = useHistory({ daysAgo, search, page })
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
            clearResult()
            setSearch(target.value)
            setPage(0)
          }}
        />
        <select
          className="field-input"
          aria-label={t('history.title')}
          value={daysAgo}
          onChange={({ target }) => {
            clearResult()
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
