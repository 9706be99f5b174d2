/**
 * All calls and pushes between a window and the main process. The shapes are in `contract.ts`; this file has no schemas, for
 * the preload script.
 */

/** How a call is handled. */
type CallRow = {
  /**
   * What a screen does with the call of its window:
   * - `tap`, `kept`: stores it, shows its effect, and sends it, as a tap or as a call
   * - `main-computer`: asks it, else `station-away`
   * - `forwarded`: sends it, else drops it
   * - `local`, `both`: answers, or also asks
   */
  readonly atScreen: 'tap' | 'kept' | 'main-computer' | 'forwarded' | 'both' | 'local' | 'unavailable'
  /**
   * Refused while the main computer lacks it. `storage`: the open ledger. `queue`: also the queue of orders, which it
   * may hand over.
   */
  readonly needs?: 'storage' | 'queue'
  /** Refused with `locked` while a PIN is set and was not entered recently. */
  readonly isGuarded?: true
  /** The main computer adds to the arguments the name of the screen that calls, as `by`. */
  readonly isSigned?: true
  /** A practice answers the same call for its own orders; its name then begins with `PRACTICE`. */
  readonly inPractice?: true
}

// A window needs it at its start, and not the names of all calls.
export { BOARD_CAME } from './values.ts'

/** Calls of a window. */
export const CALL_ROWS = {
  'board:snapshot': { atScreen: 'local', inPractice: true },
  'board:text': { atScreen: 'local' },
  'order:act': { atScreen: 'tap', needs: 'queue', inPractice: true },
  'order:validate-code': { atScreen: 'main-computer', needs: 'queue', inPractice: true },
  'order:reasons': { atScreen: 'main-computer', needs: 'queue', inPractice: true },
  'order:acknowledge-cancellation': { atScreen: 'kept', needs: 'queue', inPractice: true },
  'order:strike-line': { atScreen: 'kept', needs: 'queue', inPractice: true },
  'order:move-first': { atScreen: 'kept', needs: 'queue', inPractice: true },
  'order:hold': { atScreen: 'kept', needs: 'queue', inPractice: true },
  'order:make-again': { atScreen: 'kept', needs: 'queue', inPractice: true },
  'order:tick-bag': { atScreen: 'kept', needs: 'queue', inPractice: true, isSigned: true },
  'order:count-bags': { atScreen: 'kept', needs: 'queue', inPractice: true, isSigned: true },
  'order:start-by-hand': { atScreen: 'main-computer', needs: 'queue', inPractice: true },
  'order:timeline': { atScreen: 'main-computer', isGuarded: true },
  'order:whole': { atScreen: 'main-computer', needs: 'storage', inPractice: true },
  'order:quiet-alarm': { atScreen: 'kept', needs: 'storage', inPractice: true },
  'order:shown': { atScreen: 'forwarded', needs: 'storage', inPractice: true },
  'order:drawn': { atScreen: 'local', needs: 'storage', inPractice: true },
  'order:rang': { atScreen: 'forwarded', needs: 'storage', inPractice: true },
  'order:unplayed': { atScreen: 'both', needs: 'storage' },
  'sound:tested': { atScreen: 'local', needs: 'storage' },
  'history:list': { atScreen: 'main-computer', needs: 'storage', isGuarded: true },
  'history:recall': { atScreen: 'main-computer', needs: 'queue', inPractice: true },
  'history:shift': { atScreen: 'main-computer', needs: 'storage', isGuarded: true },
  'history:export': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'tap:undo': { atScreen: 'both', needs: 'queue', inPractice: true },
  'tap:send-now': { atScreen: 'both', needs: 'queue', inPractice: true },
  'queue:list': { atScreen: 'both', inPractice: true },
  'sync:retry-now': { atScreen: 'both', inPractice: true },
  'settings:change': { atScreen: 'local', needs: 'storage', isGuarded: true },
  'settings:export': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'settings:import': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'channels:seen': { atScreen: 'main-computer' },
  'computer:status': { atScreen: 'local' },
  'computer:switch': { atScreen: 'local', isGuarded: true },
  'setup:status': { atScreen: 'unavailable' },
  'setup:address': { atScreen: 'unavailable', isGuarded: true },
  'setup:test': { atScreen: 'unavailable', isGuarded: true },
  'setup:keep': { atScreen: 'unavailable', isGuarded: true },
  'setup:paste': { atScreen: 'unavailable', isGuarded: true },
  'setup:file': { atScreen: 'unavailable', isGuarded: true },
  'connections:list': { atScreen: 'unavailable', isGuarded: true },
  'connections:change': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'connections:test': { atScreen: 'unavailable', isGuarded: true },
  'connections:remove': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'kitchen:disconnect': { atScreen: 'unavailable', isGuarded: true },
  'practice:begin': { atScreen: 'unavailable', isGuarded: true },
  'practice:end': { atScreen: 'unavailable' },
  'practice:results': { atScreen: 'unavailable' },
  'view:remember': { atScreen: 'local', needs: 'storage' },
  'places:remember': { atScreen: 'local', needs: 'storage' },
  'print:printers': { atScreen: 'unavailable' },
  'print:tickets': { atScreen: 'main-computer' },
  'webhook:status': { atScreen: 'unavailable' },
  'screens:status': { atScreen: 'unavailable' },
  'screens:open-pairing': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'screens:stop-pairing': { atScreen: 'unavailable', isGuarded: true },
  'screens:revoke': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'screens:change': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'screens:hand-over': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'screens:take-back': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'screens:find': { atScreen: 'unavailable', isGuarded: true },
  'screens:join': { atScreen: 'unavailable', isGuarded: true },
  'screens:open-joined': { atScreen: 'unavailable' },
  'screens:joined': { atScreen: 'local' },
  'screens:move': { atScreen: 'local', isGuarded: true },
  'screens:leave': { atScreen: 'local', isGuarded: true },
  'promotion:status': { atScreen: 'local' },
  'promotion:begin': { atScreen: 'local', isGuarded: true },
  'customers:status': { atScreen: 'unavailable' },
  'customers:open-link': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'customers:close-link': { atScreen: 'unavailable', needs: 'storage', isGuarded: true },
  'lock:status': { atScreen: 'both' },
  'lock:unlock': { atScreen: 'main-computer' },
  'lock:set': { atScreen: 'unavailable', needs: 'storage' },
  'lock:lock-now': { atScreen: 'main-computer' },
  'diagnostics:export': { atScreen: 'unavailable', isGuarded: true },
  'updates:status': { atScreen: 'local' },
  'updates:check': { atScreen: 'local', isGuarded: true },
  'updates:install': { atScreen: 'local', isGuarded: true },
  'app:about': { atScreen: 'local' },
  'app:quit': { atScreen: 'local', isGuarded: true },
} as const satisfies Record<string, CallRow>

