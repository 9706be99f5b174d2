import type { LifecycleDialect, OrderAction } from '../order/lifecycle.ts'
import type { Order } from '../order/order.ts'
import type { ShopMinutes } from '../time/schedule.ts'
import type { CancellationWorth } from './announced-cancellation.ts'
import type { KitchenMarks } from './kitchen-marks.ts'
import type { TapView } from './ticket.ts'
import type { TicketEvent } from './ticket-handling.ts'

/** What a ticket is made of. */

export type OrderReading =
  | { readonly kind: 'read'; readonly order: Order; readonly isOutdated?: boolean }
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreadable'; readonly status: string }

export type TicketSource = {
  readonly orderId: string
  readonly reading: OrderReading
  readonly firstSeenAt: number
  /** Of each type the first and the latest event at least, in the order of their arrival. */
  readonly events: readonly TicketEvent[]
  /** The order's taps in the order in which they were made; undone ones are left out. */
  readonly taps: readonly TapView[]
  readonly struckLines: ReadonlySet<string>
  /** What staff decided about its turn; absent: nothing. */
  readonly marks?: KitchenMarks | undefined
  /** The order as staff saw it last, and when it changed; absent: nothing changed since. */
  readonly earlier?: { readonly order: Order; readonly at: number } | undefined
  /** The platform took a cancellation back after the last touch of staff. */
  readonly cancellationWithdrawn?: boolean | undefined
  /** The status of the first read. */
  readonly firstStatus?: string | undefined
  /** When staff could first know of the order: a screen showed it, it rang, or it came on paper. */
  readonly firstShownAt?: number | undefined
  /** When a read first showed it as ready. */
  readonly readyReadAt?: number | undefined
  /** When a read first showed its end. */
  readonly endedAt?: number | undefined
  readonly cancellationAcknowledged: boolean
  /** The last status read before `CANCELLED`: the cancelled ticket stays in that lane. */
  readonly statusBeforeCancellation: string | undefined
  /** Staff chose to start before the platform's time. */
  readonly startedByHand: boolean
  /** When staff last ended the order's alarm without a step of the order. */
  readonly alarmQuietedAt?: number | undefined
  /** Staff put the finished ticket back on the board. */
  readonly recalled?: boolean | undefined
  /** The status in the ledger, for an order without a body. */
  readonly statusKnown?: string | undefined
  /** What the latest event of a cancellation is worth; absent: `unread`. */
  readonly cancellationWorth?: CancellationWorth | undefined
}

/** `preparationMinutes`: for a scheduled order whose start the platform does not state. */
export type TicketRules = ShopMinutes & {
  readonly dialect: LifecycleDialect
  readonly confirmDeadlineMinutes: number
  /** The label of the order's establishment; absent: its name. */
  readonly merchantLabel?: ((merchant: Order['merchant']) => string | undefined) | undefined
  /** Actions that the platform declares as unsupported; absent: none. */
  readonly isUnsupported?: ((action: OrderAction) => boolean) | undefined
  /** Steps that the host does not have, learned from its refusals; absent: none. */
  readonly learned?: ReadonlySet<OrderAction> | undefined
}
