import { z } from 'zod'
import { QUEUED_ACTIONS } from '../order/lifecycle.ts'
import { MAX_ID_CHARACTERS } from '../order/order-cut.ts'
import type { Result } from '../result.ts'
import { AGAIN_REASONS } from '../ticket/again-reasons.ts'
import { ALARM_CAUSES, MAX_REPORTED, QUIET_WAYS } from '../ticket/alarm.ts'
import * as board from './board-schemas.ts'
import {
  type CallName,
  type CoreCall,
  PRACTISED_CALLS,
  type PracticeCall,
  type PractisedCall,
  type PushName,
  practiceCall,
} from './calls.ts'
import { cancellationReasonsSchema } from './cancellation-reasons.ts'
import { computerStatusSchema, computerSwitchSchema } from './computer.ts'
import * as connections from './connections.ts'
import { customersLinkSchema } from './customers-link.ts'
import * as history from './history.ts'
import * as lock from './lock.ts'
import { printerSchema } from './paper.ts'
import { PRACTICE_NAMES } from './practice.ts'
import * as promotion from './promotion.ts'
import * as screens from './screens.ts'
import * as settings from './settings.ts'
import { settingsImportSchema } from './settings-file.ts'
import * as setup from './setup.ts'
import { updateStatusSchema } from './updates.ts'
import { VIEWS } from './values.ts'
import { webhookStatusSchema } from './webhook.ts'

export type {
  BoardDelta,
  BoardSnapshot,
  PracticeBest,
  PracticeBests,
  PracticeReport,
  PracticeResults,
  QueueEntry,
  TimelineEntry,
} from './board-schemas.ts'

/** The one contract between windows and the main process: the arguments and the result of every call. */

/** The same limit as in an event. `ipc/calls.ts` limits the size of a whole request. */
const orderId = z.string().min(1).max(MAX_ID_CHARACTERS)
const tapId = z.string().min(1).max(64)
const lineId = z.string().min(1).max(500)
const rowId = z.string().min(1).max(600)
/** Most rows of a bag, and most bags of an order. */
const MAX_BAG_ROWS = 1_000
const MAX_BAGS = 99
/** The main computer adds it for a screen. */
const screenName = z.string().max(100).optional()
const nothing = z.null()
const orderOnly = z.strictObject({ orderId })
const tapOnly = z.strictObject({ tapId })

const actArgs = z.strictObject({
  orderId,
  action: z.enum(QUEUED_ACTIONS),
  /** For `confirm` only: minutes announced with it instead of the shop's default. */
  preparationMinutes: settings.preparationMinutesSchema.optional(),
  /** For `requestCancellation` only; the code is one of those that the order's platform accepts. */
  cancellation: z.strictObject({ code: z.string().min(1).max(100), reason: z.string().min(1).max(500) }).optional(),
  /** For `offer` only: one of those that the wish takes, money in hundredths of the currency. */
  offer: z
    .strictObject({
      id: z.string().min(1).max(1_000),
      amount: z.number().int().positive().optional(),
      minutes: z.number().int().positive().optional(),
      reason: z.string().min(1).max(100).optional(),
    })
    .optional(),
})
export type ActArgs = z.infer<typeof actArgs>

/** Characters; a thousand tickets in each of the board's filters take less. */
const MAX_PLACES = 500_000

/** One ring of one order that the window has played. */
const ringSchema = z.strictObject({
  orderId,
  cause: z.enum(ALARM_CAUSES),
  /** `long`: staff have not reacted for a while; `last-call`: the time to accept is about to end. */
  stage: z.enum(['plain', 'long', 'last-call']),
})
export type ReportedRing = z.infer<typeof ringSchema>

/** Why a call was not carried out. The window shows it in the language of staff. */
export const FAILURE_CODES = [
  'bad-arguments',
  'not-allowed',
  'unknown-order',
  'not-offered',
  'reason-missing',
  'too-late',
  'offline',
  'forbidden',
  'rejected',
  /** The platform's answer does not tell whether a customer's code is right. */
  'code-unclear',
  /** The platform does not check a code yet. */
  'code-not-now',
  'not-configured',
  'storage',
  'locked',
  'wrong-pin',
  'wrong-secret',
  /** The entered secret cannot be compared: none is stored, or the keychain does not return it. */
  'secret-unavailable',
  'wait',
  'no-printer',
  'printer-not-named',
  'printer-failed',
  'nothing-to-print',
  /** This screen does not reach its main computer. */
  'station-away',
  /** The main computer has removed this screen. */
  'screen-removed',
  'internal',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]
