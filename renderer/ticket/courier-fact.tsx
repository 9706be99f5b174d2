import { MapPin, StickyNote } from 'lucide-react'
import { SEPARATOR } from '../../shared/order/payment.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useWords } from '../ui/window/window-parts.ts'

type CourierFactProps = Pick<Ticket, 'deliverTo' | 'courierNotes'> & { readonly className?: string }

/** What the courier needs: the address, and the notes about the hand-over. Empty without both. */
export function CourierFact({ deliverTo, courierNotes = [], className = 'fact' }: CourierFactProps) {
  const t = useWords()
  if (deliverTo === undefined && courierNotes.length === 0) return null
  const Icon = deliverTo === undefined ? StickyNote : MapPin
  return (
    <p className={className}>
      <Icon aria-hidden />
      <span>
        {deliverTo === undefined ? null : (
          <>
            <span className="visually-hidden">{t('ticket.deliverTo')}: </span>
            {/* No row begins with the dot. */}
            <bdi>{deliverTo.replaceAll(SEPARATOR, '\u00a0· ')}</bdi>
          </>
        )}
        {deliverTo === undefined || courierNotes.length === 0 ? null : ' · '}
        {courierNotes.length === 0 ? null : <bdi>{courierNotes.join(' · ')}</bdi>}
      </span>
    </p>
  )
}
