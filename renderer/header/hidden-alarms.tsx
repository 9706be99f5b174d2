import { BellRing } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { shortId } from '../../shared/ticket/short-id.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { useComanda, useFormats, useWords } from '../window/window-parts.ts'

/** Characters of an id that a chip has room for. */
const MAX_ID = 12
/** No row has room for more. */
const MOST_CHIPS = 40

/** The chips in the first line: the others wrap to lines that are out of sight. */
function fittingChips(row: HTMLElement): number {
  const chips = [...row.children]
  const top = chips[0]?.getBoundingClientRect().top
  return chips.filter((chip) => chip.getBoundingClientRect().top === top).length
}

/**
 * Orders whose alarm rings and whose ticket is not visible, each with a button that shows the ticket. Those for which the row
 * has no space are counted by a button that turns the row to them.
 */
export function HiddenAlarms() {
  const t = useWords()
  const formats = useFormats()
  const bringTicket = useBringTicket()
  const row = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState<string>()
  const [fitting, setFitting] = useState(0)
  const orderIds = useComanda((state) => state.sound.outOfSight)
  const stops = useComanda((state) => state.board.stops)
  // A cancelled order is already named in the bar of cancelled orders.
  const named = orderIds.filter((orderId) => !stops.includes(orderId))
  const start = Math.max(0, named.indexOf(first ?? ''))
  const turned = [...named.slice(start), ...named.slice(0, start)]
  const chips = turned.slice(0, MOST_CHIPS)
  const words = useComanda(
    useShallow(({ board }) => chips.map((orderId) => shortId(board.orders[orderId]?.displayId ?? orderId, MAX_ID))),
  )
  const count = useCallback(() => setFitting(row.current ? fittingChips(row.current) : 0), [])
  // After each drawing: other orders, or other words beside them, may have changed the space.
  useLayoutEffect(count)
  const isShown = named.length > 0
  useEffect(() => {
    if (!isShown || !row.current) return
    const observer = new ResizeObserver(count)
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [isShown, count])
  if (!isShown) return null
  const more = named.length - fitting
  return (
    <div className="announcement-orders">
      <strong className="announcement-words">
        <BellRing aria-hidden />
        <span className="announcement-text">{t('alarm.elsewhere')}</span>
      </strong>
      <div className="announcement-chips" ref={row}>
        {chips.map((orderId, index) => (
          <button
            key={orderId}
            type="button"
            className="announcement-chip"
            data-alarm-order={orderId}
            tabIndex={index < fitting ? undefined : -1}
            onClick={() => bringTicket(orderId)}
          >
            <bdi>{words[index]}</bdi>
          </button>
        ))}
      </div>
      <button
        type="button"
        className="announcement-chip announcement-more"
        data-count={more}
        aria-label={t('board.more', { count: more })}
        onClick={() => setFirst(turned[fitting])}
      >
        +{formats.whole(more)}
      </button>
    </div>
  )
}