export type CallResult<T> = Result<T, FailureCode>

const coreContract = {
  'board:snapshot': { args: nothing, result: board.boardSnapshotSchema },
  /** The same as JSON: one text crosses the bridge in a fraction of the time of its values. `null`: ask for the snapshot. */
  'board:text': { args: nothing, result: z.string().nullable() },
  'order:act': { args: actArgs, result: tapOnly },
  'order:validate-code': {
    args: z.strictObject({ orderId, code: z.string().min(1).max(32) }),
    result: z.object({ isValid: z.boolean() }),
  },
  'order:reasons': { args: orderOnly, result: cancellationReasonsSchema },
  'order:acknowledge-cancellation': { args: orderOnly, result: nothing },
  'order:strike-line': {
    args: z.strictObject({ orderId, lineId, struck: z.boolean() }),
    result: nothing,
  },
  /** First of all to cook, or back to its turn. Like the next two, it stays in this kitchen: the platform is not informed. */
  'order:move-first': { args: z.strictObject({ orderId, isFirst: z.boolean() }), result: nothing },
  /** Off the wall until this time (epoch ms of the platform); `null`: back now. */
  'order:hold': { args: z.strictObject({ orderId, until: z.number().nullable() }), result: nothing },
  /** A dish of the line is made again. */
  'order:make-again': { args: z.strictObject({ orderId, lineId, reason: z.enum(AGAIN_REASONS) }), result: nothing },
  /** Rows of the bag (`shared/ticket/bag-check.ts`) are in it, or not. */
  'order:tick-bag': {
    args: z.strictObject({
      orderId,
      rows: z.array(rowId).min(1).max(MAX_BAG_ROWS),
      isTicked: z.boolean(),
      by: screenName,
    }),
    result: nothing,
  },
  'order:count-bags': {
    args: z.strictObject({ orderId, bags: z.number().int().min(1).max(MAX_BAGS), by: screenName }),
    result: nothing,
  },
  'order:start-by-hand': { args: orderOnly, result: nothing },
  'order:timeline': { args: orderOnly, result: z.array(board.timelineEntrySchema) },
  /** Everything to cook of an order that is larger than its ticket, in parts. */
  'order:whole': {
    args: z.strictObject({ orderId, part: z.number().int().min(0).max(10_000) }),
    result: z.object({ text: z.string(), parts: z.number().int() }),
  },
  'order:quiet-alarm': { args: z.strictObject({ orderId, how: z.enum(QUIET_WAYS) }), result: nothing },
  /** The tickets of these orders were painted. */
  'order:shown': { args: z.strictObject({ orderIds: z.array(orderId).max(MAX_REPORTED) }), result: nothing },
  /** Tickets that the window has drawn in this version of the board. */
  'order:drawn': {
    args: z.strictObject({ orderIds: z.array(orderId).max(MAX_REPORTED), version: z.number().int().min(0) }),
    result: nothing,
  },
  'order:rang': { args: z.strictObject({ rings: z.array(ringSchema).max(MAX_REPORTED) }), result: nothing },
  /** The window could not play the alarm of these orders: the main processes and the other screens ring. */
  'order:unplayed': { args: z.strictObject({ orderIds: z.array(orderId).max(MAX_REPORTED) }), result: nothing },
  'sound:tested': { args: z.strictObject({ heard: z.boolean() }), result: nothing },
  'history:list': { args: history.historyQuerySchema, result: history.historyPageSchema },
  /** Puts a finished ticket back on the board, or removes it again. The platform is not informed. */
  'history:recall': { args: z.strictObject({ orderId, recalled: z.boolean() }), result: nothing },
  'history:shift': { args: history.shiftQuerySchema, result: history.shiftSchema },
  /** Without `orderId`: all orders that the query finds. `saved` is false when no file was chosen. */
  'history:export': {
    args: history.historyQuerySchema
      .omit({ page: true, only: true })
      .extend({ format: z.enum(['json', 'html']), orderId: orderId.optional() }),
    result: z.object({ saved: z.boolean() }),
  },
  'tap:undo': { args: tapOnly, result: nothing },
  'tap:send-now': { args: tapOnly, result: nothing },
  'queue:list': { args: nothing, result: z.array(board.queueEntrySchema) },
  /** Tries all waiting work at once, even during `Retry-After`. */
  'sync:retry-now': { args: nothing, result: nothing },
  'settings:change': { args: settings.settingsPatchSchema, result: settings.settingsSchema },
  /** Export to, and import from, a file that the user chooses. The settings contain no secret. */
  'settings:export': { args: nothing, result: z.object({ isSaved: z.boolean() }) },
  'settings:import': { args: nothing, result: settingsImportSchema },
  /** Sales channels of which this machine saw an order. */
  'channels:seen': { args: nothing, result: z.array(z.string()) },
  /** The facts about this computer that the settings show. */
  'computer:status': { args: nothing, result: computerStatusSchema },
  /** The result has the states that the system then reports. */
  'computer:switch': { args: computerSwitchSchema, result: computerStatusSchema },
  'setup:status': { args: nothing, result: setup.setupStatusSchema },
  'setup:address': { args: setup.addressArgsSchema, result: setup.addressReadingSchema },
  'setup:test': { args: setup.testArgsSchema, result: setup.probeReportSchema },
  /** Stores the connection that was tested last. No call returns a stored secret. */
  'setup:keep': { args: setup.keepArgsSchema, result: setup.keepOutcomeSchema },
  /** The platforms of the kitchen. */
  'connections:list': { args: nothing, result: z.array(connections.connectionSchema) },
  'connections:change': { args: connections.changeConnectionSchema, result: z.array(connections.connectionSchema) },
  'connections:test': { args: connections.connectionOnlySchema, result: setup.probeReportSchema },
  /** Refused with `not-allowed` for the first one, and for one with open orders or waiting taps. */
  'connections:remove': { args: connections.connectionOnlySchema, result: z.array(connections.connectionSchema) },
  /** Erases the credentials for ever. With `eraseProfile` it also erases every file of this kitchen and ends the program. */
  'kitchen:disconnect': { args: z.strictObject({ eraseProfile: z.boolean() }), result: setup.keepOutcomeSchema },
  /** The clipboard's text, for a screen without a keyboard. */
  'setup:paste': { args: nothing, result: z.object({ text: z.string() }) },
  /** The text of a file that the user chooses; absent: none was chosen. */
  'setup:file': { args: nothing, result: z.object({ text: z.string().optional() }) },
  /**
   * Begins a practice, with its own board and ledger, and ends the one that runs; the real kitchen continues. A scenario is
   * refused with `not-allowed` while the alarm of a real order is active, and, without `isConfirmed`, while one is open.
   */
  'practice:begin': {
    args: z.strictObject({ name: z.enum(PRACTICE_NAMES), isConfirmed: z.boolean() }),
    result: nothing,
  },
  /** Null: no scenario ran. */
  'practice:end': {
    args: z.strictObject({ ending: board.practiceReportSchema.shape.ending }),
    result: board.practiceReportSchema.nullable(),
  },
  /** The result of the last scenario of this run. */
  'practice:results': { args: nothing, result: board.practiceResultsSchema },
  /** The view chosen with the switch. Unlike other settings it needs no PIN. */
  'view:remember': { args: z.strictObject({ view: z.enum(VIEWS) }), result: nothing },
  /** Stores the places of the tickets, so that they are the same after a restart. */
  'places:remember': { args: z.strictObject({ places: z.string().max(MAX_PLACES) }), result: nothing },
  'print:printers': { args: nothing, result: z.array(printerSchema) },
  /** One ticket, or without `orderId` every open one, the oldest first. Returns how many were sent to the printer. */
  'print:tickets': {
    args: z.strictObject({ orderId: orderId.optional() }),
    result: z.object({ printed: z.number().int() }),
  },
  'webhook:status': { args: nothing, result: webhookStatusSchema },
  /**
   * The result contains the code of an open pairing, so the call is refused while the PIN locks. An open page makes this
   * call each second, so its row is not guarded: each guarded call would keep the lock open.
   */
  'screens:status': { args: nothing, result: screens.screensStatusSchema },
  'screens:open-pairing': { args: nothing, result: screens.screensStatusSchema },
  'screens:stop-pairing': { args: nothing, result: screens.screensStatusSchema },
  /** Ends the connection of this screen at once; it has to be paired again. */
  'screens:revoke': { args: z.strictObject({ id: z.string().min(1).max(64) }), result: screens.screensStatusSchema },
  /** Name and use of a screen. One that is away applies them when it is back. */
  'screens:change': { args: screens.changeScreenSchema, result: screens.screensStatusSchema },
  /** Gives the role of the main computer to this screen: the program restarts and no longer uses the platform. */
  'screens:hand-over': { args: z.strictObject({ id: z.string().min(1).max(64) }), result: screens.screensStatusSchema },
  /** Takes back a role that the screen has not taken yet; the program restarts. */
  'screens:take-back': { args: nothing, result: screens.screensStatusSchema },
  /** Main computers on this network that wait for a screen; it takes some seconds. */
  'screens:find': { args: nothing, result: screens.foundComputersSchema },
  /** Makes this program a screen of the main computer at this address, from its next start. */
  'screens:join': { args: screens.joinArgsSchema, result: screens.joinResultSchema },
  /** Restarts as the screen that was joined: it no longer uses the platform. */
  'screens:open-joined': { args: nothing, result: nothing },
  /** For a screen: the main computer that it has joined. */
  'screens:joined': { args: nothing, result: screens.joinedSchema },
  /** For a screen: its main computer is at this address now. Kept if the paired main computer answers there. */
  'screens:move': { args: screens.moveArgsSchema, result: screens.movedResultSchema },
  /** For a screen: it restarts without its main computer, as a computer that was never set up. */
  'screens:leave': { args: nothing, result: nothing },
  /** For a screen: whether it has what it needs to replace a main computer that is gone. */
  'promotion:status': { args: nothing, result: promotion.promotionStatusSchema },
  /** For a screen: prepares its ledger; the program restarts as the main computer. */
  'promotion:begin': { args: nothing, result: promotion.promotionResultSchema },
  /** The result contains the address, so the call is refused while the PIN locks. */
  'customers:status': { args: nothing, result: customersLinkSchema },
  /** Makes a new link; the previous one becomes invalid. */
  'customers:open-link': { args: nothing, result: customersLinkSchema },
  'customers:close-link': { args: nothing, result: customersLinkSchema },
  'lock:status': { args: nothing, result: lock.lockStatusSchema },
  'lock:unlock': { args: z.strictObject({ pin: lock.pinSchema }), result: lock.lockStatusSchema },
  /**
   * `pin` null removes the PIN. `current` is needed, and counts as an attempt, while one is set. The first PIN after
   * the set-up needs `clientSecret`, which counts as an attempt too.
   */
  'lock:set': {
    args: z.strictObject({
      pin: lock.pinSchema.nullable(),
      current: lock.pinSchema.optional(),
      clientSecret: lock.enteredSecretSchema.optional(),
    }),
    result: lock.lockStatusSchema,
  },
  'lock:lock-now': { args: nothing, result: lock.lockStatusSchema },
  /** Asks the user where to save. The answer states whether a file was written, not where. */
  'diagnostics:export': { args: nothing, result: z.object({ isSaved: z.boolean() }) },
  'updates:status': { args: nothing, result: updateStatusSchema },
  /** Reads the feed now instead of at its time of the day. */
  'updates:check': { args: nothing, result: updateStatusSchema },
  /** Starts installing the downloaded update. The status has the reason of a delay. */
  'updates:install': { args: nothing, result: updateStatusSchema },
  'app:about': { args: nothing, result: z.object({ version: z.string() }) },
  'app:quit': { args: nothing, result: nothing },
} as const satisfies Record<CoreCall, { args: z.ZodType; result: z.ZodType }>

