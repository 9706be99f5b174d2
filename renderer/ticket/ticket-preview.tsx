import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import { TicketFace } from './ticket.tsx'

const MINUTE_MS = 60_000

/** An example order, for an empty board. */
export function useExample(): Ticket {
  const { t } = useTranslation('settings')
  const { clock } = useWindowParts()
  return {
    orderId: '',
    displayId: '4821',
    status: 'CONFIRMED',
    lane: 'preparing',
    reading: 'read',
    orderType: 'DELIVERY',
    createdAt: clock.now() - 2 * MINUTE_MS,
    awaitsPreparationRequest: false,
    lines: [
      {
        lineId: '1',
        name: t('page.exampleItem'),
        quantity: 2,
        notes: t('page.exampleNote'),
        options: [{ name: t('page.exampleOption'), quantity: 2, options: [] }],
        struck: false,
      },
    ],
    notes: [],
    actions: [],
  }
}

/** A ticket as on the board, without working buttons. Absent: the first order in preparation, or an example. */
export function TicketPreview({ ticket }: { readonly ticket?: Ticket }) {
  const { t } = useTranslation()
  const example = useExample()
  const first = useComanda(({ board }) => board.lanes.preparing[0])
  const real = useComanda(({ board }) => (first === undefined ? undefined : board.orders[first]))
  return (
    <div inert>
      <div data-testid="settings-preview" data-step="S">
        <TicketFace
          ticket={ticket ?? real ?? example}
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
