import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import { linesFor, stationOf } from '../store/station-lines.ts'
import { useTimedFlag } from '../ui/window/use-timed-flag.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useTicketSettings } from './ticket-settings.ts'

/** Time after the first tap in which the button offers to finish the order although other stations are not done (ms). */
export const READY_ANYWAY_MS = 4_000

/** Whether the order's buttons accept no tap now. Call `refresh` after a tap. */
export function useTapCooldown(orderId: string): readonly [isCoolingDown: boolean, refresh: () => void] {
  const guard = useBumpGuard()
  const [refreshes, setRefreshes] = useState(0)
  const remainingMs = guard.remainingCooldownMs(orderId)
  // The buttons in whose place this one comes report it while the document changes, after the first drawing.
  useLayoutEffect(() => {
    if (guard.remainingCooldownMs(orderId) > 0) setRefreshes((before) => before + 1)
  }, [guard, orderId])
  useEffect(() => {
    if (remainingMs === 0 || refreshes < 0) return
    const timer = setTimeout(() => setRefreshes((before) => before + 1), remainingMs)
    return () => clearTimeout(timer)
  }, [remainingMs, refreshes])
  return [remainingMs > 0, () => setRefreshes((before) => before + 1)]
}

/**
 * For a button that acknowledges something. It accepts no tap right after it appeared: the tap was meant for the button in
 * whose place it came, and staff have not read yet what it acknowledges.
 */
export function useCooldownAfterAppearing(orderId: string): {
  readonly isCoolingDown: boolean
  readonly accepts: () => boolean
} {
  const guard = useBumpGuard()
  useLayoutEffect(() => guard.moved([orderId]), [guard, orderId])
  const [isCoolingDown] = useTapCooldown(orderId)
  return { isCoolingDown, accepts: () => !guard.isResting(orderId) }
}

/** The number of lines that other stations have not done yet. While there are any, this screen must not finish the order. */
function useOpenElsewhere(ticket: Ticket): number {
  const settings = useTicketSettings()
  return linesFor(ticket, stationOf(settings), settings?.stations ?? []).openElsewhere
}

/**
 * Prevents that a tap focuses the button. The button disappears with the answer, and moving the focus away from it would
 * make the browser compute the layout.
 */
export const withoutFocus = (event: MouseEvent): void => event.preventDefault()

/** Moves the focus from the button to its ticket, because the button disappears. For a button pressed with a key. */
function keepFocusAtTicket(button: HTMLElement): void {
  if (button === document.activeElement) button.closest('article')?.focus({ preventScroll: true })
}

export type Waiting = 'others' | 'armed' | undefined

/** The dialogs of actions that need more than a tap. */
const DIALOGS = {
  requestCancellation: 'cancel',
  offer: 'offer',
  validateCode: 'code',
  validatePickupCode: 'code',
} as const satisfies Partial<Record<OrderAction, string>>

const needsDialog = (action: OrderAction): action is keyof typeof DIALOGS => action in DIALOGS

/**
 * Runs an order's actions; drops unintended taps. `shown`: the action of the button, which changes when another button takes
 * its place. `pendingAction`: the tapped action, until the main process has stored or refused the tap.
 */
export function useAction(ticket: Ticket, shown: OrderAction | undefined) {
  const { bridge, store } = useWindowParts()
  const guard = useBumpGuard()
  const { orderId, displayId } = ticket
  const call = useTicketCall(orderId)
  const [isCoolingDown, refresh] = useTapCooldown(orderId)
  const [isArmed, arm] = useTimedFlag(READY_ANYWAY_MS)
  const [pendingAction, setPendingAction] = useState<OrderAction>()
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
    if (needsDialog(action)) {
      if (guard.isResting(orderId)) return
      store.getState().openDialog({ kind: DIALOGS[action], orderId, displayId })
      return
    }
    if (!guard.accepts(orderId, appearedAt.current)) return
    refresh()
    keepFocusAtTicket(at)
    setPendingAction(action)
    void call(() => bridge.call['order:act']({ orderId, action })).then(() => setPendingAction(undefined))
  }
  return { tap, pendingAction, isCoolingDown, waitingFor }
}
