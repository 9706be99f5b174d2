import { describe, expect, it } from 'vitest'
import { type AlarmFacts, alarmCauseOf, settlesAlarm } from '../../../shared/alarm.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const MINUTE_MS = 60_000

const facts = (given: Partial<AlarmFacts> = {}): AlarmFacts => ({
  workStatus: 'CREATED',
  cancelled: 'no',
  waits: false,
  raisedAt: undefined,
  startedByHand: false,
  acceptedAutomatically: false,
  firstSeenAt: NOW - MINUTE_MS,
  acceptedAt: undefined,
  confirmBy: NOW + 7 * MINUTE_MS,
  taps: [],
  quietedAt: undefined,
  ...given,
})
const cause = (given: Partial<AlarmFacts>) => alarmCauseOf(facts(given), NOW)
const tap = (tappedAt: number) => [{ action: 'confirm', tappedAt }] as const

describe('an order rings', () => {
  it.each<[string, Partial<AlarmFacts>, ReturnType<typeof alarmCauseOf>]>([
    ['as new until staff act', {}, 'new'],
    ['no more once it is tapped here', { taps: tap(NOW) }, undefined],
    ['no more once its ticket was touched or silenced', { quietedAt: NOW - 1 }, undefined],
    [
      'again in the last two minutes to accept it, though it was silenced before',
      { confirmBy: NOW + 2 * MINUTE_MS, quietedAt: NOW - 1 },
      'new',
    ],
    ['no more once that call was silenced too', { confirmBy: NOW + MINUTE_MS, quietedAt: NOW - 1 }, undefined],
    ['no more once it is accepted elsewhere', { workStatus: 'CONFIRMED', confirmBy: undefined }, undefined],
    [
      "as new after the shop's rules accepted it, until staff take note",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, acceptedAt: NOW, confirmBy: undefined },
      'new',
    ],
    [
      "no more after the shop's rules accepted it and its ticket was touched",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, quietedAt: NOW - 1 },
      undefined,
    ],
    [
      "no more after the shop's rules accepted it and staff took a step",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, taps: tap(NOW) },
      undefined,
    ],
    [
      "not before its start, although the shop's rules accepted it",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, waits: true, confirmBy: undefined },
      undefined,
    ],
    ['no more once it is further than that', { workStatus: 'PREPARING' }, undefined],
    ['to be stopped until that is acknowledged', { cancelled: 'unseen', quietedAt: NOW }, 'cancelled'],
    ['no more once the stop was seen', { cancelled: 'seen' }, undefined],
    ['not while it is held back', { waits: true, raisedAt: NOW + 30 * MINUTE_MS }, undefined],
    ['while held back, in the last two minutes to accept it', { waits: true, confirmBy: NOW + 2 * MINUTE_MS }, 'new'],
    ['while held back, not if that was noted', { waits: true, confirmBy: NOW, quietedAt: NOW - 1 }, undefined],
    ['when its start comes', { workStatus: 'CONFIRMED', raisedAt: NOW - 1 }, 'start'],
    ['at its start although staff touched it before', { raisedAt: NOW, quietedAt: NOW - MINUTE_MS }, 'new'],
    [
      'no more after its start was noted',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, quietedAt: NOW - 1 },
      undefined,
    ],
    [
      'not at its start when it was started by hand',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, startedByHand: true },
      undefined,
    ],
    [
      'at its start although it was accepted here before',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, taps: tap(NOW - MINUTE_MS) },
      'start',
    ],
    [
      'not at its start when accepted here after it',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, taps: tap(NOW - 1) },
      undefined,
    ],
    [
      'not at its start when accepted elsewhere after it',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, acceptedAt: NOW - 1 },
      undefined,
    ],
    [
      'not at its start when it was past when first seen',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 2 * MINUTE_MS },
      undefined,
    ],
  ])('%s', (_case, given, wanted) => {
    // An order whose start has come was known before, unless the case is about that.
    const seenBefore =
      given.raisedAt !== undefined && given.raisedAt > NOW - MINUTE_MS ? { firstSeenAt: NOW - 60 * MINUTE_MS } : {}
    expect(cause({ ...seenBefore, ...given })).toBe(wanted)
  })
})

describe('a tap of a button', () => {
  it('decides about the alarm itself, unless it only opens a dialog', () => {
    expect(['confirm', 'preparing', 'acknowledge'].map(settlesAlarm)).toEqual([true, true, true])
    expect(['requestCancellation', 'validateCode', 'print'].map(settlesAlarm)).toEqual([false, false, false])
  })
})
