import { z } from 'zod'
import { tapViewSchema, ticketSchema } from '../ticket/ticket.ts'
import { freshnessSchema } from '../time/freshness.ts'
import { PRACTICE_GRADES, SCENARIO_NAMES } from './practice.ts'
import { settingsSchema } from './settings.ts'

/** What the calls of the contract return about the board and about a practice. */

/** A tap that is not settled yet, for the list behind the header's count. */
export const queueEntrySchema = z.object({ orderId: z.string(), displayId: z.string(), tap: tapViewSchema })
export type QueueEntry = z.infer<typeof queueEntrySchema>

/** What happened to an order, in the order in which this machine saw it. `at` in epoch ms. */
export const timelineEntrySchema = z.object({
  at: z.number(),
  kind: z.string(),
  detail: z.string().optional(),
  /** Name of the screen on which a tap was made; absent: the main computer's own, or unknown. */
  by: z.string().optional(),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** The platform's clock as this machine has measured it. The screen counts on from `platformNow` with its monotonic clock. */
const clockSchema = z.object({ platformNow: z.number(), skewMs: z.number() })

const boardPartsSchema = z.object({
  freshness: freshnessSchema,
  /** Taps held, queued or sent whose outcome no read has proved yet. */
  unsettledTaps: z.number().int(),
  clock: clockSchema,
  settings: settingsSchema,
  /** When staff last confirmed the sound test, in epoch ms; absent: never. */
  soundTestedAt: z.number().optional(),
  /** A message for staff about a problem that no ticket shows; a key of the texts. */
  notice: z.string().optional(),
})

export const boardSnapshotSchema = boardPartsSchema.extend({
  version: z.number().int(),
  tickets: z.array(ticketSchema),
  /** The places of the tickets, as a window stored them last. Only windows read them. */
  places: z.string().optional(),
  /** The sales channels of the orders so far, the first one first. */
  channels: z.array(z.string()).optional(),
  /** True: the orders are invented. Absent: they are real. */
  isPractice: z.boolean().optional(),
  /** True: this program is a screen of a main computer. Absent: it is the main computer. */
  isScreen: z.boolean().optional(),
})
export type BoardSnapshot = z.infer<typeof boardSnapshotSchema>

/**
 * A delta follows the snapshot or delta whose version is one less. After a gap a window requests the snapshot again. Absent
 * parts did not change.
 */
export const boardDeltaSchema = boardPartsSchema.partial().extend({
  version: z.number().int(),
  changed: z.array(ticketSchema),
  removed: z.array(z.string()),
})
export type BoardDelta = z.infer<typeof boardDeltaSchema>

const longestSchema = z.object({ displayId: z.string(), ms: z.number() })
/** The best practice of a scenario so far. */
export const practiceBestSchema = z.object({
  grade: z.enum(PRACTICE_GRADES),
  acceptedInTime: z.number().int(),
  toAccept: z.number().int(),
})
export type PracticeBest = z.infer<typeof practiceBestSchema>

/** Each scenario that was practised to its end or to its button. */
export const practiceBestsSchema = z.partialRecord(z.enum(SCENARIO_NAMES), practiceBestSchema)
export type PracticeBests = z.infer<typeof practiceBestsSchema>

/** The result of a practice, and how it ended: by its time, by its button, or by a real order or notice. */
export const practiceReportSchema = z.object({
  name: z.enum(SCENARIO_NAMES),
  ending: z.enum(['over', 'stopped', 'interrupted']),
  sheet: z.object({
    acceptedInTime: z.number().int(),
    /** Orders that were accepted or whose time to be accepted ran out. */
    toAccept: z.number().int(),
    stops: z.number().int(),
    /** Taps on orders whose stop was already shown. */
    cookedAfterStop: z.number().int(),
    longestUnseen: longestSchema.optional(),
    longestStop: longestSchema.optional(),
    /** For the next practice; a key of the practice's texts. */
    advice: z.enum(['nothing', 'cooked-on', 'accept', 'unseen', 'stop', 'good']),
    /** Absent: there was nothing to grade. */
    grade: z.enum(PRACTICE_GRADES).optional(),
  }),
  /** The best practice of this scenario before this one; absent: none. */
  bestBefore: practiceBestSchema.optional(),
})
export type PracticeReport = z.infer<typeof practiceReportSchema>

export const practiceResultsSchema = z.object({
  /** Of the last practice since the start of the program. */
  last: practiceReportSchema.nullable(),
  best: practiceBestsSchema,
})
export type PracticeResults = z.infer<typeof practiceResultsSchema>
