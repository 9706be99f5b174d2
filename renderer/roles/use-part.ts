import { useLayoutEffect, useRef } from 'react'
import type { Ticket } from '../../shared/ticket.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { ownLines } from '../station/own-part.ts'
import { lacksStation } from '../station/station-lines.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useTapCooldown } from '../ticket/use-action.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** Marks or reopens the lines of this screen's station, and no other line: none before the station is chosen. The second tap of a double tap is dropped. */
export function usePart(ticket: Ticket) {
  const { orderId } = ticket
  const { bridge } = useWindowParts()
  const guard = useBumpGuard()
  const call = useTicketCall(orderId)
  const settings = useComanda((state) => state.settings)
  const [isCoolingDown, refresh] = useTapCooldown(orderId)
  const appearedAt = useRef(0)
  useLayoutEffect(() => {
    appearedAt.current = monotonicNow()
  }, [])
  const isKnown = !lacksStation(settings)
  const own = isKnown ? ownLines(ticket, settings) : []
  const mark = async (struck: boolean): Promise<void> => {
    if (!guard.accepts(orderId, appearedAt.current)) return
    refresh()
    for (const { lineId, struck: isStruck } of own) {
      if (isStruck === struck) continue
      // One after the other, so that the first failure is shown and ends the loop.
      if (!(await call(() => bridge.call['order:strike-line']({ orderId, lineId, struck })))) return
    }
  }
  return { isKnown, isOpen: own.some(({ struck }) => !struck), isCoolingDown, mark }
}
