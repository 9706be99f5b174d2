import type { MonotonicMs } from '../../../shared/time.ts'
import type { Clock } from '../../sync/clock.ts'
import type { TimeReading } from './clock-memory.ts'
import type { FromScreen, FromStation } from './link-messages.ts'

const PING_MS = 2_000
/** Three pings without any message of the station. */
export const SILENT_MS = 3 * PING_MS

/** The pings of one screen: they find a silent station and read its clock. */
export type StationPings = {
  /** Sends the first ping. */
  start(): void
  stop(): void
  /** Call with each message of the station. */
  recordMessage(): void
  /** The time reading of the answered ping; `undefined`: this ping or a later one was answered before. */
  readingOf(pong: Extract<FromStation, { kind: 'pong' }>): TimeReading | undefined
}

export function createStationPings(parts: {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly newId: () => number
  /** False: the connection has ended. */
  readonly send: (message: Extract<FromScreen, { kind: 'ping' }>) => boolean
  readonly onSilent: () => void
}): StationPings {
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
