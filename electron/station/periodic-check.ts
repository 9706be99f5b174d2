import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import type { SyncEngine } from '../sync/engine.ts'

const SECOND_MS = 1_000

export type PeriodicCheckParts = {
  readonly ledger: Pick<Ledger, 'correctTimes' | 'commitDue'>
  readonly clock: Pick<TimeService, 'check' | 'monotonic' | 'platform' | 'onStep' | 'setTimer' | 'sleptMs'>
  readonly engine: Pick<SyncEngine, 'checkNow' | 'eventsReceived' | 'tapsChanged'>
  readonly clockLog: { record(): void }
  readonly log: Log
  readonly isOnline: () => boolean
  /** Orders whose tickets changed by time alone. */
  readonly changedByTime: () => readonly string[]
  /** All orders of the board. */
  readonly orderIds: () => readonly string[]
  readonly refresh: (orderIds: readonly string[]) => void
  /** Called every second, after the tickets were drawn. */
  readonly onSecond: () => void
}

/** Checks once a second what changes with time, and reacts to a sleep of the machine and to a step of the platform's clock. */
export type PeriodicCheck = { start(): void; stop(): void }

export function createPeriodicCheck(parts: PeriodicCheckParts): PeriodicCheck {
  const { ledger, clock, engine, clockLog, log, isOnline, changedByTime, orderIds, refresh, onSecond } = parts
  let sleptMs = clock.sleptMs()
  let cancelTimer = (): void => undefined
  let removeStepListener = (): void => undefined

  /** The machine had no connection while it slept. Not every system reports the wake-up. */
  const checkAfterSleep = (): void => {
    if (clock.sleptMs() === sleptMs) return
    log.info('slept', { durationMs: Math.round(clock.sleptMs() - sleptMs) })
    sleptMs = clock.sleptMs()
    engine.checkNow()
  }

  /** Waiting work keeps its waiting time, and every time on the board is drawn again. */
  const onClockStep = (deltaMs: number): void => {
    try {
      log.info('clock-stepped', { durationMs: Math.round(deltaMs) })
      ledger.correctTimes(deltaMs, clock.platform())
      clockLog.record()
      refresh(orderIds())
      engine.tapsChanged()
      engine.eventsReceived()
    } catch (error) {
      log.error('storage-refused', { error: messageOf(error) })
    }
  }

  const check = (): void => {
    try {
      clock.check()
      checkAfterSleep()
      // Detects a reconnect: the operating system reports none.
      isOnline()
      const changed = changedByTime()
      if (changed.length > 0) refresh(changed)
      onSecond()
      ledger.commitDue(clock.monotonic())
    } catch (error) {
      log.error('periodic-check-failed', { error: messageOf(error) })
    }
    cancelTimer = clock.setTimer(SECOND_MS, check)
  }

  return {
    start() {
      removeStepListener = clock.onStep(onClockStep)
      check()
    },
    stop() {
      cancelTimer()
      removeStepListener()
    },
  }
}
