import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { useComanda } from '../window/window-parts.ts'
import { TicketArticle } from './ticket-card.tsx'
import { WholeOrderContext } from './ticket-settings.ts'

/** An order with more lines is shown two columns wide. */
const LINES_IN_ONE_COLUMN = 5

/** The whole ticket of a card, beside the rail. It covers other tickets and moves none. */
export function OpenedTicket() {
  const { t } = useTranslation()
  const places = usePlacesStore()
  const opened = usePlaces((state) => state.opened)
  const ticket = useComanda((state) => (opened === undefined ? undefined : state.board.orders[opened]))
  const right = usePlaces((state) => state.railColumns * state.columnWidth)
  const columns = (ticket?.lines.length ?? 0) > LINES_IN_ONE_COLUMN ? 2 : 1
  // The counter's view has no columns.
  const width = usePlaces((state) =>
    state.columnWidth === 0 ? undefined : `${Math.min(columns, state.grid.columns) * state.columnWidth}px`,
  )
  if (!ticket) return null
  return (
    <div className="opened" data-testid="opened-ticket" style={{ right: `${right}px`, width: width ?? '30%' }}>
      <button type="button" className="button opened-close" data-command="close" onClick={() => places.open(undefined)}>
        <X aria-hidden />
        {t('action.close')}
      </button>
      <WholeOrderContext value>
        <TicketArticle ticket={ticket} frame={{ className: 'opened-ticket' }} />
      </WholeOrderContext>
    </div>
  )
}
