import type { Ticket } from '../../shared/ticket/ticket.ts'
import { type Twins, twinsOf } from '../../shared/ticket/twins.ts'
import { useComanda, useWords } from '../ui/window/window-parts.ts'
import { headSign } from './head-signs.tsx'

const SAME_NUMBER = '#'

const textOf = (twins: Twins | undefined): string | undefined =>
  twins && `${twins.hasSameNumber ? SAME_NUMBER : ' '}${twins.names.join(', ')}`

/** Says that another open order has the same number or the same name. */
export function TwinWords({
  ticket: { orderId, displayId },
  isShort = false,
}: {
  readonly ticket: Ticket
  readonly isShort?: boolean
}) {
  const t = useWords()
  // A text, because each change of an order makes other objects for all.
  const found = useComanda((state) => textOf(twinsOf(state.board.orders).get(orderId)))
  if (found === undefined) return null
  const hasSameNumber = found.startsWith(SAME_NUMBER)
  const names = found.slice(SAME_NUMBER.length)
  const texts = [
    hasSameNumber ? (isShort ? t('ticket.sameNumberShort') : t('ticket.sameNumber', { displayId })) : undefined,
    names === '' ? undefined : isShort ? t('ticket.sameNameShort') : t('ticket.sameName', { displayIds: names }),
  ].filter((text) => text !== undefined)
  const words = texts.join(' · ')
  return isShort ? (
    <span className="mark" role="note" aria-label={words} data-twins>
      {headSign('twins')}
    </span>
  ) : (
    <span className="twins" role="note" data-twins>
      {headSign('twins')} {words}
    </span>
  )
}
