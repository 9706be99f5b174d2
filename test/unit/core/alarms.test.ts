import { beforeEach, describe, expect, it } from 'vitest'
import { type Alarms, createAlarms } from '../../../electron/core/alarms.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { memoryFact } from '../../fixtures/memory-fact.ts'
import { createMemoryLog, type MemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, exactReading, type VirtualClock } from '../../fixtures/virtual-clock.ts'

let clock: VirtualClock
let log: MemoryLog
let tickets: readonly Ticket[]
let settings: Settings
let story: { orderId: string; at: number; kind: string; detail?: string | undefined }[]
let beeps: number[]
let notes: string[]
let quieted: unknown[]
let tests: number[]
let tested: number
let refusal: unknown
let alarms: Alarms

beforeEach(() => {
  clock = createVirtualClock(new Date('2026-03-02T20:00:00').getTime())
  log = createMemoryLog()
  tickets = [ticket('1', { alarm: 'new' })]
  settings = DEFAULT_SETTINGS
  story = []
  beeps = []
  notes = []
  quieted = []
  tests = []
  tested = 0
  refusal = undefined
  const startedAt = clock.now()
  alarms = createAlarms({
    ledger: {
      addTimeline: ({ orderId, at, kind, detail }) => {
        if (refusal !== undefined) throw refusal
        story.push({ orderId, at: at - startedAt, kind, ...(detail === undefined ? {} : { detail }) })
      },
      countOf: (orderId, kind) => story.filter((entry) => entry.orderId === orderId && entry.kind === kind).length,
      deferred: (work) => work(),
      quietAlarm: (orderId, how, at) => quieted.push([orderId, how, at - startedAt]),
      facts: { soundTestedAt: memoryFact<number | undefined>(undefined, (at = 0) => tests.push(at - startedAt)) },
    },
    clock,
    log,
    tickets: () => tickets,
    settings: () => settings,
    attention: {
      beep: () => beeps.push(clock.now() - startedAt),
      notify: ({ title, body }) => notes.push(`${title} | ${body}`),
    },
    onAlarmEnded: (orderId) => quieted.push(orderId),
    onTested: () => (tested += 1),
    onSeen: () => undefined,
  })
})

async function watchFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    alarms.check()
    await clock.advance(1_000)
  }
}
const kinds = (): readonly string[] => story.map(({ kind, detail }) => [kind, detail].filter(Boolean).join(' '))
const quietHours = (from: string, to: string): void => {
  settings = { ...settings, alarm: { ...settings.alarm, quietHours: { enabled: true, from, to } } }
}
const ring = (orderId = 'order-1', stage: 'plain' | 'long' | 'last-call' = 'plain') =>
  alarms.calls.rang([{ orderId, cause: 'new', stage }])

describe('the entry of an alarm in the timeline', () => {
  it('contains each stage once with its time, and the last ring with the number of rings', async () => {
    expect(ring()).toEqual({ ok: true, value: null })
    await clock.advance(5_000)
    ring('order-1', 'long')
    await clock.advance(5_000)
    ring('order-1', 'long')
    await clock.advance(60_000)
    alarms.recordOpenAlarms()
    expect(story).toEqual([
      { orderId: 'order-1', at: 0, kind: 'rang', detail: 'new' },
      { orderId: 'order-1', at: 5_000, kind: 'rang-long', detail: 'new' },
      { orderId: 'order-1', at: 10_000, kind: 'rang-until', detail: 'new 3' },
    ])
  })

  it('also contains the stage at which the alarm begins', () => {
    ring('order-1', 'last-call')
    expect(story.map(({ kind }) => kind)).toEqual(['rang', 'rang-last-call'])
  })

  it('is absent for an order that does not ring, and for another reason of the ring', () => {
    ring('order-9')
    alarms.calls.rang([{ orderId: 'order-1', cause: 'start', stage: 'plain' }])
    alarms.recordOpenAlarms()
    expect(story).toEqual([])
  })

  it('has at most twenty entries of a kind', () => {
    for (let times = 0; times < 25; times += 1) {
      ring()
      tickets = []
      alarms.check()
      tickets = [ticket('1', { alarm: 'new' })]
    }
    expect(story.filter(({ kind }) => kind === 'rang')).toHaveLength(20)
    expect(story.filter(({ kind }) => kind === 'rang-until')).toHaveLength(20)
  })

  it('is separate when a cancelled order rings for another reason', () => {
    ring()
    tickets = [ticket('1', { alarm: 'cancelled' })]
    alarms.calls.rang([{ orderId: 'order-1', cause: 'cancelled', stage: 'plain' }])
    expect(kinds()).toEqual(['rang new', 'rang-until new 1', 'rang cancelled'])
  })

  it('contains the time at which each ticket was first painted', async () => {
    expect(alarms.calls.shown(['order-1', 'order-2'])).toEqual({ ok: true, value: null })
    await clock.advance(50)
    alarms.calls.shown(['order-2', 'order-3'])
    expect(story).toEqual([
      { orderId: 'order-1', at: 0, kind: 'shown' },
      { orderId: 'order-2', at: 0, kind: 'shown' },
      { orderId: 'order-3', at: 50, kind: 'shown' },
    ])
  })
})

