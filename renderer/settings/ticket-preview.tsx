import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { TicketFace } from '../ticket/ticket.tsx'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

const MINUTE_MS = 60_000

/** An example order, for an empty board. */
function useExample(): Ticket {
  const { t } = useTranslation()
  const { clock } = useWindowParts()
  const createdAt = clock.now() - 2 * MINUTE_MS
  const option = { name: t('settings.exampleOption'), quantity: 2, options: [] }
  return {
    orderId: '',
    displayId: '4821',
    status: 'CONFIRMED',
    lane: 'preparing',
    reading: 'read',
    orderType: 'DELIVERY',
    createdAt,
    awaitsPreparationRequest: false,
    lines: [
      {
        lineId: '1',
        name: t('settings.exampleItem'),
        quantity: 2,
        notes: t('settings.exampleNote'),
        options: [option],
        struck: false,
      },
    ],
    notes: [],
    actions: [],
  }
}

/** The first order of the kitchen, or an example, drawn as on the board, without working buttons. */
export function TicketPreview() {
  const { t } = useTranslation()
  const example = useExample()
  const first = useComanda(({ board }) => board.lanes.preparing[0] ?? board.lanes.new[0])
  const real = useComanda(({ board }) => (first === undefined ? undefined : board.orders[first]))
  return (
    <div inert>
      <div data-testid="settings-preview" data-step="S" className="ticket-preview">
        <TicketFace
          ticket={real ?? example}
          form="whole"
          step={
            <span className="act act-primary" data-step="ready-for-pickup">
              <span className="act-words">{t('action.ready-for-pickup')}</span>
            </span>
          }
        />
      </div>
    </div>
  )
}
