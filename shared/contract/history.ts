import { z } from 'zod'
import { MAX_DAYS_AGO, SHIFT_SPANS } from './values.ts'

/** The orders of a business day, as windows receive them. All times in epoch ms of the platform's clock. */

const epochMs = z.number()

/** Durations from the timeline. Each is present once its start and its end are known. */
export const milestonesSchema = z.object({
  receivedAt: epochMs,
  shownAt: epochMs.optional(),
  rungAt: epochMs.optional(),
  /** First step that was not taken back. */
  tappedAt: epochMs.optional(),
  sentAt: epochMs.optional(),
  confirmedAt: epochMs.optional(),
  acceptedAt: epochMs.optional(),
  readyAt: epochMs.optional(),
  handedOverAt: epochMs.optional(),
  cancelledAt: epochMs.optional(),
})
export type Milestones = z.infer<typeof milestonesSchema>

export const historyEntrySchema = z.object({
  orderId: z.string(),
  displayId: z.string(),
  status: z.string(),
  orderType: z.string(),
  customerName: z.string().optional(),
  /** "2× Pastel", "0,5 kg Picanha", in the language of the settings, one line each. */
  items: z.array(z.string()),
  promisedAt: epochMs.optional(),
  /** The name of its platform, and its id there, where the kitchen has several platforms. */
  connection: z.string().optional(),
  platformOrderId: z.string().optional(),
  /** Where it was sold, in words. */
  channel: z.string().optional(),
  /** Code of its cancellation. */
  cancelCode: z.string().optional(),
  milestones: milestonesSchema,
  /** Whether the ticket can be put back on the board, or was put back. */
  recall: z.enum(['no', 'possible', 'recalled']),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const HISTORY_PAGE = 50

export const historyQuerySchema = z.strictObject({
  daysAgo: z.number().int().min(0).max(MAX_DAYS_AGO),
  /** Part of the display id, the customer's name or an item's name. */
  search: z.string().max(100),
  page: z.number().int().min(0).max(1_000),
  /** Absent: all of them. */
  only: z.enum(['all', 'late', 'cancelled']).optional(),
})
export type HistoryQuery = z.infer<typeof historyQuerySchema>

export const historyPageSchema = z.object({
  /** Begin of the business day. */
  from: epochMs,
  /** Number of orders found; a page holds at most `HISTORY_PAGE`. */
  total: z.number().int(),
  /** Orders of the day that were late, and that were cancelled, of those that the search finds. */
  counts: z.object({ all: z.number().int(), late: z.number().int(), cancelled: z.number().int() }),
  entries: z.array(historyEntrySchema),
  /** Platforms of which no order is among them, because what this computer stored of them cannot be read now. */
  missing: z.array(z.string()).optional(),
})
export type HistoryPage = z.infer<typeof historyPageSchema>

/** Half of the orders took at most `medianMs`, nine of ten at most `p90Ms`. */
const spreadSchema = z.object({ count: z.number().int(), medianMs: z.number(), p90Ms: z.number() })
export type Spread = z.infer<typeof spreadSchema>

export const shiftQuerySchema = z.strictObject({
  daysAgo: z.number().int().min(0).max(MAX_DAYS_AGO),
  /** Number of days, of which the one `daysAgo` is the last. Absent: that one alone. */
  days: z.literal(SHIFT_SPANS).optional(),
})
export type ShiftQuery = z.infer<typeof shiftQuerySchema>

const durationMs = z.number()

export const shiftSchema = z.object({
  /** Begin of the first business day, and end of the last. */
  from: epochMs,
  until: epochMs,
  orders: z.number().int(),
  /** Orders of the days as long ago again: of the same weekday a week before, of the week before, of the month before. */
  ordersBefore: z.number().int().optional(),
  cancelled: z.number().int(),
  /** The most frequent reason. */
  cancelCode: z.string().optional(),
  /** Received until accepted. */
  accept: spreadSchema.optional(),
  /** Accepted until ready. */
  prepare: spreadSchema.optional(),
  /** Ready by the promised time, of those that had one and became ready. */
  onTime: z.object({ kept: z.number().int(), promised: z.number().int() }),
  /** The hour with most late orders, and what took longer in it than in the other hours. */
  loss: z
    .object({
      hour: z.number().int(),
      late: z.number().int(),
      orders: z.number().int(),
      cause: z.enum(['accept', 'prepare']).optional(),
      ms: durationMs.optional(),
      otherMs: durationMs.optional(),
    })
    .optional(),
  /** By the hour in which the orders came, from the first to the last with an order. */
  hours: z.array(z.object({ hour: z.number().int(), orders: z.number().int(), late: z.number().int() })),
  /** The dishes whose orders took longest, the longest first. */
  dishes: z.array(z.object({ name: z.string(), times: z.number().int(), prepareMs: durationMs })),
  channels: z.array(
    z.object({ name: z.string(), orders: z.number().int(), kept: z.number().int(), promised: z.number().int() }),
  ),
  /** Platforms that none of the figures counts, because what this computer stored of them cannot be read now. */
  missing: z.array(z.string()).optional(),
})
export type Shift = z.infer<typeof shiftSchema>
