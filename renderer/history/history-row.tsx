import { Check, CircleAlert, Clock, OctagonX } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '../../shared/contract/history.ts'
import { isLate } from '../../shared/history/milestones.ts'
import { outcomeWord } from '../../shared/history/owner-timeline.ts'
import { useFormats } from '../ui/window/window-parts.ts'
import { useHistoryTexts } from './use-history-texts.ts'

const ICONS = { open: Clock, cancelled: OctagonX, late: CircleAlert, done: Check } as const

function outcomeOf(entry: HistoryEntry): keyof typeof ICONS {
  const { status, milestones } = entry
  if (status === 'CANCELLED') return 'cancelled'
  if (isLate(entry) === true) return 'late'
  return milestones.readyAt === undefined && milestones.handedOverAt === undefined ? 'open' : 'done'
}

/** How the order ended, and how long it took. */
function Outcome({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useTranslation(['translation', 'history'])
  const formats = useFormats()
  const texts = useHistoryTexts()
  const { milestones, cancelCode } = entry
  const outcome = outcomeOf(entry)
  const Icon = ICONS[outcome]
  const at = outcome === 'cancelled' ? milestones.cancelledAt : (milestones.handedOverAt ?? milestones.readyAt)
  const { readyAt } = milestones
  return (
    <span className="history-outcome">
      <strong className="outcome" data-outcome={outcome}>
        <Icon aria-hidden />
        {outcomeWord(texts, entry)} {at === undefined ? null : formats.time(at)}
      </strong>
      {outcome === 'cancelled' ? (
        <span>{cancelCode === undefined ? null : t(`cancel.code.${cancelCode}`, { defaultValue: cancelCode })}</span>
      ) : readyAt === undefined ? null : (
        <span>{t('history:readyIn', { time: formats.duration(readyAt - milestones.receivedAt) })}</span>
      )}
    </span>
  )
}

type HistoryRowProps = { readonly entry: HistoryEntry; readonly isOpen: boolean; readonly open: () => void }

/** One order of the day. A touch opens it beside the list. */
export function HistoryRow({ entry, isOpen, open }: HistoryRowProps) {
  const formats = useFormats()
  const { orderId, displayId, customerName, connection, channel, items, milestones } = entry
  const sources = Object.entries({ customerName, connection, channel }).filter(([, name]) => name !== undefined)
  return (
    <li>
      <button type="button" className="history-row" data-history-order={orderId} aria-pressed={isOpen} onClick={open}>
        <bdi className="history-order">{displayId}</bdi>
        <span className="history-arrival">{formats.time(milestones.receivedAt)}</span>
        <span className="history-facts">
          <span className="history-who">
            {sources.map(([kind, name], place) => (
              <Fragment key={kind}>
                {place === 0 ? null : ' · '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </span>
          <bdi className="history-items">{items.join(' · ')}</bdi>
        </span>
        <Outcome entry={entry} />
      </button>
    </li>
  )
}
