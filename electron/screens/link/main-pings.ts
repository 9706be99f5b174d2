import type { MonotonicMs } from '../../../shared/time/time.ts'
import type { Clock, TimeService } from '../../sync/clock.ts'
import type { FromMain, FromScreen } from './link-messages.ts'
import type { ScreenFacts } from './screen-facts.ts'

const PING_MS = 2_000
/** Three pings without any message of the main computer. */
export const SILENT_MS = 3 * PING_MS

/** The pings of one screen: they find a silent main computer and read its clock. */
export interface MainPings {
  /** Sends the first ping. */
  start(): void
  stop(): void
  /** Call with each message of the main computer. */
  recordMessage(): void
  /** The time reading of the answered ping; `undefined`: this ping or a later one was answered before. */
  readingOf(
    args: Extract<
      FromMain,
      {
        kind: 'pong'
      }
    >,
  ): TimeReading | undefined
}

export function createMainPings(parts: {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly newId: () => number
  /** False: the connection has ended. */
  readonly send: (message: Extract<FromScreen, { kind: 'ping' }>) => boolean
  readonly onSilent: () => void
}): MainPings {
  const { clock, newId, send, onSilent } = parts
  const sentAt = new Map<number, MonotonicMs>()
  let lastMessageAt = clock.monotonic()
  let cancelTimer = (): void => undefined

  const ping = (): void => {
    if (clock.monotonic() - lastMessageAt >= SILENT_MS) {
      onSilent()
      return
    }
    const id = newId()
    sentAt.set(id, clock.monotonic())
    if (send({ kind: 'ping', id })) cancelTimer = clock.setTimer(PING_MS, ping)
  }

  return {
    start() {
      cancelTimer()
      ping()
    },
    stop() {
      cancelTimer()
      sentAt.clear()
    },
    recordMessage() {
      lastMessageAt = clock.monotonic()
    },
    readingOf({ id, platformNow }) {
      const at = sentAt.get(id)
      if (at === undefined) return undefined
      sentAt.clear()
      return { platformNow, sentAt: at, receivedAt: clock.monotonic() }
    },
  }
}

const SECOND_MS = 1_000

export type TimeReading = {
  /** Epoch ms of the platform's clock, from the main computer. */
  readonly platformNow: number
  readonly sentAt: MonotonicMs
  readonly receivedAt: MonotonicMs
}

/** Keeps the clock offset across restarts, because a screen gets the platform's time only from its main computer. */
export function createScreenClock(
  facts: ScreenFacts,
  clock: TimeService,
): { applyReading(reading: TimeReading): void } {
  const remembered = Number(facts.get('clock-offset') ?? Number.NaN)
  if (Number.isFinite(remembered)) clock.restoreOffset(remembered)
  return {
    applyReading({ platformNow, sentAt, receivedAt }) {
      // The clock service expects seconds that were rounded down. This reading is exact.
      clock.applyReading({ platformAt: platformNow, sentAt: sentAt + SECOND_MS, receivedAt })
      if (Math.abs(clock.offsetMs() - Number(facts.get('clock-offset') ?? 0)) >= SECOND_MS) {
        facts.save('clock-offset', String(clock.offsetMs()))
      }
    },
  }
}
