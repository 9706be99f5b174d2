import { Bike, CloudUpload, Sparkles } from 'lucide-react'
import type { TapView, Ticket } from '../../shared/ticket/ticket.ts'
import { byWaiting, idsOf } from '../places/board-orders.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { ticketsOf } from '../store/board-state.ts'
import { useComanda, useFormats, useIsCut, useTick, useWords } from '../ui/window/window-parts.ts'
import { Due, toAccept } from './tabs.tsx'

/** In place of the tabs: how many orders are to be accepted, and the time left for the first of them. A tap shows its ticket. */
export function NearestDeadline() {
  const t = useWords()
  const formats = useFormats()
  const bringTicket = useBringTicket()
  const due = useComanda(({ board }) => idsOf(toAccept(board)).join('\n'))
  const orderIds = due === '' ? [] : due.split('\n')
  const [first] = orderIds
  if (first === undefined) return null
  return (
    <button type="button" className="nearest-deadline" onClick={() => bringTicket(first)}>
      <Sparkles aria-hidden />
      <span className="tab-words">{t('lane.new')}</span>
      <span aria-hidden>{formats.whole(orderIds.length)}</span>
      <span className="visually-hidden">{t('board.orders', { count: orderIds.length })}</span>
      <Due />
    </button>
  )
}

/** Always shown in practice, so that no cook mistakes an invented order for a real one. */
export function PracticeNotice() {
  const t = useWords()
  const isPractice = useComanda((state) => state.connection.isPractice)
  if (!isPractice) return null
  const [name, ...about] = t('app.practice').split(' ')
  return (
    <strong className="practice-notice" data-testid="practice-notice">
      {name}
      <span className="practice-about"> {about.join(' ')}</span>
    </strong>
  )
}

const isQueued = (tap: TapView | undefined): boolean => tap?.truth === 'queued' || tap?.truth === 'here'
const waits = ({ tap, pairedTap }: Ticket): boolean => isQueued(tap) || isQueued(pairedTap)

/** The number of taps that wait for the internet or for their proof, if there are any. A tap on it opens their list. */
export function UnsettledCount() {
  const t = useWords()
  const formats = useFormats()
  const count = useComanda((state) => state.connection.unsettledTaps)
  const isCut = useIsCut()
  const isWaiting = useComanda(({ board: { orders } }) => ticketsOf(orders).some(waits))
  const openDialog = useComanda((state) => state.openDialog)
  // A tap that can still be undone, or waits for its proof, waits for no internet.
  if (count === 0 || !(isCut || isWaiting)) return null
  return (
    <button
      type="button"
      className="unsettled"
      data-testid="unsettled"
      data-count={count}
      onClick={() => openDialog({ kind: 'queue' })}
    >
      <CloudUpload aria-hidden />
      <span aria-hidden>{formats.whole(count)}</span>
      <span className="visually-hidden">{t('board.unsettled', { count })}</span>
    </button>
  )
}

/** The number of couriers that wait for their order, if there are any. A tap shows the order whose courier waits longest. */
export function WaitingCouriers() {
  const t = useWords()
  const formats = useFormats()
  const bringTicket = useBringTicket()
  const waiting = useComanda(({ board: { orders } }) =>
    ticketsOf(orders)
      .filter(({ courierSince }) => courierSince !== undefined)
      .toSorted(byWaiting)
      .map(({ orderId }) => orderId)
      .join('\n'),
  )
  const orderIds = waiting === '' ? [] : waiting.split('\n')
  const [first] = orderIds
  if (first === undefined) return null
  return (
    <button
      type="button"
      className="unsettled"
      data-testid="couriers"
      data-count={orderIds.length}
      onClick={() => bringTicket(first)}
    >
      <Bike aria-hidden />
      <span aria-hidden>{formats.whole(orderIds.length)}</span>
      <span className="visually-hidden">{t('board.couriers', { count: orderIds.length })}</span>
    </button>
  )
}

/** The time of day by the platform's clock. */
export function WallClock() {
  const t = useWords()
  const formats = useFormats()
  const time = useTick((now) => formats.time(now))
  return (
    <time className="header-time" title={t('app.time')}>
      {time}
    </time>
  )
}
