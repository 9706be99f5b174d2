import { CopyCheck } from 'lucide-react'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { twinsOf } from '../../shared/ticket/twins.ts'
import { useComanda, useWords } from '../window/window-parts.ts'

/** Says that another open order has the same number or the same name. */
export function TwinWords({
  ticket: { orderId, displayId },
  isShort = false,
}: {
  readonly ticket: Ticket
  readonly isShort?: boolean
}) {
  const t = useWords()
  // Texts, because each change of an order makes other objects for all.
  const hasSameNumber = useComanda((state) => twinsOf(state.board.orders).get(orderId)?.hasSameNumber)
  const names = useComanda((state) => twinsOf(state.board.orders).get(orderId)?.names.join(', '))
  if (names === undefined) return null
  const texts = [
    hasSameNumber ? (isShort ? t('ticket.sameNumberShort') : t('ticket.sameNumber', { displayId })) : undefined,
    names === '' ? undefined : isShort ? t('ticket.sameNameShort') : t('ticket.sameName', { displayIds: names }),
  ].filter((text) => text !== undefined)
  return (
    <span className={isShort ? 'mark' : 'twins'} role="note" data-twins>
      <CopyCheck aria-hidden /> <span className={isShort ? 'visually-hidden' : undefined}>{texts.join(' · ')}</span>
    </span>
  )
}
