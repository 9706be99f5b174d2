import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  type Circumstances,
  lastMomentOf,
  MIN_TIME_LEFT_MS,
  type Refusal,
  refusalOf,
} from '../../../electron/core/auto-confirm.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { EVENING, ticket } from '../../fixtures/board-harness/tickets.ts'

const MINUTE = 60_000
const RULES = { ...DEFAULT_SETTINGS.autoConfirm, enabled: true, mostOpen: 10 }
/** The fixture's order was created two minutes before. */
const CREATED_AT = EVENING - 2 * MINUTE

const order = (more: Partial<Candidate> = {}): Candidate => ({
  ticket: ticket('1'),
  firstSeenAt: CREATED_AT,
  isReadPending: false,
  mentionsCancellation: false,
  wasTapped: false,
  ...more,
})
const around = (more: Partial<Circumstances> = {}): Circumstances => ({
  rules: RULES,
  confirmDeadlineMinutes: 8,
  isBoardCurrent: true,
  inKitchen: 0,
  platformNow: EVENING,
  ...more,
})
const localTime = (at: number): string => {
  const local = new Date(at)
  return `${String(local.getHours()).padStart(2, '0')}:${String(local.getMinutes()).padStart(2, '0')}`
}
const hours = (fromMs: number, toMs: number) => ({
  rules: { ...RULES, hours: { enabled: true, from: localTime(EVENING + fromMs), to: localTime(EVENING + toMs) } },
})

it('a new order is accepted while every rule allows it', () => {
  expect(refusalOf(order(), around())).toBeUndefined()
})

describe('an order is not accepted automatically', () => {
  it.each<[string, Partial<Candidate>, Partial<Circumstances>, Refusal]>([
    ['while the setting is off', {}, { rules: { ...RULES, enabled: false } }, 'switched-off'],
    ['while the board is not current', {}, { isBoardCurrent: false }, 'board-not-current'],
    ['outside the hours', {}, hours(MINUTE, 60 * MINUTE), 'outside-hours'],
    ['from the end of the hours on', {}, hours(-60 * MINUTE, 0), 'outside-hours'],
    ['while the kitchen has the maximum number of orders', {}, { inKitchen: 10 }, 'kitchen-full'],
    ['before it was read', { ticket: ticket('1', { reading: 'loading' }) }, {}, 'unread'],
    ['if it cannot be read', { ticket: ticket('1', { reading: 'unreadable' }) }, {}, 'unread'],
    ['if its latest change could not be read', { ticket: ticket('1', { outdated: true }) }, {}, 'unread'],
    ['while an event of it waits to be read', { isReadPending: true }, {}, 'unread'],
    ['after it was accepted', { ticket: ticket('1', { status: 'CONFIRMED' }) }, {}, 'not-new'],
    ['in an unknown status', { ticket: ticket('1', { status: 'X', actions: ['confirm'] }) }, {}, 'not-new'],
    ['while a tap of it is held', { ticket: ticket('1', { actions: [] }) }, {}, 'not-new'],
    ['after an event that mentions a cancellation', { mentionsCancellation: true }, {}, 'not-new'],
    ['after it was tapped, also when the tap was undone', { wasTapped: true }, {}, 'tapped-before'],
    ['after its time to be accepted', {}, { platformNow: CREATED_AT + 8 * MINUTE }, 'too-late'],
    [
      'when the time that is left is too short',
      {},
      { platformNow: CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS + 1 },
      'too-late',
    ],
    [
      'if this machine received it long ago, whatever the order says',
      {
        ticket: ticket('1', { createdAt: EVENING, confirmBy: EVENING + 8 * MINUTE }),
        firstSeenAt: EVENING - 9 * MINUTE,
      },
      {},
      'too-late',
    ],
    ['without a known time to be accepted', { ticket: { ...ticket('1'), confirmBy: undefined } }, {}, 'too-late'],
  ])('%s', (_when, candidate, circumstances, refusal) => {
    expect(refusalOf(order(candidate), around(circumstances))).toBe(refusal)
  })
})

describe('an order is accepted automatically', () => {
  it.each<[string, Partial<Candidate>, Partial<Circumstances>]>([
    ['in the first minute of the hours', {}, hours(0, 60 * MINUTE)],
    ['within hours that extend over midnight', {}, hours(-60 * MINUTE, -120 * MINUTE)],
    ['while the kitchen has one order less than its maximum', {}, { inKitchen: 9 }],
    ['until the time that is left is too short', {}, { platformNow: CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS }],
    ['before its start', { ticket: ticket('1', { lane: 'scheduled', timing: 'SCHEDULED' }) }, {}],
  ])('%s', (_when, candidate, circumstances) => {
    expect(refusalOf(order(candidate), around(circumstances))).toBeUndefined()
  })
})

it('the last moment for an automatic acceptance is the earlier of both times, minus the time for the call', () => {
  expect(lastMomentOf(order(), 8)).toBe(CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS)
  expect(lastMomentOf(order({ firstSeenAt: CREATED_AT - MINUTE }), 8)).toBe(CREATED_AT + 7 * MINUTE - MIN_TIME_LEFT_MS)
})
