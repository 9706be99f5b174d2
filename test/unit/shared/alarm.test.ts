import { describe, expect, it } from 'vitest'
import { type AlarmFacts, alarmCauseOf, isStopQuiet, settlesAlarm } from '../../../shared/ticket/alarm.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const MINUTE_MS = 60_000

const facts = (given: Partial<AlarmFacts> = {}): AlarmFacts => ({
  workStatus: 'CREATED',
  cancelled: 'no',
  waits: false,
  isTimeUnknown: false,
  raisedAt: undefined,
  startedByHand: false,
  acceptedAutomatically: false,
  firstSeenAt: NOW - MINUTE_MS,
  acceptedAt: undefined,
  confirmBy: NOW + 7 * MINUTE_MS,
  taps: [],
  quietedAt: undefined,
  firstStatus: 'CREATED',
  changedAt: undefined,
  ...given,
})
const cause = (given: Partial<AlarmFacts>) => alarmCauseOf(facts(given), NOW)
const tap = (tappedAt: number) => [{ action: 'confirm', tappedAt }] as const

describe('an order rings', () => {
  it.each<[string, Partial<AlarmFacts>, ReturnType<typeof alarmCauseOf>]>([
    ['as new until staff do something', {}, 'new'],
    ['no longer after it was tapped here', { taps: tap(NOW) }, undefined],
    ['no longer after its ticket was touched or silenced', { quietedAt: NOW - 1 }, undefined],
    [
      'again in the last two minutes to accept it, although it was silenced before',
      { confirmBy: NOW + 2 * MINUTE_MS, quietedAt: NOW - 1 },
      'new',
    ],
    [
      'no longer after it was silenced in these two minutes too',
      { confirmBy: NOW + MINUTE_MS, quietedAt: NOW - 1 },
      undefined,
    ],
    ['no longer after it was accepted elsewhere', { workStatus: 'CONFIRMED', confirmBy: undefined }, undefined],
    [
      "as new after the shop's rules accepted it, until staff touch it",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, acceptedAt: NOW, confirmBy: undefined },
      'new',
    ],
    [
      "no longer after the shop's rules accepted it and its ticket was touched",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, quietedAt: NOW - 1 },
      undefined,
    ],
    [
      "no longer after the shop's rules accepted it and staff took a step",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, taps: tap(NOW) },
      undefined,
    ],
    [
      'when a moved start took it off the wall, until its ticket is touched',
      { workStatus: 'CONFIRMED', waits: true, hasLeft: true, changedAt: NOW - 1, confirmBy: undefined },
      'changed',
    ],
    [
      'no longer when a change came while it was held back anyway',
      { workStatus: 'CONFIRMED', waits: true, changedAt: NOW - 1, confirmBy: undefined },
      undefined,
    ],
    [
      "not before its start, although the shop's rules accepted it",
      { workStatus: 'CONFIRMED', acceptedAutomatically: true, waits: true, confirmBy: undefined },
      undefined,
    ],
    ['no longer when its status is past CONFIRMED', { workStatus: 'PREPARING' }, undefined],
    ['as accepted when it was first seen so', { workStatus: 'CONFIRMED', firstStatus: 'CONFIRMED' }, 'accepted'],
    [
      'no longer as accepted after a touch',
      { workStatus: 'PREPARING', firstStatus: 'CONFIRMED', quietedAt: NOW - 1 },
      undefined,
    ],
    ['as changed while it is cooked', { workStatus: 'PREPARING', changedAt: NOW, quietedAt: NOW - 1 }, 'changed'],
    ['no longer as changed after it was silenced', { workStatus: 'PREPARING', changedAt: 1, quietedAt: 1 }, undefined],
    ['not as changed while it waits', { workStatus: 'CONFIRMED', changedAt: NOW, waits: true }, undefined],
    ['as new in an unknown status', { workStatus: 'PLACED', confirmBy: undefined }, 'new'],
    ['no longer in an unknown status after its acceptance', { workStatus: 'WAITING', acceptedAt: NOW }, undefined],
    ['no longer in an unknown status after a tap', { workStatus: 'WAITING', taps: tap(NOW) }, undefined],
    ['no longer in an unknown status after a touch', { workStatus: 'WAITING', quietedAt: NOW - 1 }, undefined],
    ['as cancelled until staff acknowledge the stop', { cancelled: 'unseen', quietedAt: NOW }, 'cancelled'],
    ['no longer after staff acknowledged the stop', { cancelled: 'seen' }, undefined],
    ['not while it waits for its start', { waits: true, raisedAt: NOW + 30 * MINUTE_MS }, undefined],
    [
      'while it waits for its start, in the last two minutes to accept it',
      { waits: true, confirmBy: NOW + 2 * MINUTE_MS },
      'new',
    ],
    [
      'while it waits for its start, not after it was silenced in these two minutes',
      { waits: true, confirmBy: NOW, quietedAt: NOW - 1 },
      undefined,
    ],
    ['when its start comes', { workStatus: 'CONFIRMED', raisedAt: NOW - 1 }, 'start'],
    ['at its start although staff touched it before', { raisedAt: NOW, quietedAt: NOW - MINUTE_MS }, 'new'],
    [
      'no longer after it was silenced at its start',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, quietedAt: NOW - 1 },
      undefined,
    ],
    [
      'not at its start when staff started it before',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, startedByHand: true },
      undefined,
    ],
    [
      'at its start although it was accepted here before',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, taps: tap(NOW - MINUTE_MS) },
      'start',
    ],
    [
      'not at its start when it was accepted here after the start',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, taps: tap(NOW - 1) },
      undefined,
    ],
    [
      'not at its start when it was accepted elsewhere after the start',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 9, acceptedAt: NOW - 1 },
      undefined,
    ],
    [
      'not at its start when it was first seen after the start',
      { workStatus: 'CONFIRMED', raisedAt: NOW - 2 * MINUTE_MS },
      undefined,
    ],
  ])('%s', (_case, given, wanted) => {
    // An order whose start has come was received earlier, unless the case tests the first event.
    const seenBefore =
      given.raisedAt !== undefined && given.raisedAt > NOW - MINUTE_MS ? { firstSeenAt: NOW - 60 * MINUTE_MS } : {}
    expect(cause({ ...seenBefore, ...given })).toBe(wanted)
  })
})

