import { useTranslation } from 'react-i18next'
import { useBringTicket } from '../places/bring-ticket.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { Due } from './tabs.tsx'

/** In place of the tabs: how many orders are to be accepted, and the time left for the first of them. A tap shows its ticket. */
export function NearestDeadline() {
  const { t } = useTranslation()
  const formats = useFormats()
  const bringTicket = useBringTicket()
  const due = useComanda(({ board: { lanes, orders } }) =>
    [...lanes.new, ...lanes.scheduled]
      .filter((id) => orders[id]?.confirmBy !== undefined)
      .toSorted((a, b) => (orders[a]?.confirmBy ?? 0) - (orders[b]?.confirmBy ?? 0))
      .join('\n'),
  )
  const orderIds = due === '' ? [] : due.split('\n')
  const [first] = orderIds
  if (first === undefined) return null
  return (
    <button type="button" className="nearest-deadline" onClick={() => bringTicket(first)}>
      <span aria-hidden>{formats.whole(orderIds.length)}</span>
      <span className="visually-hidden">{t('board.orders', { count: orderIds.length })}</span>
      <Due />
    </button>
  )
}
