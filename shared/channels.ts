/**
 * Names of everything that crosses between a window and the main process. The shapes are in `contract.ts`; the names
 * stand alone so that the preload script, which may carry no schemas, can be written against them.
 */

/** Calls of a window, each answered with a `Result`. */
export const CALLS = [
  'board:snapshot',
  'order:act',
  'order:validate-code',
  'order:acknowledge-cancellation',
  'order:strike-line',
  'order:start-by-hand',
  'order:timeline',
  'order:whole',
  'order:quiet-alarm',
  'order:shown',
  'order:drawn',
  'order:rang',
  'sound:tested',
  'history:list',
  'history:recall',
  'history:shift',
  'history:export',
  'tap:undo',
  'tap:send-now',
  'queue:list',
  'sync:retry-now',
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
  'view:remember',
  'places:remember',
  'print:printers',
  'print:tickets',
  'webhook:status',
  'lock:status',
  'lock:unlock',
  'lock:set',
  'lock:lock-now',
  'diagnostics:export',
  'app:about',
  'app:quit',
] as const
export type CallName = (typeof CALLS)[number]

/** Messages of the main process to every window. */
export const PUSHES = ['board:delta', 'practice:delta', 'lock:asked'] as const
export type PushName = (typeof PUSHES)[number]
