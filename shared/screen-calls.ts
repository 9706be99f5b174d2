import type { CallName, KitchenCall, ScenarioCall } from './channels.ts'
import type { Settings } from './settings.ts'

/**
 * How a screen answers a call of its window.
 * - `kept`: the screen stores the call, shows its effect at once, and sends it until the station has judged it.
 * - `station`: the station answers; the call fails with `station-away` while it is not reached.
 * - `forwarded`: the call is sent to the station while it is reached, else dropped, because nothing depends on it.
 * - `local`: the screen's own main process answers.
 * - `unavailable`: the call is refused, because it belongs to the station's own window.
 */
export const SCREEN_CALL_WAYS = {
  'board:snapshot': 'local',
  'order:act': 'kept',
  'order:validate-code': 'station',
  'order:acknowledge-cancellation': 'kept',
  'order:strike-line': 'kept',
  'order:start-by-hand': 'station',
  'order:timeline': 'station',
  'order:whole': 'station',
  'order:quiet-alarm': 'kept',
  'order:shown': 'forwarded',
  'order:drawn': 'local',
  'order:rang': 'forwarded',
  'sound:tested': 'local',
  'history:list': 'station',
  'history:recall': 'station',
  'history:shift': 'station',
  'history:export': 'unavailable',
  // Answered on the screen while the tap is still stored there, otherwise by the station.
  'tap:undo': 'local',
  'tap:send-now': 'local',
  'queue:list': 'local',
  'sync:retry-now': 'local',
  'settings:change': 'local',
  'settings:export': 'unavailable',
  'settings:import': 'unavailable',
  'channels:seen': 'station',
  'computer:status': 'local',
  'setup:status': 'unavailable',
  'setup:address': 'unavailable',
  'setup:test': 'unavailable',
  'setup:keep': 'unavailable',
  'setup:paste': 'unavailable',
  'kitchen:disconnect': 'unavailable',
  'practice:begin': 'unavailable',
  'practice:act': 'unavailable',
  'practice:end': 'unavailable',
  'scenario:begin': 'unavailable',
  'scenario:end': 'unavailable',
  'scenario:last': 'unavailable',
  'view:remember': 'local',
  'places:remember': 'local',
  // The printer belongs to the station.
  'print:printers': 'unavailable',
  'print:tickets': 'station',
  'webhook:status': 'unavailable',
  'screens:status': 'unavailable',
  'screens:open-pairing': 'unavailable',
  'screens:stop-pairing': 'unavailable',
  'screens:revoke': 'unavailable',
  'screens:change': 'unavailable',
  'screens:recovery-code': 'unavailable',
  'screens:hand-over': 'unavailable',
  'screens:take-back': 'unavailable',
  'screens:find': 'unavailable',
  'screens:join': 'unavailable',
  'screens:open-joined': 'unavailable',
  'screens:joined': 'local',
  'screens:move': 'local',
  'screens:leave': 'local',
  'promotion:status': 'local',
  'promotion:begin': 'local',
  'customers:status': 'unavailable',
  'customers:open-link': 'unavailable',
  'customers:close-link': 'unavailable',
  'lock:status': 'local',
  'lock:unlock': 'station',
  'lock:set': 'unavailable',
  'lock:lock-now': 'station',
  'diagnostics:export': 'unavailable',
  'updates:status': 'local',
  'updates:check': 'local',
  'updates:install': 'local',
  'app:about': 'local',
  'app:quit': 'local',
} as const satisfies Record<KitchenCall, ScreenCallWay>

export type ScreenCallWay = 'kept' | 'station' | 'forwarded' | 'local' | 'unavailable'
type CallOf<W extends ScreenCallWay> = {
  [C in KitchenCall]: (typeof SCREEN_CALL_WAYS)[C] extends W ? C : never
}[KitchenCall]
export type KeptCall = CallOf<'kept'>
export type StationCall = CallOf<'station'>
export type ForwardedCall = CallOf<'forwarded'>
export type LocalCall = CallOf<'local'>

/** How a screen carries out a call. `unavailable` for practice scenarios, which run at the station. */
export const screenCallWay = (call: CallName): ScreenCallWay =>
  // `hasOwn` leaves out the scenario calls, which the compiler cannot follow.
  Object.hasOwn(SCREEN_CALL_WAYS, call) ? SCREEN_CALL_WAYS[call as Exclude<CallName, ScenarioCall>] : 'unavailable'

/** The calls that the station answers for a screen. A screen that was tampered with can make no other call. */
export const STATION_ANSWERS = [
  'order:validate-code',
  'order:acknowledge-cancellation',
  'order:strike-line',
  'order:start-by-hand',
  'order:timeline',
  'order:whole',
  'order:quiet-alarm',
  'order:shown',
  'order:rang',
  'history:list',
  'history:recall',
  'history:shift',
  'tap:undo',
  'tap:send-now',
  'queue:list',
  'sync:retry-now',
  'channels:seen',
  'print:tickets',
  'lock:status',
  'lock:unlock',
  'lock:lock-now',
] as const satisfies readonly KitchenCall[]
export type StationAnswer = (typeof STATION_ANSWERS)[number]

/** Settings that each screen has of its own; the others are those of the kitchen and come from the station. */
export const OWN_SETTINGS = [
  'locale',
  'theme',
  'role',
  'rings',
  'view',
  'startView',
  'fullScreen',
  'startsWithComputer',
  'display',
  'restartsAfterFailure',
  'setupStep',
  'screenInches',
  'readingDistanceCm',
  'bumpBar',
  'onScreenKeyboard',
  'station',
  'alarm',
] as const satisfies readonly (keyof Settings)[]
export type OwnSetting = (typeof OWN_SETTINGS)[number]
