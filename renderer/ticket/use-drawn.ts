import { useEffect } from 'react'
import type { Ticket } from '../../shared/ticket.ts'
import { callSafely } from '../app/call-safely.ts'
import { useWindowParts, type WindowParts } from '../app/window-parts.ts'
import { reportBatches } from '../sound/report-batches.ts'

const waiting = new Set<string>()

function report({ bridge }: Pick<WindowParts, 'bridge'>, orderId: string): void {
  waiting.add(orderId)
  if (waiting.size > 1) return
  // The second frame begins when the first one, with the ticket, is painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const orderIds = [...waiting]
      waiting.clear()
      for (const batch of reportBatches(orderIds, (id) => id)) {
        void callSafely(() => bridge.call['order:drawn']({ orderIds: [...batch] }))
      }
    }),
  )
}

/** Tells the main process that the window has drawn all of this ticket that it draws, and lives. */
export function useDrawn(ticket: Ticket | undefined): void {
  const parts = useWindowParts()
  useEffect(() => {
    if (ticket) report(parts, ticket.orderId)
  }, [parts, ticket])
}
