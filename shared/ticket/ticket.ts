import { z } from 'zod'
import { CHANNEL_COLORS } from '../contract/values.ts'
import { ORDER_ACTIONS, QUEUED_ACTIONS } from '../order/lifecycle.ts'
import { offersSchema, WISH_KINDS } from '../order/moves/wish.ts'
import { ORDER_FACTS } from '../order/order-changes.ts'
import { AGAIN_REASONS } from './again-reasons.ts'
import { ALARM_CAUSES } from './alarm.ts'

/** The content of a ticket. Built in the main process (`ticket-projection.ts`), drawn by the window, never changed there. */

export const LANES = ['scheduled', 'new', 'preparing', 'ready', 'done'] as const
export type Lane = (typeof LANES)[number]

/**
 * Status of a tap: `here` (on this screen only), `held` (can be undone), `queued`, `sent` (answered, no proof), `confirmed`
 * (by a read), `concluded` (archived, unknown whether applied), `conflict` (refused or dropped; `reason` has the cause).
 */
export const TAP_STATUSES = ['here', 'held', 'queued', 'sent', 'confirmed', 'concluded', 'conflict'] as const
export type TapStatus = (typeof TAP_STATUSES)[number]

/** Why a tap was not applied. The window shows it in its language. */
export const CONFLICT_REASONS = [
  /** The order was cancelled before the tap could be sent or applied. */
  'order-cancelled',
  /** The order is over: nothing can be applied to it. */
  'order-over',
  /** The platform answered that the order cannot make this move. */
  'invalid-transition',
  /** The app is not authorised for this order's establishment, or lacks the scope. */
  'forbidden',
  /** The platform does not have the order. */
  'not-found',
  /** The platform refused the request for another reason. */
  'rejected',
  /** The platform denied our request to cancel. */
  'cancellation-denied',
  /** The platform accepted the action several times, and the order did not change. */
  'not-applied',
  /** An automatic acceptance that was not sent before the time to accept was over. */
  'expired',
  /** The customer's wish that it answers is over, or was replaced. */
  'wish-over',
  /** The customer did not take what was offered. */
  'offer-refused',
] as const
export type ConflictReason = (typeof CONFLICT_REASONS)[number]

const epochMs = z.number()

export const tapViewSchema = z.object({
  tapId: z.string(),
  action: z.enum(QUEUED_ACTIONS),
  /** The status. Screens store this field and exchange it, so its name stays `truth`. */
  truth: z.enum(TAP_STATUSES),
  tappedAt: epochMs,
  /** End of the undo window; present while held. */
  holdUntil: epochMs.optional(),
  reason: z.enum(CONFLICT_REASONS).optional(),
  /** The text of the platform's refusal. */
  detail: z.string().optional(),
  /** The tap that the same touch made before this one: sent first, taken back together. */
  follows: z.string().optional(),
  /** Made by the shop's rules, not by staff. */
  automatic: z.boolean().optional(),
  /** Name of the screen of the tap; absent: the main computer's own window. */
  by: z.string().optional(),
  /** A mark of this kitchen alone: never sent. */
  here: z.boolean().optional(),
})
export type TapView = z.infer<typeof tapViewSchema>

export type TicketOption = {
  readonly name: string
  /** Absent: it cannot be read. */
  readonly quantity?: number | undefined
  readonly unit?: string | undefined
  readonly group?: string | undefined
  readonly notes?: string | undefined
  readonly options: readonly TicketOption[]
}

const ticketOptionSchema: z.ZodType<TicketOption> = z.lazy(() =>
  z.object({
    name: z.string(),
    quantity: z.number().optional(),
    unit: z.string().optional(),
    group: z.string().optional(),
    notes: z.string().optional(),
    options: z.array(ticketOptionSchema),
  }),
)

const lineContentSchema = z.object({
  name: z.string(),
  /** Absent: it cannot be read. */
  quantity: z.number().optional(),
  unit: z.string().optional(),
  notes: z.string().optional(),
  options: z.array(ticketOptionSchema),
  /** The platform's own name of the station that makes it. */
  productionPoint: z.string().optional(),
  /** Parts of the item that were sent and cannot be read; staff use the platform's portal. */
  unreadParts: z.number().int().positive().optional(),
})
export type LineContent = z.infer<typeof lineContentSchema>

