import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { nextStepOf } from '../ticket/next-step.ts'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

type HandOverStep = Extract<OrderAction, 'dispatch' | 'delivered' | 'pickedUp'>

/** The step that hands the order over; `undefined`: it has none now. */
function handOverOf(ticket: Ticket | undefined): HandOverStep | undefined {
  const step = ticket && nextStepOf(ticket)
  return step === 'dispatch' || step === 'delivered' || step === 'pickedUp' ? step : undefined
}

/** The hand-over from a page or a dialog about one order, which it closes. */
export function useHandOver(
  orderId: string,
  ticket: Ticket | undefined,
): { readonly step: HandOverStep | undefined; readonly handOver: () => void } {
  const { bridge, store } = useWindowParts()
  const guard = useBumpGuard()
  const call = useTicketCall(orderId)
  const closeDialog = useComanda((state) => state.closeDialog)
  const step = handOverOf(ticket)
  const handOver = (): void => {
    if (step === undefined) return
    void call(() => bridge.call['order:act']({ orderId, action: step }))
    // The buttons behind the dialog come under the finger.
    guard.moved(Object.keys(store.getState().board.orders))
    closeDialog()
  }
  return { step, handOver }
}
