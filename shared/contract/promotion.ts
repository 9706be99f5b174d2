import { z } from 'zod'

/** The data for replacing a main computer that is gone by a screen, from the screen's copy. */

export const promotionStatusSchema = z.object({
  /** When the newest copy was made, epoch ms; absent: this screen has none. */
  copyAt: z.number().optional(),
  /** Number of orders on this screen. Those that the copy lacks are read from the platform. */
  orders: z.number().int(),
  /** Taps of this screen that the main computer has not judged: they are not carried over. */
  taps: z.number().int(),
  /** The main computer answers: nothing may take its place. */
  isMainThere: z.boolean(),
  /** The main computer that answers has handed its role over. */
  isHandedOver: z.boolean(),
})
export type PromotionStatus = z.infer<typeof promotionStatusSchema>

const MAX_CODE_CHARACTERS = 100
export const promotionArgsSchema = z.strictObject({ code: z.string().min(1).max(MAX_CODE_CHARACTERS) })

export const PROMOTION_OUTCOMES = [
  /** The program restarts as the main computer. */
  'done',
  /** The check symbol shows that the code has a mistake. */
  'mistyped',
  /** It is the code of another copy. */
  'wrong-code',
  'no-copy',
  'damaged',
  'station-answers',
  /** The role was handed to another screen. */
  'handed-to-other',
  /** The main computer has not recorded that this screen takes the role: nothing has changed. */
  'not-noted',
  'keychain',
  'disk',
] as const
export type PromotionOutcome = (typeof PROMOTION_OUTCOMES)[number]
export const promotionResultSchema = z.object({ outcome: z.enum(PROMOTION_OUTCOMES) })
