import { describe, expect, it } from 'vitest'
import {
  firstCheckDelay,
  type KitchenActivity,
  mayInstallAutomatically,
  nextCheckDelay,
  updateHold,
} from '../../../electron/updates/update-rules.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-03-02T03:00:00')

const ticket = (part: Partial<Ticket>): Ticket => ({ orderId: 'o1', lane: 'preparing', ...part }) as Ticket
const quiet = (enabled: boolean): KitchenActivity['settings'] => ({
  ...DEFAULT_SETTINGS,
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

describe('the time of a check', () => {
  it('is two minutes after the start at the earliest, and once a day', () => {
    expect(firstCheckDelay(undefined, NOW, 0)).toBe(2 * MINUTE_MS)
    expect(firstCheckDelay(NOW - 2 * DAY_MS, NOW, 0)).toBe(2 * MINUTE_MS)
    expect(firstCheckDelay(NOW - 5 * HOUR_MS, NOW, 0)).toBe(19 * HOUR_MS)
    expect(nextCheckDelay(false, 0)).toBe(DAY_MS)
  })

  it('is at the latest a day after the start when the clock was set back', () => {
    expect(firstCheckDelay(NOW + 400 * DAY_MS, NOW, 0)).toBe(DAY_MS)
  })

  it('is some hours after a failed check', () => {
    expect(nextCheckDelay(true, 0)).toBe(4 * HOUR_MS)
  })

  it('varies between shops by up to half an hour', () => {
    expect(firstCheckDelay(undefined, NOW, 1) - firstCheckDelay(undefined, NOW, 0)).toBe(30 * MINUTE_MS)
    expect(nextCheckDelay(false, 0.5) - nextCheckDelay(false, 0)).toBe(15 * MINUTE_MS)
  })
})

describe('the reason against an installation', () => {
  it.each<[string, Ticket]>([
    ['is new', ticket({ lane: 'new' })],
    ['is prepared', ticket({ lane: 'preparing' })],
    ['is ready', ticket({ lane: 'ready' })],
    ['is scheduled for soon', ticket({ lane: 'scheduled', startAt: NOW + 29 * MINUTE_MS })],
    ['is scheduled without a start', ticket({ lane: 'scheduled' })],
  ])('is an order that %s', (_case, open) => {
    expect(updateHold({ ...AT_REST, tickets: [ticket({ lane: 'done' }), open] })).toBe('orders-open')
    expect(mayInstallAutomatically({ ...AT_REST, tickets: [open] }, AT_NIGHT)).toBe(false)
  })

  it('is not an order that is done or scheduled for later', () => {
    const tickets = [ticket({ lane: 'done' }), ticket({ lane: 'scheduled', startAt: NOW + 31 * MINUTE_MS })]
    expect(updateHold({ ...AT_REST, tickets })).toBeUndefined()
  })

  it('is a tap that is not confirmed', () => {
    expect(updateHold({ ...AT_REST, unsettledTaps: 1 })).toBe('taps-unsent')
    expect(mayInstallAutomatically({ ...AT_REST, unsettledTaps: 1 }, AT_NIGHT)).toBe(false)
  })

  it('is a storage that refuses writes', () => {
    expect(updateHold({ ...AT_REST, freshness: { state: 'late', trouble: 'storage' } })).toBe('storage')
  })
})

describe('an automatic installation', () => {
  it('happens in the quiet hours of the shop, and at no other time', () => {
    expect(mayInstallAutomatically(AT_REST, AT_NIGHT)).toBe(true)
    expect(mayInstallAutomatically(AT_REST, { ...AT_NIGHT, wallNow: NOW + 4 * HOUR_MS })).toBe(false)
  })

  it('does not happen when the shop has no quiet hours', () => {
    expect(mayInstallAutomatically({ ...AT_REST, settings: quiet(false) }, AT_NIGHT)).toBe(false)
  })

  it('does not happen when the system requires a password', () => {
    expect(mayInstallAutomatically(AT_REST, { ...AT_NIGHT, needsPerson: true })).toBe(false)
  })

  it.each(['late', 'stale', 'offline', 'setup'] as const)('does not happen over a board that is %s', (state) => {
    expect(mayInstallAutomatically({ ...AT_REST, freshness: { state } }, AT_NIGHT)).toBe(false)
  })
})
