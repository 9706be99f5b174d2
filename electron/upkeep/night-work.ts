import { messageOf } from '../../shared/result.ts'
import { businessDate, businessDay } from '../../shared/time/business-day.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/log-port.ts'
import type { NightReport, NightResult, NightTaskName } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

const MINUTE_MS = 60_000
/** The first two hours of the business day, in which kitchens are closed. */
const QUIET_WINDOW_MS = 2 * 60 * MINUTE_MS
const CHECK_EVERY_MS = 5 * MINUTE_MS
/** A task that takes longer is reported as failed; the next one still begins. */
const TASK_LIMIT_MS = MINUTE_MS

export type NightTask = { readonly name: NightTaskName; run(): void | Promise<void> }

type NightWorkParts = {
  /** In the order in which they run. */
  readonly tasks: readonly NightTask[]
  readonly clock: Clock
  readonly log: Log
  /** Whether an order's alarm is active: nothing may delay its ring. */
  readonly isAlarmActive: () => boolean
  /** Orders are open. */
  readonly isBusy: () => boolean
  /** The results of the last run, kept over restarts. */
  readonly last: () => NightReport | undefined
  readonly save: (report: NightReport) => void
}

/**
 * Runs each task once in a business day: in the quiet window at its beginning, or, if the machine was off or an alarm
 * rang then, at the first moment of that day without an open order. Between two tasks the station works, and the next
 * task waits while an alarm is active. Returns the function that ends it and resolves when the running task has ended.
 */
export function startNightWork(parts: NightWorkParts): () => Promise<void> {
  const { tasks, clock, log, isAlarmActive, isBusy, last, save } = parts
  let isOver = false
  let working: Promise<void> = Promise.resolve()
  let cancel = clock.setTimer(CHECK_EVERY_MS, check)

  const resultsOf = (date: string): readonly NightResult[] => {
    const report = last()
    return report?.date === date ? report.results : []
  }
  const nextTask = (): NightTask | undefined => {
    const now = clock.platform()
    const isQuiet = now < businessDay(now, 0).from + QUIET_WINDOW_MS
    if (isOver || isAlarmActive() || (!isQuiet && isBusy())) return undefined
    const results = resultsOf(businessDate(now))
    return tasks.find(({ name }) => !results.some(({ task }) => task === name))
  }

  const outcomeOf = async (task: NightTask): Promise<Pick<NightResult, 'outcome' | 'reason'>> => {
    try {
      const run = Promise.resolve(task.run()).then(() => ({ outcome: 'done' }) as const)
      const tooLong = () => ({ outcome: 'failed', reason: 'too-long' }) as const
      return await withTimeLimit(run, TASK_LIMIT_MS, tooLong, clock.setTimer)
    } catch (error) {
      return { outcome: 'failed', reason: messageOf(error) }
    }
  }

  const work = async (): Promise<void> => {
    for (let task = nextTask(); task !== undefined; task = nextTask()) {
      const at = clock.platform()
      const beganAt = clock.monotonic()
      const result: NightResult = {
        task: task.name,
        at,
        ...(await outcomeOf(task)),
        durationMs: Math.round(clock.monotonic() - beganAt),
      }
      // The business day may have changed meanwhile: the task belongs to the day in which it began.
      const date = businessDate(at)
      save({ date, results: [...resultsOf(date), result] })
      const { durationMs, outcome, reason } = result
      log.info('night-task', { name: task.name, durationMs, outcome, reason })
      // Calls and timers are served between two tasks.
      await new Promise<void>((resolve) => {
        clock.setTimer(0, resolve)
      })
    }
  }

  function check(): void {
    cancel = clock.setTimer(CHECK_EVERY_MS, check)
    const before = working
    working = before.then(work)
    watchPromise(working, log, 'night-work-failed')
    working = working.catch(() => undefined)
  }

  return async () => {
    isOver = true
    cancel()
    await working
  }
}
