import type { MonotonicMs } from '../../../shared/time.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { BoardMirror } from './board-mirror.ts'
import type { KeptItems } from './kept-items.ts'
import type { BoardMessage, StationLink } from './station-link.ts'

/** Receives the station's board over the connection. Requests a snapshot when a delta is missing. */
export type BoardIntake = {
  receive(message: BoardMessage): void
  /** Call with the board version of a pong. Requests a snapshot when this screen has an older board. */
  compareVersion(version: number): void
  /** Call when the connection has ended. */
  recordLost(): void
  /** Whether this screen has the present board of the station. */
  isCurrent(): boolean
  /** Ms since the board was current, or since the start when it never was. */
  awayMs(): number
}

export function createBoardIntake(parts: {
  readonly mirror: BoardMirror
  readonly kept: Pick<KeptItems, 'dropShown'>
  readonly link: Pick<StationLink, 'send'>
  readonly clock: Pick<TimeService, 'monotonic' | 'platform'>
  /** Called when the notice of the station changed. */
  readonly onNotice: () => void
  /** These orders have to be drawn again. */
  readonly onChanged: (orderIds: readonly string[]) => void
}): BoardIntake {
  const { mirror, kept, link, clock, onNotice, onChanged } = parts
  let isCurrent = false
  /** A snapshot was requested after a gap and has not arrived. */
  let isSnapshotRequested = false
  let lostAt: MonotonicMs = clock.monotonic()

  return {
    receive(message) {
      const now = clock.platform()
      if (message.kind === 'snapshot') {
        const changed = mirror.applySnapshot(message.snapshot, now)
        isCurrent = true
        isSnapshotRequested = false
        const shown = kept.dropShown(mirror.version(), true)
        onNotice()
        onChanged([...changed, ...shown])
      } else {
        const changed = mirror.applyDelta(message.delta, now)
        if (changed === 'old') return
        if (changed === 'gap') {
          // The snapshot will contain the changes of the gap.
          link.send({ kind: 'at', version: message.delta.version })
          if (!isSnapshotRequested) link.send({ kind: 'snapshot' })
          isSnapshotRequested = true
          return
        }
        if ('notice' in message.delta) onNotice()
        const shown = kept.dropShown(mirror.version(), false)
        const haveSettingsChanged = message.delta.settings !== undefined
        onChanged(haveSettingsChanged ? mirror.orderIds() : [...changed, ...shown])
      }
      link.send({ kind: 'at', version: mirror.version() })
    },
    compareVersion(version) {
      if (isCurrent && version <= mirror.version()) return
      // The last messages were lost; no later message reveals the gap.
      link.send({ kind: 'at', version })
      link.send({ kind: 'snapshot' })
    },
    recordLost() {
      if (isCurrent) lostAt = clock.monotonic()
      isCurrent = false
      isSnapshotRequested = false
    },
    isCurrent: () => isCurrent,
    awayMs: () => clock.monotonic() - lostAt,
  }
}
