import { z } from 'zod'
import { type CallsAtScreen, callRow, SCREEN_CALLS } from '../../../shared/contract/calls.ts'
import { contract, FAILURE_CODES, pushes } from '../../../shared/contract/contract.ts'
import { type ScreenDuty, screenDutySchema, screenUseSchema } from '../../../shared/contract/screens.ts'
import { parseJsonText } from '../../../shared/json-text.ts'
import { ledgerFromMain, ledgerFromScreen } from '../moving/ledger-transfer.ts'

/**
 * The protocol between a main computer and its screens: one JSON object a message. Increase the number when the other
 * side would misinterpret a changed message. The `hello` has the same shape in every version, so that both sides can
 * determine which program is older.
 */
export const LINK_PROTOCOL = 6

const count = z.number().int().min(0)
/** Of a tap or mark that the screen keeps. */
const keptId = z.string().min(1).max(64)
const MARKS = SCREEN_CALLS.filter((call): call is CallsAtScreen<'kept'> => callRow(call).atScreen === 'kept')

const hello = z.object({ kind: z.literal('hello'), protocol: z.number().int(), version: z.string().max(80) })

const fromScreen = z.discriminatedUnion('kind', [
  hello,
  /** Requests a snapshot. */
  z.strictObject({ kind: z.literal('snapshot') }),
  /** Confirms that board messages up to this version were read. */
  z.strictObject({ kind: z.literal('at'), version: count }),
  /**
   * What this screen is used for; again after each change. `appliedId`: of the main computer's change that it has
   * stored.
   */
  z.strictObject({ kind: z.literal('use'), use: screenUseSchema, appliedId: z.string().max(64).optional() }),
  z.strictObject({ kind: z.literal('ping'), id: count }),
  /** `ageMs`: time since the tap. Sent again with the same id until there is a verdict. */
  z.strictObject({ kind: z.literal('tap'), id: keptId, ageMs: count, args: contract['order:act'].args }),
  /** Sent again as a tap is. */
  z.strictObject({ kind: z.literal('mark'), id: keptId, call: z.enum(MARKS), args: z.unknown() }),
  // SECURITY: screen-calls (docs/security.md). A manipulated screen can make only these calls.
  z.strictObject({
    kind: z.literal('call'),
    id: count,
    call: z.enum(SCREEN_CALLS),
    args: z.unknown(),
  }),
  ...ledgerFromScreen,
])
export type FromScreen = z.infer<typeof fromScreen>

const result = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.enum(FAILURE_CODES), message: z.string() }),
])

const fromMain = z.discriminatedUnion('kind', [
  hello,
  z.object({ kind: z.literal('snapshot'), snapshot: contract['board:snapshot'].result }),
  z.object({ kind: z.literal('delta'), delta: pushes['board:delta'] }),
  /** `platformNow`: epoch ms of the platform's clock. `version`: of the main computer's board. */
  z.object({ kind: z.literal('pong'), id: count, platformNow: z.number(), version: count }),
  /** About a tap or mark. Follows the board that shows its effect. */
  z.object({ kind: z.literal('verdict'), id: keptId, result }),
  z.object({ kind: z.literal('answer'), id: count, result }),
  /**
   * The name of this screen, and the use that was chosen for it at the main computer. Sent until the screen has stored
   * it.
   */
  z.object({
    kind: z.literal('assign'),
    name: z.string(),
    wanted: screenDutySchema.extend({ id: z.string() }).optional(),
  }),
  ...ledgerFromMain,
])
export type FromMain = z.infer<typeof fromMain>

const parsed = <T>(schema: z.ZodType<T>, text: string): T | undefined => schema.safeParse(parseJsonText(text)).data

/** `undefined`: no message of this protocol. */
export const readFromScreen = (text: string): FromScreen | undefined => parsed(fromScreen, text)
export const readFromMain = (text: string): FromMain | undefined => parsed(fromMain, text)

export const writeMessage = (message: FromScreen | FromMain): string => JSON.stringify(message)

/** One text-message connection between a main computer and a screen, already authenticated. */
export interface ScreenChannel {
  /** Queues one message, UTF-8 text. Messages arrive whole and in order, or the channel closes. */
  send(text: string): void
  /** Bytes accepted by send and not yet given to the system. */
  readonly unsentBytes: number
  onMessage(listener: (text: string) => void): void
  /** Called once, with a reason for the log. */
  onClose(listener: (reason: string) => void): void
  close(reason: string): void
}
/** A paired screen in the main computer's list. */
export interface PairedDevice {
  readonly id: string
  readonly name: string
}
/** What the main computer chose for a screen. `wanted`: not applied by the screen yet. */
export type Assignment = {
  readonly name: string
  readonly wanted?: (ScreenDuty & { readonly id: string }) | undefined
}
/** Main computer side: accepts authenticated screens. */
export interface ScreenListener {
  /** Starts to listen; resolves to the TCP port. */
  start(onScreen: (channel: ScreenChannel, device: PairedDevice) => void): Promise<number>
  stop(): Promise<void>
}
/** Screen side: opens one authenticated channel to the main computer it is paired with. Rejects when it cannot. */
export type ConnectMain = (signal: AbortSignal) => Promise<ScreenChannel>

/** Thrown by a `ConnectMain`: the main computer does not know this screen, or not any more. */
export class NotPairedError extends Error {
  override readonly name = 'NotPairedError'
}
