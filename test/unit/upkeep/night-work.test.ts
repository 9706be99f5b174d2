import { describe, expect, it } from 'vitest'
import type { NightReport } from '../../../electron/storage/ports.ts'
import { type NightTask, startNightWork } from '../../../electron/upkeep/night-work.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const at = (hour: number): number => new Date(2026, 2, 2, hour, 0).getTime()

function nightOf(startAt: number, more: { clock?: VirtualClock; report?: NightReport; run?: NightTask['run'] } = {}) {
  const clock = more.clock ?? createVirtualClock(startAt)
  const log = createMemoryLog()
  const kitchen = { isAlarmActive: false, isBusy: false, report: more.report }
  const runs: (readonly [task: string, hour: number])[] = []
  const task = (name: NightTask['name'], run?: NightTask['run']): NightTask => ({
    name,
    run: () => {
      runs.push([name, new Date(clock.now()).getHours()])
      return run?.()
    },
  })
  const end = startNightWork({
    tasks: [task('purge', more.run), task('copy'), task('optimize'), task('logs')],
    clock,
    log,
    isAlarmActive: () => kitchen.isAlarmActive,
    isBusy: () => kitchen.isBusy,
    last: () => kitchen.report,
    save: (report) => {
      kitchen.report = report
    },
  })
  return { clock, log, kitchen, runs, end }
}
const ALL = ['purge', 'copy', 'optimize', 'logs']

describe('the nightly tasks', () => {
  it('run in the quiet hours, each once a business day, also with open orders', async () => {
    const { clock, kitchen, runs } = nightOf(at(22), { report: { date: '2026-03-02', results: [] } })
    kitchen.isBusy = true
    await clock.advance(5.9 * HOUR_MS)
    expect(runs).toEqual([])
    await clock.advance(12 * HOUR_MS)
    expect(runs).toEqual(ALL.map((name) => [name, 4]))
    expect(kitchen.report).toMatchObject({
      date: '2026-03-03',
      results: ALL.map((task) => ({ task, outcome: 'done', durationMs: expect.any(Number) })),
    })
    await clock.advance(24 * HOUR_MS)
    expect(runs).toHaveLength(8)
    expect(kitchen.report?.date).toBe('2026-03-04')
  })

  it('run at the first moment without open orders if the machine was off during the quiet hours', async () => {
    const { clock, kitchen, runs } = nightOf(at(9), { report: { date: '2026-03-01', results: [] } })
    kitchen.isBusy = true
    await clock.advance(3 * HOUR_MS)
    expect(runs).toEqual([])
    kitchen.isBusy = false
    await clock.advance(5 * MINUTE_MS)
    expect(runs.map(([name]) => name)).toEqual(ALL)
  })

  it('wait while an order rings, also in the quiet hours and between two tasks', async () => {
    const { clock, kitchen, runs } = nightOf(at(4), {
      run: () => {
        kitchen.isAlarmActive = true
      },
    })
    kitchen.isAlarmActive = true
    await clock.advance(30 * MINUTE_MS)
    expect(runs).toEqual([])
    kitchen.isAlarmActive = false
    await clock.advance(10 * MINUTE_MS)
    expect(runs.map(([name]) => name)).toEqual(['purge'])
    kitchen.isAlarmActive = false
    await clock.advance(5 * MINUTE_MS)
    expect(runs.map(([name]) => name)).toEqual(ALL)
  })

  it('continue after a restart', async () => {
    const results = [{ task: 'purge', at: at(4), durationMs: 3, outcome: 'done' }] as const
    const { clock, runs } = nightOf(at(5), { report: { date: '2026-03-02', results } })
    await clock.advance(10 * MINUTE_MS)
    expect(runs.map(([name]) => name)).toEqual(['copy', 'optimize', 'logs'])
  })

  it('report why a task failed, run the other tasks, and run again the next night', async () => {
    const { clock, kitchen, runs, log } = nightOf(at(4), {
      run: () => {
        throw new Error('disk full')
      },
    })
    await clock.advance(30 * MINUTE_MS)
    expect(kitchen.report?.results[0]).toMatchObject({ task: 'purge', outcome: 'failed', reason: 'disk full' })
    expect(runs).toHaveLength(4)
    expect(log.lines.filter(({ event }) => event === 'night-task')).toHaveLength(4)
    await clock.advance(24 * HOUR_MS)
    expect(runs.filter(([name]) => name === 'purge')).toHaveLength(2)
  })

  it('stop on request, after the current task', async () => {
    const task = Promise.withResolvers<void>()
    const { clock, runs, end } = nightOf(at(4), { run: () => task.promise })
    await clock.advance(5 * MINUTE_MS)
    let hasEnded = false
    const ending = end().then(() => {
      hasEnded = true
    })
    await clock.advance(1_000)
    expect(hasEnded).toBe(false)
    task.resolve()
    await clock.advance(1_000)
    await ending
    await clock.advance(HOUR_MS)
    expect(runs).toHaveLength(1)
  })
})
