import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { statusWord } from '../ticket/words.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { PromisedTime } from './promised-time.tsx'
import { shortName } from './short-name.ts'

const StripOrder = memo(function StripOrder({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const ticket = useComanda((state) => state.board.orders[orderId])
  if (!ticket) return null
  return (
    <li className="strip-order" data-strip-order={orderId} data-lane={ticket.lane}>
      <span className="strip-head">
        <strong>
          <bdi>{ticket.displayId}</bdi>
        </strong>
        {ticket.customerName === undefined ? null : <bdi>{shortName(ticket.customerName)}</bdi>}
        <span className="strip-status">{statusWord(t, ticket.status)}</span>
      </span>
      <PromisedTime ticket={ticket} />
    </li>
  )
})

/** The orders that are still in the kitchen, the oldest first, without buttons. It answers the question "how long?". */
export function KitchenStrip() {
  const { t } = useTranslation()
  const formats = useFormats()
  const preparing = useComanda((state) => state.board.lanes.preparing)
  const fresh = useComanda((state) => state.board.lanes.new)
  const orders = useComanda((state) => state.board.orders)
  const ids = [...preparing, ...fresh]
    .filter((id) => orders[id]?.cancelled === undefined)
    .toSorted((a, b) => (orders[a]?.createdAt ?? 0) - (orders[b]?.createdAt ?? 0))
  return (
    <section className="strip" aria-labelledby="strip-title">
      <h2 id="strip-title" className="counter-head">
        {t('counter.preparing')}
        <span className="tab-count" data-count={ids.length}>
          {formats.whole(ids.length)}
        </span>
      </h2>
      {ids.length === 0 ? <p className="counter-empty">{t('counter.preparingEmpty')}</p> : null}
      <ul className="strip-orders">
        {ids.map((orderId) => (
          <StripOrder key={orderId} orderId={orderId} />
        ))}
      </ul>
    </section>
  )
}
