import { useEffect } from 'react'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { reportBatches } from '../ui/window/report-batches.ts'
import { useWindowParts, type WindowParts } from '../ui/window/window-parts.ts'

const waiting = new Map<string, Ticket>()

function report({ bridge, store }: Pick<WindowParts, 'bridge' | 'store'>, ticket: Ticket): void {
  waiting.set(ticket.orderId, ticket)
  if (waiting.size > 1) return
  // The second frame begins after the first one, which contains the ticket, was painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { orders, version } = store.getState().board
      // A ticket that has changed in the meantime is reported when it is drawn again.
      const orderIds = [...waiting].flatMap(([orderId, drawn]) => (orders[orderId] === drawn ? [orderId] : []))
      waiting.clear()
      for (const batch of reportBatches(orderIds, (id) => id)) {
        void callSafely(() => bridge.call['order:drawn']({ orderIds: [...batch], version }))
      }
    }),
  )
}

/** Reports to the main process that the window has drawn this ticket, which also shows that the window is running. */
export function useReportDrawn(ticket: Ticket | undefined): void {
  const parts = useWindowParts()
  useEffect(() => {
    if (ticket) report(parts, ticket)
  }, [parts, ticket])
}
