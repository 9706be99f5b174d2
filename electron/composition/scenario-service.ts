import type { BoardDelta, PracticeReport } from '../../shared/contract.ts'
import { isOpen } from '../../shared/open-ticket.ts'
import { SCENARIO_MINUTES, type ScenarioName } from '../../shared/practice.ts'
import { scorePractice } from '../../shared/practice-score.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { Settings, SettingsPatch } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { PractisedStation, ScenarioCalls } from '../ipc/handlers.ts'
import type { Log } from '../logging/log-port.ts'
import type { PracticeScript } from '../practice/platform/practice-scripts.ts'
import type { TimeService } from '../sync/clock.ts'
import { openPracticeKitchen, type PracticeKitchen } from './practice-kitchen.ts'
import { recordPractice } from './practice-recorder.ts'

const FOLDER_PREFIX = 'scenario-practice-'
const MINUTE_MS = 60_000

export type ScenarioService = ScenarioCalls & {
  onDelta(listener: (delta: BoardDelta) => void): void
  /** A scenario ended by its own time. */
  onOver(listener: (report: PracticeReport) => void): void
  stop(): Promise<void>
}

export type ScenarioServiceParts = {
  readonly profile: string
  readonly settings: () => Settings
  /** The tickets of the real board. */
  readonly tickets: () => readonly Ticket[]
  /**
   * A time service of its own for each practice.
   * @param aheadMs by how much its wall clock is ahead of the computer's
   */
  readonly newClock: (aheadMs: () => number) => TimeService
  /** The clock of the practice platform, epoch ms; absent: this computer's. */
  readonly platformNow?: (() => number) | undefined
  readonly log: Log
}

type Running = {
  readonly name: ScenarioName
  readonly kitchen: PracticeKitchen
  readonly station: PractisedStation
  readonly report: (ending: PracticeReport['ending']) => PracticeReport
  readonly cancelTimers: () => void
}

/** Left out: settings that act automatically, silence alarms, hide an invented dish, or apply to the shop's platform only. */
const PRACTISED_SETTINGS = [
  'locale',
  'theme',
  'undoSeconds',
  'confirmStartsPreparation',
  'screenInches',
  'readingDistanceCm',
  'bumpBar',
  'onScreenKeyboard',
  'allergyWords',
  'removalWords',
  'ageMinutes',
] as const satisfies readonly (keyof Settings)[]

const practiceSettings = (settings: Settings): SettingsPatch => ({
  ...Object.fromEntries(PRACTISED_SETTINGS.map((name) => [name, settings[name]])),
  alarm: { ...settings.alarm, quietHours: { ...settings.alarm.quietHours, enabled: false } },
  setupStep: 'done',
  pollIntervalSeconds: 2,
})

/**
 * Practice scenarios beside the real kitchen, which goes on polling, ringing and storing. A scenario has its own
 * station, ledger and platform; the window decides which board is shown.
 */
export function createScenarioService(parts: ScenarioServiceParts): ScenarioService {
  const { profile, log } = parts
  const deltaListeners = new Set<(delta: BoardDelta) => void>()
  const overListeners = new Set<(report: PracticeReport) => void>()
  let running: Running | undefined
  let last: PracticeReport | undefined
  /** Begins and ends run one after the other. */
  const enqueue = createSerialQueue()

  const start = async (name: ScenarioName): Promise<number> => {
    // Loaded on demand: outside practice the platform is not in memory.
    const [{ createMemoryPlatform }, { REALISTIC_DELAYS }, { PRACTICE_SCRIPTS, playScript }] = await Promise.all([
      import('../practice/platform/memory-platform.ts'),
      import('../practice/platform/scenario.ts'),
      import('../practice/platform/practice-scripts.ts'),
    ])
    const script: PracticeScript = (PRACTICE_SCRIPTS satisfies Readonly<Record<ScenarioName, PracticeScript>>)[name]
    let aheadMs = 0
    const clock = parts.newClock(() => aheadMs)
    const platform = createMemoryPlatform({
      seed: script.seed,
      automaticDelays: REALISTIC_DELAYS,
      cancellation: { answer: 'accept', delayMs: 3_000 },
      ...(parts.platformNow === undefined ? {} : { now: parts.platformNow }),
    })
    playScript({ ...platform, schedule: platform.model.schedule }, script)
    const settings = practiceSettings(parts.settings())
    const kitchen = openPracticeKitchen({ profile, prefix: FOLDER_PREFIX, platform, settings, clock, log })
    const { station, facts } = recordPractice(kitchen.station, clock.monotonic)
    kitchen.station.onDelta((delta) => {
      for (const listener of deltaListeners) listener(delta)
    })
    kitchen.station.start()
    const endsInMs = SCENARIO_MINUTES[name] * MINUTE_MS
    const timers = [clock.setTimer(endsInMs, () => void enqueue(() => finish('over')))]
    const jump = script.clockJump
    if (jump !== undefined) {
      timers.push(
        clock.setTimer(jump.atMs, () => {
          aheadMs = jump.byMs
        }),
      )
    }
    running = {
      name,
      kitchen,
      station,
      report: (ending) => ({ name, ending, sheet: scorePractice(facts()) }),
      cancelTimers: () => {
        for (const cancel of timers) cancel()
      },
    }
    log.info('practice-begun', { name })
    return endsInMs
  }

  const finish = async (ending: PracticeReport['ending']): Promise<PracticeReport | null> => {
    const ended = running
    if (ended === undefined) return null
    running = undefined
    ended.cancelTimers()
    const report = ended.report(ending)
    last = report
    log.info('practice-ended', { name: ended.name, state: ending })
    if (ending === 'over') for (const listener of overListeners) listener(report)
    try {
      await ended.kitchen.stopAndErase()
    } catch (error) {
      // The next practice removes the folder.
      log.error('practice-not-put-away', { error: messageOf(error) })
    }
    return report
  }

  return {
    begin: ({ name, isConfirmed }) =>
      enqueue(async () => {
        const open = parts.tickets().filter(isOpen)
        const isAlarmActive = parts.tickets().some(({ alarm }) => alarm !== undefined)
        if (isAlarmActive || (open.length > 0 && !isConfirmed)) return fail('not-allowed', 'Real orders are open')
        await finish('stopped')
        try {
          return ok({ endsInMs: await start(name) })
        } catch (error) {
          log.error('practice-failed', { error: messageOf(error) })
          return fail('storage', messageOf(error))
        }
      }),
    end: ({ ending }) => enqueue(async () => ok(await finish(ending))),
    last: () => ok(last ?? null),
    station: () => running?.station,
    onDelta: (listener) => void deltaListeners.add(listener),
    onOver: (listener) => void overListeners.add(listener),
    stop: async () => {
      await enqueue(() => finish('stopped'))
    },
  }
}