type Rows = typeof CALL_ROWS
export type CoreCall = keyof Rows
type CallsWith<R extends CallRow> = { [C in CoreCall]: Rows[C] extends R ? C : never }[CoreCall]
/** The calls that a screen handles in this way. */
export type CallsAtScreen<W extends CallRow['atScreen']> = CallsWith<CallRow & { readonly atScreen: W }>
export type PractisedCall = CallsWith<CallRow & { readonly inPractice: true }>

// `Object.keys` loses the names.
const CORE_CALLS = Object.keys(CALL_ROWS) as readonly CoreCall[]
const rowOf = (call: string): CallRow | undefined =>
  Object.hasOwn(CALL_ROWS, call) ? CALL_ROWS[call as CoreCall] : undefined

export const PRACTISED_CALLS = CORE_CALLS.filter((call): call is PractisedCall => rowOf(call)?.inPractice === true)

const PRACTICE = 'practice/'
export type PracticeCall<C extends PractisedCall = PractisedCall> = `${typeof PRACTICE}${C}`
export const practiceCall = <C extends PractisedCall>(name: C): PracticeCall<C> => `${PRACTICE}${name}`

/** Calls of a window, each answered with a `Result`. */
export const CALLS: readonly CallName[] = [...CORE_CALLS, ...PRACTISED_CALLS.map((name) => practiceCall(name))]
export type CallName = CoreCall | PracticeCall

/** The calls of a practice need nothing: they are refused when none runs. It runs at the main computer. */
const PRACTICE_ROW: CallRow = { atScreen: 'unavailable' }
export const callRow = (call: CallName): CallRow => rowOf(call) ?? PRACTICE_ROW

/** The calls that the main computer answers for a screen. A screen that was tampered with can make no other call. */
export type ScreenCall = CallsAtScreen<'kept' | 'main-computer' | 'forwarded' | 'both'>
export const SCREEN_CALLS = CORE_CALLS.filter((call): call is ScreenCall =>
  ['kept', 'main-computer', 'forwarded', 'both'].includes(callRow(call).atScreen),
)

/** Messages of the main process to every window. */
export const PUSHES = ['board:delta', 'practice:delta', 'practice:over', 'lock:asked'] as const
export type PushName = (typeof PUSHES)[number]
