import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  type Circumstances,
  lastMomentOf,
  MIN_TIME_LEFT_MS,
  type Refusal,
  refusalOf,
} from '../../../electron/station/auto-confirm-rules.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { EVENING, ticket } from '../../fixtures/board-harness/tickets.ts'

const MINUTE = 60_000
const RULES = { ...DEFAULT_SETTINGS.autoConfirm, enabled: true, mostOpen: 10 }
/** The fixture's order came two minutes before. */
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

describe('an order is left to a person', () => {
  it.each<[string, Partial<Candidate>, Partial<Circumstances>, Refusal]>([
    ['while the setting is off', {}, { rules: { ...RULES, enabled: false } }, 'switched-off'],
    ['while the board is not current', {}, { isBoardCurrent: false }, 'board-not-current'],
    ['outside the hours', {}, hours(MINUTE, 60 * MINUTE), 'outside-hours'],
    ['from the end of the hours on', {}, hours(-60 * MINUTE, 0), 'outside-hours'],
    ['while as many are in the kitchen as may be', {}, { inKitchen: 10 }, 'kitchen-full'],
    ['before it was read', { ticket: ticket('1', { reading: 'loading' }) }, {}, 'unread'],
    ['if it cannot be read', { ticket: ticket('1', { reading: 'unreadable' }) }, {}, 'unread'],
    ['if its latest change could not be read', { ticket: ticket('1', { outdated: true }) }, {}, 'unread'],
    ['while an event of it waits to be read', { isReadPending: true }, {}, 'unread'],
    ['once it is accepted', { ticket: ticket('1', { status: 'CONFIRMED' }) }, {}, 'not-new'],
    ['in a status that is not known', { ticket: ticket('1', { status: 'X', actions: ['confirm'] }) }, {}, 'not-new'],
    ['while a tap of it is held', { ticket: ticket('1', { actions: [] }) }, {}, 'not-new'],
    ['once an event mentions a cancellation', { mentionsCancellation: true }, {}, 'not-new'],
    ['once it was tapped, taken back or not', { wasTapped: true }, {}, 'tapped-before'],
    ['after its time', {}, { platformNow: CREATED_AT + 8 * MINUTE }, 'too-late'],
    ['too shortly before', {}, { platformNow: CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS + 1 }, 'too-late'],
    [
      'if this machine saw it long ago, whatever the order says',
      {
        ticket: ticket('1', { createdAt: EVENING, confirmBy: EVENING + 8 * MINUTE }),
        firstSeenAt: EVENING - 9 * MINUTE,
      },
      {},
      'too-late',
    ],
    ['without a time to accept it', { ticket: { ...ticket('1'), confirmBy: undefined } }, {}, 'too-late'],
  ])('%s', (_when, candidate, circumstances, refusal) => {
    expect(refusalOf(order(candidate), around(circumstances))).toBe(refusal)
  })
})

describe('an order is accepted', () => {
  it.each<[string, Partial<Candidate>, Partial<Circumstances>]>([
    ['in the first minute of the hours', {}, hours(0, 60 * MINUTE)],
    ['within hours that reach over midnight', {}, hours(-60 * MINUTE, -120 * MINUTE)],
    ['while one less is in the kitchen than may be', {}, { inKitchen: 9 }],
    ['until shortly before its time is over', {}, { platformNow: CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS }],
    ['before its start', { ticket: ticket('1', { lane: 'scheduled', timing: 'SCHEDULED' }) }, {}],
  ])('%s', (_when, candidate, circumstances) => {
    expect(refusalOf(order(candidate), around(circumstances))).toBeUndefined()
  })
})

it('the last moment is the earlier of both times, minus the time for the call', () => {
  expect(lastMomentOf(order(), 8)).toBe(CREATED_AT + 8 * MINUTE - MIN_TIME_LEFT_MS)
  expect(lastMomentOf(order({ firstSeenAt: CREATED_AT - MINUTE }), 8)).toBe(CREATED_AT + 7 * MINUTE - MIN_TIME_LEFT_MS)
})
