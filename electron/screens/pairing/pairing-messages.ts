import { z } from 'zod'
import { parseJsonText } from '../../../shared/json-text.ts'

/** The messages of a pairing: JSON texts over one WebSocket on `PAIR_PATH`, in this order. */

export const PAIR_PATH = '/pair'
export const SCREEN_PATH = '/screen'

/** Raised when an older program could misunderstand a message. */
const PAIRING_VERSION = 1

export const MAX_SCREEN_NAME_CHARACTERS = 40

/** An uncompressed point of P-256: 65 bytes in base64. */
const share = z.base64().length(88)
/** HMAC-SHA-256: 32 bytes in base64. */
const confirmation = z.base64().length(44)

/** Control characters and those that reverse the direction of text would let one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The name of a screen or of a shop: one line, without invisible characters. */
export const nameSchema = z
  .string()
  .max(200)
  .transform((text) =>
    text.replace(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_SCREEN_NAME_CHARACTERS).trim(),
  )
  .pipe(z.string().min(1))

/** screen → main computer */
export const offerSchema = z.strictObject({ version: z.literal(PAIRING_VERSION), name: nameSchema, share })
/** main computer → screen */
export const proofSchema = z.strictObject({ share, confirmation })
/** screen → main computer */
export const answerSchema = z.strictObject({ confirmation })
/** main computer → screen: from now on the screen's key is in the list */
export const welcomeSchema = z.strictObject({ deviceId: z.string().min(1).max(64), stationName: nameSchema })

export const offerOf = (name: string, screenShare: string) =>
  JSON.stringify({ version: PAIRING_VERSION, name, share: screenShare })

/**
 * Close codes of the WebSocket (4000 to 4999 belong to the application). The other end decides by the number; the name
 * is logged.
 */
export const CLOSE_CODES = {
  /** The screen was removed from the main computer's list. */
  revoked: 4_001,
  /** The same screen has connected again. */
  replaced: 4_002,
  'wrong-code': 4_003,
  /** No pairing is open: it has expired, or another screen has used it. */
  'not-open': 4_004,
  'list-full': 4_005,
  'bad-message': 4_006,
  'too-slow': 4_007,
  'too-much': 4_008,
} as const
export type CloseName = keyof typeof CLOSE_CODES

export const closeNameOf = (code: number): CloseName | undefined =>
  // `Object.keys` is typed as `string[]`; the constant has no other keys.
  (Object.keys(CLOSE_CODES) as CloseName[]).find((name) => CLOSE_CODES[name] === code)

/** `undefined`: not JSON, or not of this form. */
export const readMessage = <T>(schema: z.ZodType<T>, text: string): T | undefined =>
  schema.safeParse(parseJsonText(text)).data
