import { MessageCircleX } from 'lucide-react'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { useComanda, useFormats, useTick, useWords } from '../ui/window/window-parts.ts'
import './wishes.css'

type Wish = NonNullable<Ticket['wish']>

const TITLES = {
  cancel: 'wish.title',
  'cancel-part': 'wish.part',
  refund: 'wish.refund',
  'more-time': 'wish.time',
} as const satisfies Record<NonNullable<Wish['kind']>, string>

/** How long the customer has waited, or how long the kitchen has left to answer. */
function WishTime({ wish: { since, answerBy } }: { readonly wish: Wish }) {
  const formats = useFormats()
  const time = useTick((now) => formats.duration(Math.max(0, answerBy === undefined ? now - since : answerBy - now)))
  return <span className="wish-time">{time}</span>
}

/** One customer who asks to cancel. The answers stand side by side; the platform decides what follows from them. */
function WishCard({ ticket, wish }: { readonly ticket: Ticket; readonly wish: Wish }) {
  const t = useWords()
  const { orderId, displayId, lane } = ticket
  const isToCancel = (wish.kind ?? 'cancel') === 'cancel'
  const denial = lane === 'done' ? t('wish.onItsWay') : t('action.denyCancellation')
  return (
    <section
      className="wish"
      role="alert"
      data-cancellation-of={ticket.platformOrderId ?? orderId}
      data-connection={ticket.connection?.name}
      data-wish={wish.id}
    >
      <MessageCircleX aria-hidden />
      <strong>
        <bdi>{displayId}</bdi> {t(TITLES[wish.kind ?? 'cancel'])}
      </strong>
      {wish.text === undefined ? null : <span className="wish-text">{wish.text}</span>}
      <WishTime wish={wish} />
      <span className="wish-answers">
        <ActionButton
          ticket={ticket}
          action="acceptCancellation"
          isPrimary
          label={isToCancel ? t('action.acceptCancellation') : t('wish.accept')}
        />
        {wish.mayDeny === false ? null : (
          <ActionButton
            ticket={ticket}
            action="denyCancellation"
            isPrimary
            label={isToCancel ? denial : t('wish.deny')}
          />
        )}
        {wish.offers === undefined ? null : (
          <ActionButton ticket={ticket} action="offer" isPrimary label={t('action.offer')} />
        )}
      </span>
    </section>
  )
}

/** The wishes that wait for an answer of the kitchen, above the board. */
export function Wishes() {
  const orders = useComanda((state) => state.board.orders)
  return Object.values(orders).map((ticket) =>
    ticket?.wish === undefined ? null : (
      <WishCard key={`${ticket.orderId} ${ticket.wish.id}`} ticket={ticket} wish={ticket.wish} />
    ),
  )
}
