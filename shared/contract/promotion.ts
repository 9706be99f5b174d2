import { z } from 'zod'

/** The data for a screen that becomes the main computer. */

export const promotionStatusSchema = z.object({
  /** Number of orders on this screen. They are read from the platform. */
  orders: z.number().int(),
  /** Taps of this screen that the main computer has not judged: they are sent after a read of their orders. */
  taps: z.number().int(),
  /** The main computer answers: nothing may take its place. */
  isMainThere: z.boolean(),
  /** The main computer had handed its role over when this screen last heard of it. */
  isHandedOver: z.boolean(),
})
export type PromotionStatus = z.infer<typeof promotionStatusSchema>

export const PROMOTION_OUTCOMES = [
  /** The program restarts as the main computer. */
  'done',
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
