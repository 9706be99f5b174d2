import type { Ticket } from '../../shared/ticket/ticket.ts'
import { callSafely } from '../window/call-safely.ts'
import { reportBatches } from '../window/report-batches.ts'
import type { WindowParts } from '../window/window-parts.ts'

/** The functions of the page that find the visible tickets. */
export type VisiblePage = {
  readonly nextFrame: (run: () => void) => void
  /** Runs after the next frame, when the page is idle. */
  readonly afterFrame: (run: () => void) => void
  /** Which of these orders have a visible ticket, and which are named by a visible announcement. */
  readonly inSight: (orderIds: ReadonlySet<string>) => {
    readonly tickets: ReadonlySet<string>
    readonly named: ReadonlySet<string>
  }
}

/** The tickets that this window has painted. Each is reported to the main process; again only if a report was lost. */
type VisibleTickets = {
  wasPainted(orderId: string): boolean
  /** Checks after the next frame which tickets are visible. */
  scheduleCheck(): void
}

/** @param onPainted called one frame after the frame that drew further tickets */
export function createVisibleTickets(
  { bridge, store }: Pick<WindowParts, 'bridge' | 'store'>,
  { nextFrame, afterFrame, inSight }: VisiblePage,
  onPainted: () => void,
): VisibleTickets {
  let painted: ReadonlySet<string> = new Set()
  let reported: ReadonlySet<string> = new Set()
  let isCheckScheduled = false

  const tickets = (): readonly Ticket[] => Object.values(store.getState().board.orders)
  const isKnown = (orderId: string): boolean => store.getState().board.orders[orderId] !== undefined

  /** Checks only tickets with something left to report. Reports the visible ones in the next frame. */
  const checkVisible = (): void => {
    painted = new Set([...painted].filter(isKnown))
    reported = new Set([...reported].filter(isKnown))
    const unreported = tickets().filter(
      ({ orderId, alarm }) => alarm !== undefined || !painted.has(orderId) || !reported.has(orderId),
    )
    const seen = inSight(new Set(unreported.map(({ orderId }) => orderId)))
    const fresh = [...seen.tickets, ...seen.named].filter((id) => !painted.has(id) && isKnown(id))
    // When the main process still counts a reported ticket as unseen, the report was lost.
    const isUnreported = (id: string): boolean =>
      !reported.has(id) || store.getState().board.orders[id]?.unseen === true
    const shown = [...seen.tickets].filter((id) => isUnreported(id) && isKnown(id))
    showOutOfSight(
      unreported.flatMap(({ orderId, alarm }) => (alarm !== undefined && !seen.tickets.has(orderId) ? [orderId] : [])),
    )
    if (fresh.length + shown.length === 0) {
      isCheckScheduled = false
      return
    }
    nextFrame(() => {
      isCheckScheduled = false
      painted = new Set([...painted, ...fresh].filter(isKnown))
      reported = new Set([...reported, ...shown].filter(isKnown))
      for (const orderIds of reportBatches(shown, (orderId) => orderId)) {
        void callSafely(() => bridge.call['order:shown']({ orderIds: [...orderIds] }))
      }
      if (fresh.length > 0) onPainted()
    })
  }

  const showOutOfSight = (orderIds: readonly string[]): void => {
    const before = store.getState().sound.outOfSight
    const isSame = before.length === orderIds.length && before.every((id, index) => id === orderIds[index])
    if (!isSame) store.getState().changeSound({ outOfSight: orderIds })
  }

  const scheduleCheck = (): void => {
    if (isCheckScheduled) return
    isCheckScheduled = true
    afterFrame(checkVisible)
  }

  return { wasPainted: (orderId) => painted.has(orderId), scheduleCheck }
}
