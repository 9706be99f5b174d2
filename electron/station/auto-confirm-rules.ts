import { isWithinHours } from '../../shared/quiet-hours.ts'
import type { AutoConfirmSettings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** With less time left, an acceptance may reach the platform after its deadline. */
export const MIN_TIME_LEFT_MS = 15 * SECOND_MS

/** An order as the rules see it; times in ms of the platform's clock. */
export type Candidate = {
  readonly ticket: Pick<Ticket, 'status' | 'reading' | 'outdated' | 'actions' | 'confirmBy' | 'cancelled'>
  readonly firstSeenAt: number
  /** An event of the order is not read yet, so its status may have changed. */
  readonly isReadPending: boolean
  /** An event of the order has a type that begins with CANCEL. */
  readonly mentionsCancellation: boolean
  /** The order was tapped before, by staff or by these rules, with any result. */
  readonly wasTapped: boolean
}

export type Circumstances = {
  readonly rules: AutoConfirmSettings
  readonly confirmDeadlineMinutes: number
  /** The last poll of this run succeeded, left nothing behind, and is recent. */
  readonly isBoardCurrent: boolean
  /** Orders that are accepted and not ready yet. */
  readonly inKitchen: number
  readonly platformNow: number
}

/** Why the rules leave an order to staff. */
export type Refusal =
  | 'switched-off'
  | 'board-not-current'
  | 'outside-hours'
  | 'kitchen-full'
  | 'unread'
  | 'not-new'
  | 'tapped-before'
  | 'too-late'

/** Why no order at all may be accepted now; `undefined`: the rules allow it. */
export function kitchenRefusal({ rules, isBoardCurrent, inKitchen, platformNow }: Circumstances): Refusal | undefined {
  if (!rules.enabled) return 'switched-off'
  if (!isBoardCurrent) return 'board-not-current'
  if (rules.hours.enabled && !isWithinHours(rules.hours, platformNow)) return 'outside-hours'
  return inKitchen >= rules.mostOpen ? 'kitchen-full' : undefined
}

/** Until when the order can be accepted in time: by its own time and by when this machine first saw it. */
export const lastMomentOf = ({ ticket, firstSeenAt }: Candidate, confirmDeadlineMinutes: number): number =>
  Math.min(ticket.confirmBy ?? Number.NEGATIVE_INFINITY, firstSeenAt + confirmDeadlineMinutes * MINUTE_MS) -
  MIN_TIME_LEFT_MS

/** Why the rules leave this order to staff; `undefined`: they accept it. Pure. */
export function refusalOf(order: Candidate, circumstances: Circumstances): Refusal | undefined {
  const { ticket } = order
  const general = kitchenRefusal(circumstances)
  if (general !== undefined) return general
  if (ticket.reading !== 'read' || ticket.outdated === true || order.isReadPending) return 'unread'
  const isNew = ticket.status === 'CREATED' && ticket.cancelled === undefined && ticket.actions.includes('confirm')
  if (!isNew || order.mentionsCancellation) return 'not-new'
  if (order.wasTapped) return 'tapped-before'
  return circumstances.platformNow > lastMomentOf(order, circumstances.confirmDeadlineMinutes) ? 'too-late' : undefined
}
