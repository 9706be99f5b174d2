import { describe, expect, it } from 'vitest'
import { createUnseenOrders, reportingToUnseen } from '../../../electron/core/unseen-orders.ts'
import { ok } from '../../../shared/result.ts'
import type { AlarmCause } from '../../../shared/ticket/alarm.ts'
import { monotonicMs } from '../../../shared/time/time.ts'

function watched(wasShown = false) {
  let now = 0
  let tickets: readonly { orderId: string; alarm: AlarmCause | undefined }[] = [{ orderId: 'o1', alarm: 'new' }]
  const unseen = createUnseenOrders({
    clock: { monotonic: () => monotonicMs(now) },
    tickets: () => tickets,
    wasShown: () => wasShown,
  })
  unseen.addOverdue()
  return {
    unseen,
    pass: (ms: number) => {
      now += ms
      return unseen.addOverdue()
    },
    calls: (alarm: AlarmCause | undefined) => {
      tickets = [{ orderId: 'o1', alarm }]
    },
  }
}

describe('new orders that no window has painted', () => {
  it('are added after ten seconds, once, until a window paints them', () => {
    const { unseen, pass } = watched()
    expect(pass(9_999)).toEqual([])
    expect(unseen.has('o1')).toBe(false)
    expect(pass(1)).toEqual(['o1'])
    expect(pass(1_000)).toEqual([])
    expect(unseen.has('o1')).toBe(true)
    expect(unseen.recordPainted(['o1', 'o2'])).toEqual(['o1'])
    expect(unseen.has('o1')).toBe(false)
    expect(pass(60_000)).toEqual([])
  })

  it('are not added when a window painted them in time, in this run or before', () => {
    const { unseen, pass } = watched()
    expect(unseen.recordPainted(['o1'])).toEqual([])
    expect(pass(60_000)).toEqual([])
    expect(watched(true).pass(60_000)).toEqual([])
  })

  it('count as painted after a ring in time, because a window rings only for visible orders; a later ring proves nothing', () => {
    const { unseen, pass } = watched()
    unseen.recordRung(['o1'])
    expect(pass(60_000)).toEqual([])
    const late = watched()
    late.pass(10_000)
    late.unseen.recordRung(['o1'])
    late.pass(1_000)
    expect(late.unseen.has('o1')).toBe(true)
  })

  it('are released when the order no longer rings as new', () => {
    const { unseen, pass, calls } = watched()
    pass(10_000)
    calls(undefined)
    pass(1_000)
    expect(unseen.has('o1')).toBe(false)
  })
})

it('the reports of a window are stored, and an order that is no longer unseen is drawn again', () => {
  const { unseen, pass } = watched()
  const stored: unknown[] = []
  const drawn: (readonly string[])[] = []
  const keep = (report: unknown) => {
    stored.push(report)
    return ok(null)
  }
  const windows = { shown: keep, rang: keep, quietAlarm: keep, soundTested: keep }
  const calls = reportingToUnseen(windows, unseen, (ids) => drawn.push(ids))
  pass(10_000)
  const ring = { orderId: 'o1', cause: 'new', stage: 'plain' } as const
  calls.rang([ring])
  expect(drawn).toEqual([])
  for (const ids of [['o1', 'o2'], ['o1']]) calls.shown(ids)
  expect(drawn).toEqual([['o1']])
  expect(stored).toEqual([[ring], ['o1', 'o2'], ['o1']])
})
