import { ChefHat } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { startOfWork } from '../../shared/ticket/lateness.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { urgencyOf } from '../../shared/ticket/urgency.ts'
import { ownNames } from '../store/board-state.ts'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { headSign } from '../ticket/head-signs.tsx'
import { PlatformName } from '../ticket/platform-mark.tsx'
import { useTicketSettings } from '../ticket/ticket-settings.ts'
import { statusWord } from '../ticket/words.ts'
import { useIsChecked } from '../ui/window/freshness-words.ts'
import { useComanda, useFormats, useTicks } from '../ui/window/window-parts.ts'
import { shortName } from './short-name.ts'

/** For when the order was promised; without a time how old it is. With little time or none it is a pill. */
function RowTime({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('handOver')
  const formats = useFormats()
  const settings = useTicketSettings()
  const { dueAt } = ticket
  const [urgency, words] = useTicks((now) => [
    urgencyOf(ticket, settings?.ageMinutes, now),
    dueAt === undefined
      ? formats.minutes(now - startOfWork(ticket))
      : now < dueAt
        ? t('due', { time: formats.time(dueAt) })
        : t('late', { duration: formats.duration(now - dueAt) }),
  ])
  return (
    <span className="strip-time" data-urgency={urgency}>
      {urgency === 'calm' ? null : headSign(urgency)}
      {words}
    </span>
  )
}

const KitchenRow = memo(function KitchenRow({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const ticket = useComanda((state) => state.board.orders[orderId])
  const names = useComanda(({ board }) => (ticket ? ownNames(ticket, board) : ''))
  const severalChannels = useComanda(({ board }) => board.severalChannels)
  if (!ticket) return null
  const channel = severalChannels ? ticket.channel : undefined
  const { connection } = ticket
  return (
    <li className="strip-order" data-strip-order={orderId} data-lane={ticket.lane}>
      <span className="strip-head">
        <strong>
          <bdi>{ticket.displayId}</bdi>
        </strong>
        {ticket.customerName === undefined ? null : <bdi>{shortName(ticket.customerName)}</bdi>}
      </span>{' '}
      <span className="visually-hidden">{statusWord(t, ticket.status)}</span>
      <RowTime ticket={ticket} />
      {names === '' && channel === undefined && connection === undefined ? null : (
        <span className="strip-origin">
          {connection === undefined ? null : <PlatformName connection={connection} />}{' '}
          {names === '' ? null : <bdi>{names}</bdi>} {channel === undefined ? null : <ChannelBadge channel={channel} />}
        </span>
      )}
    </li>
  )
})

/** The keys scroll a list that has nothing else to focus. */
const FOCUSABLE = { tabIndex: 0 } as const

/** The orders that are still in the kitchen, the oldest first, without buttons. It answers the question "how long?". */
export function KitchenRows() {
  const { t } = useTranslation(['translation', 'handOver'])
  const formats = useFormats()
  const isChecked = useIsChecked()
  const preparing = useComanda((state) => state.board.lanes.preparing)
  const orders = useComanda((state) => state.board.orders)
  const ids = preparing
    .filter((id) => orders[id]?.cancelled === undefined)
    .toSorted((a, b) => (orders[a]?.createdAt ?? 0) - (orders[b]?.createdAt ?? 0))
  return (
    <section className="strip" aria-labelledby="strip-title">
      <h2 id="strip-title" className="counter-head">
        <ChefHat aria-hidden />
        {t('handOver:preparing')}
        <span className="tab-count" data-count={ids.length}>
          {formats.whole(ids.length)}
        </span>
      </h2>
      {ids.length === 0 && isChecked ? <p className="counter-empty">{t('handOver:preparingEmpty')}</p> : null}
      <ul className="strip-orders" {...FOCUSABLE}>
        {ids.map((orderId) => (
          <KitchenRow key={orderId} orderId={orderId} />
        ))}
      </ul>
    </section>
  )
}
