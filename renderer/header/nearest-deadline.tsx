import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countdown } from '../../shared/duration.ts'
import { deadlineUrgency } from '../../shared/urgency.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { useComanda, useTick } from '../window/window-parts.ts'

/** The time left for the order that must be accepted first, red in the last minutes. A tap shows its ticket. */
export function NearestDeadline() {
  const { t } = useTranslation()
  const bringTicket = useBringTicket()
  const orderId = useComanda(({ board: { lanes, orders } }) => {
    const due = [...lanes.new, ...lanes.scheduled].filter((id) => orders[id]?.confirmBy !== undefined)
    return due.toSorted((a, b) => (orders[a]?.confirmBy ?? 0) - (orders[b]?.confirmBy ?? 0))[0]
  })
  const confirmBy = useComanda((state) => (orderId === undefined ? undefined : state.board.orders[orderId]?.confirmBy))
  const urgency = useTick((now) => (confirmBy === undefined ? 'calm' : deadlineUrgency(confirmBy, now)))
  const left = useTick((now) => (confirmBy === undefined ? '' : countdown(Math.max(0, confirmBy - now))))
  if (orderId === undefined) return null
  return (
    <button
      type="button"
      className="nearest-deadline"
      data-testid="nearest-deadline"
      data-urgency={urgency}
      aria-label={t('board.nearestDeadline', { time: left })}
      onClick={() => bringTicket(orderId)}
    >
      <Hourglass aria-hidden />
      {left}
    </button>
  )
}
