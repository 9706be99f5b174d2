import { ChartColumn, ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_DAYS_AGO } from '../../shared/contract/values.ts'
import { businessDay } from '../../shared/time/business-day.ts'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { SearchField } from '../ui/controls/search-field.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { useComanda, useFormats, useWindowParts } from '../ui/window/window-parts.ts'
import { HistoryRow } from './history-row.tsx'
import { OrderPanel } from './order-panel.tsx'
import { ShiftPage, type ShiftSpan, SpanChoice } from './shift-page.tsx'
import { type Listed, useHistory } from './use-history.ts'
import './history.css'

const LISTS: readonly Listed[] = ['all', 'late', 'cancelled']

/** The business day of the list, with the days before and after it. */
function DayChoice({ daysAgo, choose }: { readonly daysAgo: number; readonly choose: (daysAgo: number) => void }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const { clock } = useWindowParts()
  return (
    <div className="history-days">
      <button
        type="button"
        className="icon-button"
        aria-label={t('dayBefore')}
        data-day="before"
        disabled={daysAgo === MAX_DAYS_AGO}
        onClick={() => choose(daysAgo + 1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <strong className="history-day" aria-live="polite">
        {daysAgo === 0 ? t('today') : formats.day(businessDay(clock.now(), daysAgo).from)}
      </strong>
      <button
        type="button"
        className="icon-button"
        aria-label={t('dayAfter')}
        data-day="after"
        disabled={daysAgo === 0}
        onClick={() => choose(daysAgo - 1)}
      >
        <ChevronRight aria-hidden />
      </button>
    </div>
  )
}

type ListChoiceProps = {
  readonly only: Listed
  readonly counts: Readonly<Record<Listed, number>> | undefined
  readonly choose: (only: Listed) => void
}

/** All orders of the day, the late ones, or the cancelled ones. */
function ListChoice({ only, counts, choose }: ListChoiceProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  return (
    <Segments
      label={t('title')}
      hook="list"
      value={only}
      values={LISTS}
      word={(one) => (
        <>
          {t(`list.${one}`)}
          <span className="segment-count">{counts === undefined ? '' : ` ${formats.whole(counts[one])}`}</span>
        </>
      )}
      onChange={choose}
    />
  )
}

type OrderListProps = {
  readonly history: ReturnType<typeof useHistory>
  readonly outcome: ReactNode
  readonly opened: string | undefined
  readonly open: (orderId: string) => void
}

/** The orders that were found, and the way to more of them. */
function OrderList({ history: { found, showMore }, outcome, opened, open }: OrderListProps) {
  const { t } = useTranslation('history')
  return (
    <div className="history-list">
      {outcome}
      {found?.missing === undefined ? null : (
        <p role="status" data-testid="history-missing">
          {t('missing', { names: found.missing.join(', ') })}
        </p>
      )}
      <ul className="history-rows">
        {found?.entries.map((one) => (
          <HistoryRow key={one.orderId} entry={one} isOpen={one.orderId === opened} open={() => open(one.orderId)} />
        ))}
      </ul>
      {found?.total === 0 ? <p role="status">{t('none')}</p> : null}
      {found !== undefined && found.entries.length < found.total ? (
        <PushButton label={t('more')} onPress={showMore} />
      ) : null}
    </div>
  )
}

/** The orders of a business day: rows that a touch opens, the opened order beside them, and the figures of the shift. */
function History() {
  const { t } = useTranslation(['translation', 'history'])
  const closeDialog = useComanda((state) => state.closeDialog)
  // Only the main computer can write files: the orders are stored there.
  const isScreen = useComanda((state) => state.connection.isScreen)
  const [showsShift, setShowsShift] = useState(false)
  const [days, setDays] = useState<ShiftSpan>(1)
  const [opened, setOpened] = useState<string>()
  const history = useHistory()
  const { daysAgo, only, found, failure, isSaved } = history
  const entry = found?.entries.find(({ orderId }) => orderId === opened) ?? found?.entries[0]
  const outcome = (
    <>
      <FailureNote failure={failure} />
      {isSaved ? (
        <p className="history-saved" role="status">
          {t('history:saved')}
        </p>
      ) : null}
    </>
  )
  if (showsShift) {
    return (
      <DialogFrame
        testId="history-dialog"
        title={t('history:shift')}
        back={t('history:title')}
        onClose={() => setShowsShift(false)}
        above={
          <>
            <SpanChoice days={days} choose={setDays} />
            <OrdersAbove />
          </>
        }
      >
        <ShiftPage
          daysAgo={daysAgo}
          days={days}
          save={isScreen ? undefined : (format) => history.save(format)}
          outcome={outcome}
        />
      </DialogFrame>
    )
  }
  return (
    <DialogFrame
      testId="history-dialog"
      title={t('history:title')}
      back={t('history:board')}
      onClose={closeDialog}
      above={
        <>
          <SearchField
            label={t('history:search')}
            value={history.search}
            maxLength={100}
            onChange={history.changeSearch}
          />
          {isScreen ? null : (
            <button type="button" className="button page-tool" onClick={() => history.save('json')}>
              <Download aria-hidden />
              {t('history:json')}
            </button>
          )}
          <OrdersAbove />
        </>
      }
    >
      <div className="history">
        <div className="history-tools">
          <DayChoice daysAgo={daysAgo} choose={history.changeDay} />
          <ListChoice only={only} counts={found?.counts} choose={history.changeList} />
          <PushButton
            data-testid="open-shift"
            Icon={ChartColumn}
            label={t('history:shift')}
            onPress={() => setShowsShift(true)}
          />
        </div>
        <OrderList history={history} outcome={outcome} opened={entry?.orderId} open={setOpened} />
        {entry === undefined ? null : (
          <OrderPanel
            key={entry.orderId}
            entry={entry}
            recall={() => void history.recall(entry)}
            save={isScreen ? undefined : (format) => history.save(format, entry.orderId)}
          />
        )}
      </div>
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
