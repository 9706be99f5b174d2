import { OctagonX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useComanda, useWindowParts } from '../app/window-parts.ts'
import { bringTicket } from '../counter/bring-ticket.ts'

function StopChip({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const parts = useWindowParts()
  const displayId = useComanda((state) => state.board.orders[orderId]?.displayId) ?? orderId
  return (
    <button
      type="button"
      className="said-chip"
      data-stop-order={orderId}
      data-calling={orderId}
      aria-label={t('alarm.stopShow', { displayId })}
      onClick={() => bringTicket(parts, orderId)}
    >
      <bdi>{displayId}</bdi>
    </button>
  )
}

/** Every cancelled order that nobody has acknowledged, wherever its ticket stands, with a way to each. */
export function StopStrip() {
  const { t } = useTranslation()
  const stops = useComanda((state) => state.board.stops)
  if (stops.length === 0) return null
  return (
    <div className="said-orders" data-testid="stop-strip" role="alert">
      <strong className="said-words">
        <OctagonX aria-hidden />
        {t('board.stops', { count: stops.length })}
      </strong>
      {stops.map((orderId) => (
        <StopChip key={orderId} orderId={orderId} />
      ))}
    </div>
  )
}
