import { z } from 'zod'
import { isVisible } from '../text/visible-text.ts'
import { MAX_CONNECTION_NAME, SLOTS } from '../ticket/ticket-key.ts'
import { DIALECT_NAMES, PROFILE_NAMES } from './platforms.ts'
import { settingsPatchSchema, settingsSchema } from './settings.ts'
import { CHANNEL_COLORS } from './values.ts'

/** The platforms of a kitchen, for the settings. No call returns a secret. */

export const slotSchema = z.literal(SLOTS)

export const connectionSchema = z.object({
  slot: slotSchema,
  name: z.string(),
  color: z.enum(CHANNEL_COLORS),
  dialect: z.enum(DIALECT_NAMES),
  profile: z.enum(PROFILE_NAMES),
  isPaused: z.boolean(),
  /** Its own of some settings, the kitchen's of the others (`ownPart`). */
  settings: settingsSchema,
  /** Why it cannot be removed now; absent: it can. `first`: it is the kitchen's own, which is disconnected in another way. */
  keeps: z.enum(['first', 'open-orders', 'waiting-taps']).optional(),
})
export type KitchenConnection = z.infer<typeof connectionSchema>

export const connectionOnlySchema = z.strictObject({ slot: slotSchema })

/** What staff call a platform of theirs. */
export const connectionNameSchema = z.string().trim().max(MAX_CONNECTION_NAME).refine(isVisible)

/** Absent: unchanged. */
export const changeConnectionSchema = z.strictObject({
  slot: slotSchema,
  name: connectionNameSchema.optional(),
  color: z.enum(CHANNEL_COLORS).optional(),
  isPaused: z.boolean().optional(),
  /** Of this connection alone: what `ownPart` leaves of it. */
  settings: settingsPatchSchema.optional(),
})
