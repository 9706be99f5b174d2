/**
 * Names of all calls and pushes between a window and the main process. The shapes are in `contract.ts`; the names are
 * separate for the preload script, which may contain no schemas.
 */

/** Calls about orders. A practice answers the same calls for its own orders; their names then begin with `PRACTICE`. */
export const PRACTISED_CALLS = [
  'board:snapshot',
  'order:act',
  'order:validate-code',
  'order:acknowledge-cancellation',
  'order:strike-line',
  'order:start-by-hand',
  'order:whole',
  'order:quiet-alarm',
  'order:shown',
  'order:drawn',
  'order:rang',
  'history:recall',
  'tap:undo',
  'tap:send-now',
  'queue:list',
  'sync:retry-now',
] as const
export type PractisedCall = (typeof PRACTISED_CALLS)[number]

const PRACTICE = 'scenario/'
export type ScenarioCall<C extends PractisedCall = PractisedCall> = `${typeof PRACTICE}${C}`
export const scenarioCall = <C extends PractisedCall>(name: C): ScenarioCall<C> => `${PRACTICE}${name}`

/** Calls of a window about the kitchen, the program and practice. */
const KITCHEN_CALLS = [
  ...PRACTISED_CALLS,
  'order:timeline',
  'sound:tested',
  'history:list',
  'history:shift',
  'history:export',
  'settings:change',
  'settings:export',
  'settings:import',
  'channels:seen',
  'computer:status',
  'setup:status',
  'setup:address',
  'setup:test',
  'setup:keep',
  'setup:paste',
  'kitchen:disconnect',
  'practice:begin',
  'practice:act',
  'practice:end',
  'scenario:begin',
  'scenario:end',
  'scenario:last',
  'view:remember',
  'places:remember',
  'print:printers',
  'print:tickets',
  'webhook:status',
  'screens:status',
  'screens:open-pairing',
  'screens:stop-pairing',
  'screens:revoke',
  'screens:change',
  'screens:recovery-code',
  'screens:hand-over',
  'screens:take-back',
  'screens:find',
  'screens:join',
  'screens:open-joined',
  'screens:joined',
  'screens:move',
  'screens:leave',
  'promotion:status',
  'promotion:begin',
  'customers:status',
  'customers:open-link',
  'customers:close-link',
  'lock:status',
  'lock:unlock',
  'lock:set',
  'lock:lock-now',
  'diagnostics:export',
  'updates:status',
  'updates:check',
  'updates:install',
  'app:about',
  'app:quit',
] as const
export type KitchenCall = (typeof KITCHEN_CALLS)[number]

/** Calls of a window, each answered with a `Result`. */
export const CALLS = [...KITCHEN_CALLS, ...PRACTISED_CALLS.map((name) => scenarioCall(name))] as const
export type CallName = KitchenCall | ScenarioCall

/** Messages of the main process to every window. */
export const PUSHES = ['board:delta', 'practice:delta', 'scenario:delta', 'scenario:over', 'lock:asked'] as const
export type PushName = (typeof PUSHES)[number]
