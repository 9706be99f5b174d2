import type { CallName, KitchenCall, ScenarioCall } from './channels.ts'
import type { Settings } from './settings.ts'

/**
 * How a screen answers a call of its window.
 * - `kept`: stored on the screen, shown there at once, and sent until the station has judged it.
 * - `asked`: the station answers; fails with `station-away` while it is not reached.
 * - `forwarded`: sent to the station while it is reached; else dropped, because nothing depends on it.
 * - `here`: the screen's own main process answers.
 * - `never`: the call belongs to the station's own window.
 */
export const SCREEN_CALL_WAYS = {
  'board:snapshot': 'here',
  'order:act': 'kept',
  'order:validate-code': 'asked',
  'order:acknowledge-cancellation': 'kept',
  'order:strike-line': 'kept',
  'order:start-by-hand': 'asked',
  'order:timeline': 'asked',
  'order:whole': 'asked',
  'order:quiet-alarm': 'kept',
  'order:shown': 'forwarded',
  'order:drawn': 'here',
  'order:rang': 'forwarded',
  'sound:tested': 'here',
  'history:list': 'asked',
  'history:recall': 'asked',
  'history:shift': 'asked',
  'history:export': 'never',
  // Answered on the screen while the tap is still stored there, otherwise by the station.
  'tap:undo': 'here',
  'tap:send-now': 'here',
  'queue:list': 'here',
  'sync:retry-now': 'here',
  'settings:change': 'here',
  'settings:export': 'never',
  'settings:import': 'never',
  'channels:seen': 'asked',
  'computer:status': 'here',
  'setup:status': 'never',
  'setup:address': 'never',
  'setup:test': 'never',
  'setup:keep': 'never',
  'setup:paste': 'never',
  'kitchen:disconnect': 'never',
  'practice:begin': 'never',
  'practice:act': 'never',
  'practice:end': 'never',
  'scenario:begin': 'never',
  'scenario:end': 'never',
  'scenario:last': 'never',
  'view:remember': 'here',
  'places:remember': 'here',
  // The printer belongs to the station.
  'print:printers': 'never',
  'print:tickets': 'asked',
  'webhook:status': 'never',
  'screens:status': 'never',
  'screens:open-pairing': 'never',
  'screens:stop-pairing': 'never',
  'screens:revoke': 'never',
  'screens:recovery-code': 'never',
  'screens:hand-over': 'never',
  'screens:take-back': 'never',
  'screens:find': 'never',
  'screens:join': 'never',
  'screens:joined': 'here',
  'screens:move': 'here',
  'screens:leave': 'here',
  'promotion:status': 'here',
  'promotion:begin': 'here',
  'customers:status': 'never',
  'customers:open-link': 'never',
  'customers:close-link': 'never',
  'lock:status': 'here',
  'lock:unlock': 'asked',
  'lock:set': 'never',
  'lock:lock-now': 'asked',
  'diagnostics:export': 'never',
  'updates:status': 'here',
  'updates:check': 'here',
  'updates:install': 'here',
  'app:about': 'here',
  'app:quit': 'here',
} as const satisfies Record<KitchenCall, ScreenCallWay>

export type ScreenCallWay = 'kept' | 'asked' | 'forwarded' | 'here' | 'never'
type CallOf<W extends ScreenCallWay> = {
  [C in KitchenCall]: (typeof SCREEN_CALL_WAYS)[C] extends W ? C : never
}[KitchenCall]
export type KeptCall = CallOf<'kept'>
export type AskedCall = CallOf<'asked'>
export type ForwardedCall = CallOf<'forwarded'>
export type HereCall = CallOf<'here'>

/** How a screen carries out a call. `never` for practice scenarios, which run at the station. */
export const screenCallWay = (call: CallName): ScreenCallWay =>
  // `hasOwn` leaves out the scenario calls, which the compiler cannot follow.
  Object.hasOwn(SCREEN_CALL_WAYS, call) ? SCREEN_CALL_WAYS[call as Exclude<CallName, ScenarioCall>] : 'never'

/** What the station does for a screen beside the messages of the link: a screen that was tampered with gets no more. */
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
  'columns',
  'itemText',
  'newOrders',
  'readyOrders',
  'layout',
  'bumpBar',
  'onScreenKeyboard',
  'station',
  'alarm',
] as const satisfies readonly (keyof Settings)[]
export type OwnSetting = (typeof OWN_SETTINGS)[number]