type PracticeContract = { readonly [C in PractisedCall as PracticeCall<C>]: (typeof coreContract)[C] }

export const contract = {
  ...coreContract,
  // Each name has the schemas of its call, which the compiler cannot follow through a list.
  ...(Object.fromEntries(
    PRACTISED_CALLS.map((name) => [practiceCall(name), coreContract[name]]),
  ) as unknown as PracticeContract),
} as const satisfies Record<CallName, { args: z.ZodType; result: z.ZodType }>

export const pushes = {
  'board:delta': board.boardDeltaSchema,
  'practice:delta': board.boardDeltaSchema,
  /** A scenario has ended by its own time. */
  'practice:over': board.practiceReportSchema,
  /** A user tried a guarded action outside the page, for example closing the window. */
  'lock:asked': z.object({ purpose: z.enum(lock.LOCK_PURPOSES) }),
} as const satisfies Record<PushName, z.ZodType>

export type CallArgs<C extends CallName> = z.infer<(typeof contract)[C]['args']>
export type CallValue<C extends CallName> = z.infer<(typeof contract)[C]['result']>
export type PushPayload<P extends PushName> = z.infer<(typeof pushes)[P]>

/** The type of `window.comanda`. */
export type Bridge = {
  readonly call: { readonly [C in CallName]: (args: CallArgs<C>) => Promise<CallResult<CallValue<C>>> }
  /** Returns the function that ends the subscription. */
  readonly on: { readonly [P in PushName]: (listener: (payload: PushPayload<P>) => void) => () => void }
}