export const ticketLineSchema = lineContentSchema.extend({
  /** Stable while the line does not change; names the line in `order:strike-line`. */
  lineId: z.string(),
  struck: z.boolean(),
  /** Marks of stations that make only some options of the line; absent: none. */
  struckParts: z.array(z.string()).optional(),
  /** The dish is made again; absent: the platform's own line. */
  again: z.object({ since: epochMs, reason: z.enum(AGAIN_REASONS) }).optional(),
  /** The line came after staff saw the order last. */
  isAdded: z.boolean().optional(),
  /** The line as staff saw it last; absent: it did not change. */
  was: lineContentSchema.optional(),
})
export type TicketLine = z.infer<typeof ticketLineSchema>

/** An amount as the platform sent it. */
const amount = z.object({ value: z.number(), currency: z.string().optional() })
export type Amount = z.infer<typeof amount>

/** One way in which money is to be collected. */
const paymentPartSchema = z.object({
  method: z.string().optional(),
  brand: z.string().optional(),
  /** Its part of the sum; absent: unknown. */
  amount: amount.optional(),
  /** The customer pays with this much. */
  changeFor: amount.optional(),
  /** The change to return; present when both amounts are known. */
  change: amount.optional(),
})
export type PaymentPart = z.infer<typeof paymentPartSchema>

/** What is to be collected, by the rule of `payment.ts`. */
const paymentSchema = z.object({
  /** `pending`: money is to be collected at the hand-over. `unknown`: the order does not say. */
  state: z.enum(['prepaid', 'pending', 'unknown']),
  /** The whole sum to collect; absent: no single amount states it, or the amounts contradict each other. */
  collect: amount.optional(),
  /** Empty unless `pending`. */
  parts: z.array(paymentPartSchema),
  /** Discounts, and who bears which part of each. Absent: none. */
  coupons: z.array(z.object({ amount, payers: z.array(z.object({ name: z.string(), amount })) })).optional(),
})
export type Payment = z.infer<typeof paymentSchema>

/** How far the courier is, by the events, which come in any sequence. */
export const COURIER_STATES = ['coming', 'at-store', 'collected', 'on-the-way', 'at-customer'] as const
export type CourierState = (typeof COURIER_STATES)[number]

/** The connection of an order, where the kitchen has more than one. */
export const connectionMarkSchema = z.object({
  name: z.string(),
  color: z.enum(CHANNEL_COLORS),
})
export type ConnectionMark = z.infer<typeof connectionMarkSchema>