describe('staff', () => {
  it('silence an order of the board, and no other', async () => {
    await clock.advance(10)
    expect(alarms.calls.quietAlarm('order-1', 'opened')).toEqual({ ok: true, value: null })
    expect(alarms.calls.quietAlarm('order-9', 'opened')).toEqual({
      ok: false,
      code: 'unknown-order',
      message: 'No such order',
    })
    expect(quieted).toEqual([['order-1', 'opened', 10], 'order-1'])
  })

  it('confirm or deny the sound test, with the platform’s time', () => {
    expect(alarms.calls.soundTested(true)).toEqual({ ok: true, value: null })
    expect(alarms.calls.soundTested(false)).toEqual({ ok: true, value: null })
    expect([tests, tested]).toEqual([[0], 2])
    expect(log.lines).toEqual([
      { level: 'info', event: 'sound-tested', fields: { state: 'heard' } },
      { level: 'info', event: 'sound-tested', fields: { state: 'not-heard' } },
    ])
  })
})

describe('the beep and the notification of the desktop', () => {
  it('begin after two missed rings and two seconds, and the beep repeats at the interval of the alarm', async () => {
    await watchFor(30)
    expect(beeps).toEqual([12_000, 17_000, 22_000, 27_000])
    expect(story).toEqual([{ orderId: 'order-1', at: 12_000, kind: 'beeped', detail: 'new' }])
  })

  it('wait again after each ring that a window reported, and then begin again', async () => {
    await watchFor(13)
    ring()
    await watchFor(13)
    expect(beeps).toEqual([12_000, 25_000])
    expect(notes).toHaveLength(2)
  })

  it('include one notification for each order and one beep for all orders', async () => {
    tickets = [ticket('1', { alarm: 'new' }), ticket('2', { alarm: 'cancelled' })]
    await watchFor(14)
    expect(beeps).toEqual([12_000])
    expect(notes).toEqual([
      'Pedido esperando na cozinha | 1. A tela não responde. Olhe o computador da cozinha.',
      expect.stringMatching(/^PARE.* \| 2\. /),
    ])
  })

  it('include an order whose alarm does not ring while the alarm of another order rings', async () => {
    tickets = [ticket('1', { alarm: 'new' }), ticket('2', { alarm: 'new' })]
    for (let second = 0; second < 20; second += 1) {
      if (second % 5 === 0) ring('order-2')
      alarms.check()
      await clock.advance(1_000)
    }
    expect(notes).toEqual([expect.stringContaining('| 1. ')])
  })

  it('begin again for an order that rings again for another reason', async () => {
    await watchFor(11)
    tickets = [ticket('1', { alarm: 'start' })]
    await watchFor(11)
    expect(beeps).toEqual([])
    await watchFor(3)
    expect(beeps).toHaveLength(1)
  })

  it('begin also when nothing can be stored', async () => {
    refusal = new Error('disk full')
    await watchFor(20)
    expect(beeps).not.toEqual([])
  })

  it('are absent in the quiet hours of the platform’s clock, not of a computer’s clock that is two hours slow', async () => {
    quietHours('21:30', '23:00')
    clock.applyReading(exactReading(clock, 2 * 3_600_000))
    await watchFor(60)
    expect([beeps, notes]).toEqual([[], []])
    clock.applyReading(exactReading(clock, 0))
    await watchFor(60)
    expect(beeps).not.toEqual([])
  })
})

describe('the alarm of a delayed order', () => {
  beforeEach(() => {
    tickets = [ticket('1', { alarm: 'delayed', status: 'PREPARING' })]
  })
  const ringDelay = () => alarms.calls.rang([{ orderId: 'order-1', cause: 'delayed', stage: 'plain' }])

  it('has one entry in the timeline, without counts, which ends with its ring', () => {
    ringDelay()
    ringDelay()
    expect(kinds()).toEqual(['delay-alarm'])
    expect(quieted).toEqual(['order-1', 'order-1'])
    alarms.recordOpenAlarms()
    expect(kinds()).toEqual(['delay-alarm'])
  })

  it('is beeped once by the computer when no window rings, and the timeline contains the beep', async () => {
    await watchFor(20)
    expect(kinds()).toEqual(['delay-alarm beeped'])
    expect([notes, quieted, beeps.length]).toEqual([
      ['Há um pedido atrasado | 1. A tela não responde. Olhe o computador da cozinha.'],
      ['order-1'],
      1,
    ])
  })

  it('begins after the quiet hours', async () => {
    quietHours('19:00', '20:01')
    await watchFor(59)
    expect(notes).toEqual([])
    await watchFor(20)
    expect(kinds()).toEqual(['delay-alarm beeped'])
  })

  it('is not repeated while it cannot be stored', async () => {
    refusal = new Error('disk full')
    ringDelay()
    await watchFor(60)
    expect(beeps).toEqual([])
  })
})
