import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'
import { useTicketCall } from './ticket-call.ts'

/** How long "all the same" is offered (ms). */
const OVERRIDE_MS = 4_000

/** True for a while after `begin` was called. */
function useSpell(ms: number): readonly [isOn: boolean, begin: () => void] {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setCount(0), ms)
    return () => clearTimeout(timer)
  }, [count, ms])
  return [count > 0, () => setCount((before) => before + 1)]
}

/** Whether the order's buttons rest after a tap, also one on another drawing of the same order. */
function useRest(orderId: string): readonly [isResting: boolean, look: () => void] {
  const guard = useBumpGuard()
  const [looks, setLooks] = useState(0)
  const rest = guard.restOf(orderId)
  useEffect(() => {
    if (rest === 0 || looks < 0) return
    const timer = setTimeout(() => setLooks((before) => before + 1), rest)
    return () => clearTimeout(timer)
  }, [rest, looks])
  return [rest > 0, () => setLooks((before) => before + 1)]
}

/** Whether other stations still cook for this order: then this screen does not finish it. */
function useOpenElsewhere(ticket: Ticket): number {
  const settings = useComanda((state) => state.settings)
  return linesFor(ticket, stationOf(settings), settings?.stations ?? []).openElsewhere
}

/**
 * A tap does not focus the button: the button disappears with the answer, and the browser would lay out the page to
 * move the focus.
 */
export const withoutFocus = (event: MouseEvent): void => event.preventDefault()

/** After a key press the focus stays at the ticket when the button goes away. */
function keepFocusAtTicket(button: HTMLElement): void {
  if (button === document.activeElement) button.closest('article')?.focus({ preventScroll: true })
}

export type Waiting = 'others' | 'armed' | undefined

/**
 * Carries out an order's actions; drops taps that are not meant. `shown`: changes when another button takes the place.
 * `asking`: the action that was tapped, until the main process has stored or refused the tap.
 */
export function useAction(ticket: Ticket, shown: OrderAction | undefined) {
  const { bridge, store } = useWindowParts()
  const guard = useBumpGuard()
  const { orderId, displayId } = ticket
  const call = useTicketCall(orderId)
  const [isResting, look] = useRest(orderId)
  const [isArmed, arm] = useSpell(OVERRIDE_MS)
  const [asking, setAsking] = useState<OrderAction>()
  const openElsewhere = useOpenElsewhere(ticket)
  const appearedAt = useRef(0)
  useLayoutEffect(() => {
    appearedAt.current = shown === undefined ? 0 : monotonicNow()
  }, [shown])
  const waitingFor = (action: OrderAction): Waiting =>
    action === 'ready-for-pickup' && openElsewhere > 0 ? (isArmed ? 'armed' : 'others') : undefined

  const tap = (action: OrderAction, at: HTMLElement): void => {
    if (waitingFor(action) === 'others') {
      arm()
      return
    }
    if (action === 'requestCancellation' || action === 'validateCode') {
      if (guard.restOf(orderId) > 0) return
      store.getState().openDialog({ kind: action === 'validateCode' ? 'code' : 'cancel', orderId, displayId })
      return
    }
    if (!guard.takes(orderId, appearedAt.current)) return
    look()
    keepFocusAtTicket(at)
    setAsking(action)
    void call(() => bridge.call['order:act']({ orderId, action })).then(() => setAsking(undefined))
  }
  return { tap, asking, isResting, waitingFor }
}
