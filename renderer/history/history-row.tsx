import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '../../shared/history.ts'
import { statusWord } from '../ticket/words.ts'
import { useFormats } from '../window/window-parts.ts'
import { OrderTimeline } from './order-timeline.tsx'

type HistoryRowProps = {
  readonly entry: HistoryEntry
  readonly onRecall: (entry: HistoryEntry) => void
  /** Absent: this window cannot write files. */
  readonly onExport: ((entry: HistoryEntry) => void) | undefined
}

/** One order of the day. Its timeline is loaded when it is opened. */
export function HistoryRow({ entry, onRecall, onExport }: HistoryRowProps) {
  const { t } = useTranslation()
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
        {recall === 'recalled' ? <em>{t('history.recalled')}</em> : null}
      </div>
      <div className="history-buttons">
        <Button className="button" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t('history.story')}
        </Button>
        {recall === 'no' ? null : (
          <Button className="button" data-recall={orderId} onPress={() => onRecall(entry)}>
            {t(recall === 'recalled' ? 'history.putAway' : 'history.recall')}
          </Button>
        )}
        {isOpen && onExport ? (
          <Button className="button" onPress={() => onExport(entry)}>
            {t('history.json')}
          </Button>
        ) : null}
      </div>
      {isOpen ? <OrderTimeline orderId={orderId} /> : null}
    </li>
  )
}