export const ticketSchema = z.object({
  /** The key of the ticket (`ticket-key.ts`). */
  orderId: z.string(),
  /** The platform's own id; absent: it is the key. */
  platformOrderId: z.string().optional(),
  /** Absent: the kitchen has one connection. */
  connection: connectionMarkSchema.optional(),
  displayId: z.string(),
  /** As last read from the platform; empty before the first read. */
  status: z.string(),
  lane: z.enum(LANES),
  /**
   * `loading`: an event named the order, and it is not read yet. `unreadable`: the order as read cannot be shown; staff use
   * the platform's portal.
   */
  reading: z.enum(['read', 'loading', 'unreadable']),
  /** The order changed, and the new version cannot be read; staff use the platform's portal. */
  outdated: z.boolean().optional(),
  orderType: z.string(),
  timing: z.string().optional(),
  channel: z.string().optional(),
  brand: z.string().optional(),
  merchantName: z.string().optional(),
  customerName: z.string().optional(),
  priority: z.number().optional(),
  createdAt: epochMs,
  /** When it must be ready in the kitchen. */
  dueAt: epochMs.optional(),
  /** `dueAt` follows from the time at which it is expected at the customer's. */
  isDueByEstimate: z.boolean().optional(),
  /** When the kitchen should start. */
  startAt: epochMs.optional(),
  /** The order is for later, and nothing states when. */
  isTimeUnknown: z.boolean().optional(),
  /** Its times state no offset from UTC and may be wrong by hours. */
  isZoneDoubtful: z.boolean().optional(),
  /** The deadline to confirm a new order; absent for other orders. */
  confirmBy: epochMs.optional(),
  /** ONDEMAND orders wait for the platform's `PREPARATION_REQUESTED`. */
  awaitsPreparationRequest: z.boolean(),
  /** Empty in an order that was read: its items were not sent or cannot be read; staff use the platform's portal. */
  lines: z.array(ticketLineSchema),
  notes: z.array(z.string()),
  /** For the counter and the courier; absent: none. */
  courierNotes: z.array(z.string()).optional(),
  /** Parts of the order outside its lines that were sent and cannot be read. */
  unreadParts: z.number().int().positive().optional(),
  /** On-premises: where the guest is. A known mode is TABLE, TAB or COUNTER. */
  place: z.object({ mode: z.string().optional(), identifier: z.string() }).optional(),
  /** On-premises: eaten here or taken away. */
  consumption: z.string().optional(),
  pickupCode: z.string().optional(),
  /** What staff ticked of the bag (`bag-check.ts`), and how many bags there are; absent: nothing. */
  bag: z.object({ ticked: z.array(z.string()), bags: z.number().int().positive().optional() }).optional(),
  /** The platform found the code of the customer or courier right; absent: it was not checked. */
  isCodeRight: z.boolean().optional(),
  deliverTo: z.string().optional(),
  courier: z.enum(COURIER_STATES).optional(),
  /** Staff moved it to the front. */
  isFirst: z.boolean().optional(),
  /** Staff hold it back until then; absent: they do not. */
  heldUntil: epochMs.optional(),
  /** Since when a courier waits in the shop for the order; absent: none waits. */
  courierSince: epochMs.optional(),
  /** Since when the order is ready, as read; absent: it is not ready. */
  readySince: epochMs.optional(),
  payment: paymentSchema.optional(),
  /** The actions that the order offers now, the next step first. Empty: none. */
  actions: z.array(z.enum(ORDER_ACTIONS)),
  /** Steps that stay in this kitchen: the platform does not wait for their call. Absent: none. */
  hereOnly: z.array(z.enum(ORDER_ACTIONS)).optional(),
  /** What Open Delivery 1.x tells about its steps; absent: the platform speaks v2. */
  handling: z
    .object({
      deliveredBy: z.enum(['merchant', 'platform']).optional(),
      asksReasons: z.boolean().optional(),
      expects: z
        .object({
          preparing: z.boolean().optional(),
          delivered: z.boolean().optional(),
          pickedUp: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
  /** The customer asks to cancel, and the platform waits for the kitchen's answer. `answerBy`: absent when no time is told. */
  wish: z
    .object({
      id: z.string(),
      since: epochMs,
      text: z.string().optional(),
      answerBy: epochMs.optional(),
      /** Absent: to cancel. */
      kind: z.enum(WISH_KINDS).optional(),
      /** False: the platform takes no denial. */
      mayDeny: z.boolean().optional(),
      /** The platform wants this reason with an acceptance. */
      acceptReason: z.string().optional(),
      /** What the kitchen may offer instead. */
      offers: offersSchema.optional(),
    })
    .optional(),
  /** The platform's events tell the status, and none of them did. */
  isStatusUntold: z.boolean().optional(),
  /** Where the platform's courier collects the order. */
  pickupArea: z.string().optional(),
  tap: tapViewSchema.optional(),
  /** The tap before `tap` from the same touch: accepting, when the touch also started the preparation. */
  pairedTap: tapViewSchema.optional(),
  /** The order was accepted by the rules of the shop. */
  acceptedAutomatically: z.boolean().optional(),
  /** State of a cancellation that the shop requested. */
  cancellationRequest: z.enum(['waiting', 'denied']).optional(),
  /** The platform published the cancellation, and no read shows it. With `cancelled`: none has shown another status since. */
  cancellationAnnounced: z.boolean().optional(),
  /** Present on a cancelled order. `acknowledged`: staff have confirmed that they saw it. */
  cancelled: z
    .object({ code: z.string().optional(), reason: z.string().optional(), at: epochMs, acknowledged: z.boolean() })
    .optional(),
  /** What changed since staff saw the order last; the changed lines have their own marks. `at`: the last change. */
  changes: z
    .object({
      at: epochMs,
      removed: z.array(lineContentSchema),
      notesBefore: z.array(z.string()).optional(),
      /** `time`: epoch ms as text. */
      facts: z
        .array(z.object({ fact: z.enum(ORDER_FACTS), was: z.string().optional(), now: z.string().optional() }))
        .optional(),
    })
    .optional(),
  /** The platform took the cancellation back, and staff have not seen it. */
  cancellationWithdrawn: z.boolean().optional(),
  /** Why the order rings now; absent: it does not ring. */
  alarm: z.enum(ALARM_CAUSES).optional(),
  /** A new order that no window of the shop has painted in time: every screen rings, also one that is set not to. */
  unseen: z.boolean().optional(),
  /** A window could not play the order's alarm: every screen rings, also one that is set not to. */
  unplayed: z.boolean().optional(),
  /** Characters and lines of the order that are not on the ticket; `order:whole` gives them. */
  moreCharacters: z.number().int().positive().optional(),
  moreLines: z.number().int().positive().optional(),
  /** Drawing the ticket crashed the window twice, so the board shows only its id. */
  quarantined: z.boolean().optional(),
  /** A finished order that staff put back on the board. The platform is not informed. */
  recalled: z.boolean().optional(),
})
export type Ticket = z.infer<typeof ticketSchema>