describe('a tap of a button', () => {
  it('ends the alarm, unless it only opens a dialog', () => {
    expect(['confirm', 'preparing', 'acknowledge'].map(settlesAlarm)).toEqual([true, true, true])
    expect(['requestCancellation', 'validateCode', 'print'].map(settlesAlarm)).toEqual([false, false, false])
  })
})

describe('the stop of a cancelled order', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const stop = (more: Partial<Parameters<typeof isStopQuiet>[0]> = {}) =>
    isStopQuiet({
      stoppedAt: NOW,
      firstShownAt: NOW - MINUTE_MS,
      startAt: undefined,
      startedByHand: false,
      statusBeforeCancellation: 'CONFIRMED',
      taps: [],
      ...more,
    })
  const later = { startAt: NOW + 2 * HOUR_MS + 1 }
  const steps = (...actions: readonly ('confirm' | 'preparing')[]) => ({ taps: actions.map((action) => ({ action })) })

  it.each<[string, Parameters<typeof stop>[0], boolean]>([
    ['rings for an order that a screen has shown', {}, false],
    ['is quiet for one that no screen ever showed', { firstShownAt: undefined }, true],
    ['is quiet for one that a screen showed only with its stop', { firstShownAt: NOW }, true],
    ['rings for one with a tap, whatever was reported', { firstShownAt: undefined, ...steps('confirm') }, false],
    [
      "is quiet for one that only the shop's rules accepted",
      { firstShownAt: undefined, taps: [{ action: 'confirm', automatic: true }] },
      true,
    ],
    ['is quiet when the start is more than two hours away', later, true],
    ['is quiet for an accepted one as well', { ...later, ...steps('confirm') }, true],
    ['is quiet for one that was never accepted', { ...later, statusBeforeCancellation: 'CREATED' }, true],
    ['rings two hours before the start', { startAt: NOW + 2 * HOUR_MS }, false],
    ['rings when staff started it before its time', { ...later, startedByHand: true }, false],
    ['rings when it was in preparation', { ...later, statusBeforeCancellation: 'PREPARING' }, false],
    ['rings when it was in an unknown status', { ...later, statusBeforeCancellation: 'ON_THE_GRILL' }, false],
    ['rings when its preparation was tapped', { ...later, ...steps('confirm', 'preparing') }, false],
    ['rings without a known start', { startAt: undefined }, false],
  ])('%s', (_, facts, isQuiet) => {
    expect(stop(facts)).toBe(isQuiet)
  })

  it('has no alarm while it is quiet', () => {
    expect(cause({ cancelled: 'quiet' })).toBeUndefined()
    expect(cause({ cancelled: 'unseen' })).toBe('cancelled')
  })
})
