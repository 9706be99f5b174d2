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
  const twins = useComanda((state) => twinsOf(state.board.orders).get(orderId))
  if (twins === undefined) return null
  const texts = [
    twins.hasSameNumber ? (isShort ? t('ticket.sameNumberShort') : t('ticket.sameNumber', { displayId })) : undefined,
    twins.names.length === 0
      ? undefined
      : isShort
        ? t('ticket.sameNameShort')
        : t('ticket.sameName', { displayIds: twins.names.join(', ') }),
  ].filter((text) => text !== undefined)
  return (
    <span className={isShort ? 'mark' : 'twins'} role="note" data-twins>
      <CopyCheck aria-hidden /> <span className={isShort ? 'visually-hidden' : undefined}>{texts.join(' · ')}</span>
    </span>
  )
}
