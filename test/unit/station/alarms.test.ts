import { beforeEach, describe, expect, it } from 'vitest'
import { type Alarms, createAlarms } from '../../../electron/station/alarms.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, exactReading, type VirtualClock } from '../../fixtures/virtual-clock.ts'

type Entry = { readonly orderId: string; readonly kind: string; readonly detail?: string | undefined }

let clock: VirtualClock
let tickets: readonly Ticket[]
let settings: Settings
let story: Entry[]
let done: string[]
let alarms: Alarms
let isDiskFull: boolean

beforeEach(() => {
  clock = createVirtualClock(new Date('2026-03-02T20:00:00').getTime())
  tickets = [ticket('1', { alarm: 'new' })]
  settings = DEFAULT_SETTINGS
  story = []
  done = []
  isDiskFull = false
  alarms = createAlarms({
    ledger: {
      addTimeline: ({ orderId, kind, detail }) => {
        if (isDiskFull) throw new Error('disk full')
        story.push({ orderId, kind, detail })
      },
      countOf: (orderId, kind) => story.filter((entry) => entry.orderId === orderId && entry.kind === kind).length,
      deferred: (work) => work(),
      quietAlarm: (orderId, how) => story.push({ orderId, kind: how }),
      recordSoundTest: () => done.push('tested'),
    },
    clock,
    log: createMemoryLog(),
    tickets: () => tickets,
    settings: () => settings,
    attention: { beep: () => done.push('beep'), notify: ({ title, body }) => done.push(`${title} ${body}`) },
    onAlarmEnded: (orderId) => done.push(`quiet ${orderId}`),
    onTested: () => undefined,
    onSeen: () => undefined,
  })
})

/** The station checks the alarms every second. */
async function watchFor(seconds: number, each: (second: number) => void = () => undefined): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    each(second)
    alarms.check()
    await clock.advance(1_000)
  }
}
const ring = (stage: 'plain' | 'long' | 'last-call' = 'plain') =>
  alarms.calls.rang([{ orderId: 'order-1', cause: 'new', stage }])
const kinds = (): readonly string[] => story.map(({ kind, detail }) => [kind, detail].filter(Boolean).join(' '))

describe('the timeline', () => {
  it('keeps the first ring, each escalation and the last ring with their number', async () => {
    await watchFor(300, (second) => {
      if (second % 5 === 0) ring(second < 90 ? 'plain' : second < 200 ? 'long' : 'last-call')
    })
    expect(kinds()).toEqual(['rang new', 'rang-long new', 'rang-last-call new'])
    tickets = [ticket('1', { status: 'CONFIRMED' })]
    await watchFor(2)
    expect(kinds().at(-1)).toBe('rang-until new 60')
    ring()
    expect(story).toHaveLength(4)
  })

  it('does not grow during an alarm without a reaction, also over a hundred restarts', async () => {
    for (let start = 0; start < 100; start += 1) {
      ring()
      alarms.recordOpenAlarms()
    }
    expect(story.length).toBeLessThanOrEqual(40)
  })

  it('has a separate entry when a cancelled order rings for another reason', async () => {
    ring()
    tickets = [ticket('1', { alarm: 'cancelled' })]
    alarms.calls.rang([{ orderId: 'order-1', cause: 'cancelled', stage: 'plain' }])
    expect(kinds()).toEqual(['rang new', 'rang-until new 1', 'rang cancelled'])
  })
})

describe('a window that does not ring', () => {
  const beeps = () => done.filter((one) => one === 'beep').length

  it('is not replaced by the beep while it rings', async () => {
    await watchFor(120, (second) => {
      if (second % 5 === 0) ring()
    })
    expect(done).toEqual([])
  })

  it('is replaced by the beep after a crash, until it rings again', async () => {
    await watchFor(20, (second) => {
      if (second % 5 === 0) ring()
    })
    await watchFor(20)
    expect(beeps()).toBeGreaterThan(0)
    const before = beeps()
    await watchFor(30, (second) => {
      if (second % 5 === 0) ring()
    })
    expect(beeps()).toBe(before)
  })

  it('is not replaced when no order rings, and not in quiet hours', async () => {
    settings = {
      ...DEFAULT_SETTINGS,
      alarm: { ...DEFAULT_SETTINGS.alarm, quietHours: { enabled: true, from: '19:00', to: '23:00' } },
    }
    await watchFor(60)
    settings = DEFAULT_SETTINGS
    tickets = [ticket('1')]
    await watchFor(60)
    expect(done).toEqual([])
  })

  it('is replaced in the quiet hours of the platform’s clock, not of a computer’s clock that is two hours slow', async () => {
    const quiet = { enabled: true, from: '21:30', to: '23:00' }
    settings = { ...DEFAULT_SETTINGS, alarm: { ...DEFAULT_SETTINGS.alarm, quietHours: quiet } }
    clock.applyReading(exactReading(clock, 2 * 3_600_000))
    await watchFor(60)
    expect(done).toEqual([])
    clock.applyReading(exactReading(clock, 0))
    await watchFor(60)
    expect(done).not.toEqual([])
  })

  it('is replaced by the beep also when nothing can be stored', async () => {
    isDiskFull = true
    await watchFor(20)
    expect(beeps()).toBeGreaterThan(0)
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
    expect(done).toEqual(['quiet order-1', 'quiet order-1'])
    alarms.recordOpenAlarms()
    expect(kinds()).toEqual(['delay-alarm'])
  })

  it('is beeped once by the computer when no window rings, and the timeline contains the beep', async () => {
    await watchFor(20)
    expect(kinds()).toEqual(['delay-alarm beeped'])
    const words = 'Há um pedido atrasado 1. A tela não responde. Olhe o computador da cozinha.'
    expect(done).toEqual([words, 'quiet order-1', 'beep'])
  })

  it('begins after the quiet hours', async () => {
    settings = { ...settings, alarm: { ...settings.alarm, quietHours: { enabled: true, from: '19:00', to: '20:01' } } }
    await watchFor(59)
    expect(done).toEqual([])
    await watchFor(20)
    expect(kinds()).toEqual(['delay-alarm beeped'])
  })

  it('is not repeated while it cannot be stored', async () => {
    isDiskFull = true
    ringDelay()
    await watchFor(60)
    expect(done.filter((each) => each === 'beep')).toEqual([])
  })
})
