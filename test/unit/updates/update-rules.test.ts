import { expect, it } from 'vitest'
import {
  firstCheckDelay,
  type KitchenActivity,
  mayInstallAutomatically,
  nextCheckDelay,
  updateHold,
} from '../../../electron/updates/update-service.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-03-02T03:00:00')

const ticket = (part: Partial<Ticket>): Ticket => ({ orderId: 'o1', lane: 'preparing', ...part }) as Ticket
const quiet = (enabled: boolean): KitchenActivity['settings'] => ({
  ...DEFAULT_SETTINGS,
  installsUpdates: true,
  alarm: { ...DEFAULT_SETTINGS.alarm, quietHours: { enabled, from: '23:00', to: '06:00' } },
})
const AT_REST: KitchenActivity = {
  tickets: [],
  unsettledTaps: 0,
  freshness: { state: 'fresh' },
  clock: { platformNow: NOW, skewMs: 0 },
  settings: quiet(true),
}
const AT_NIGHT = { needsPerson: false, wallNow: NOW }

it.each<[string, number, number]>([
  ['the first time is two minutes after the start', firstCheckDelay(undefined, NOW, 0), 2 * MINUTE_MS],
  ['is overdue', firstCheckDelay(NOW - 2 * DAY_MS, NOW, 0), 2 * MINUTE_MS],
  ['after a restart is a day after the last one', firstCheckDelay(NOW - 5 * HOUR_MS, NOW, 0), 19 * HOUR_MS],
  ['after the clock was set back is within a day', firstCheckDelay(NOW + 400 * DAY_MS, NOW, 0), DAY_MS],
  ['is made once a day', nextCheckDelay(false, 0), DAY_MS],
  ['that failed is repeated after four hours', nextCheckDelay(true, 0), 4 * HOUR_MS],
  ['varies between shops at the start', firstCheckDelay(undefined, NOW, 1), 32 * MINUTE_MS],
  ['varies between shops by half an hour', nextCheckDelay(false, 0.5), DAY_MS + 15 * MINUTE_MS],
])('a check for updates %s', (_what, delay, expected) => {
  expect(delay).toBe(expected)
})

const holding = (...tickets: readonly Ticket[]): Partial<KitchenActivity> => ({
  tickets: [ticket({ lane: 'done' }), ...tickets],
})

it.each<[string, Partial<KitchenActivity>, ReturnType<typeof updateHold>]>([
  ['an order is new', holding(ticket({ lane: 'new' })), 'orders-open'],
  ['an order is prepared', holding(ticket({ lane: 'preparing' })), 'orders-open'],
  ['an order is ready', holding(ticket({ lane: 'ready' })), 'orders-open'],
  [
    'an order is scheduled for soon',
    holding(ticket({ lane: 'scheduled', startAt: NOW + 29 * MINUTE_MS })),
    'orders-open',
  ],
  ['an order is scheduled without a start', holding(ticket({ lane: 'scheduled' })), 'orders-open'],
  ['an order is scheduled for later', holding(ticket({ lane: 'scheduled', startAt: NOW + 31 * MINUTE_MS })), undefined],
  ['a tap is not confirmed', { unsettledTaps: 1 }, 'taps-unsent'],
  ['the storage refuses writes', { freshness: { state: 'fresh', trouble: 'storage' } }, 'storage'],
])('while %s an update is held back or not: %o, %s', (_when, activity, hold) => {
  expect(updateHold({ ...AT_REST, ...activity })).toBe(hold)
  expect(mayInstallAutomatically({ ...AT_REST, ...activity }, AT_NIGHT)).toBe(hold === undefined)
})

it.each<readonly [string, Partial<KitchenActivity>, Partial<typeof AT_NIGHT>, boolean]>([
  ['in the quiet hours of the shop', {}, {}, true],
  ['at no other time', {}, { wallNow: NOW + 4 * HOUR_MS }, false],
  ['not when the shop has no quiet hours', { settings: quiet(false) }, {}, false],
  [
    'not unless the owner has switched it on',
    { settings: { ...quiet(true), installsUpdates: DEFAULT_SETTINGS.installsUpdates } },
    {},
    false,
  ],
  ['not when the system requires a password', {}, { needsPerson: true }, false],
  ...(['late', 'stale', 'offline', 'setup'] as const).map(
    (state) => [`not over a board that is ${state}`, { freshness: { state } }, {}, false] as const,
  ),
])('an update is installed automatically %s', (_when, activity, at, expected) => {
  expect(mayInstallAutomatically({ ...AT_REST, ...activity }, { ...AT_NIGHT, ...at })).toBe(expected)
})
