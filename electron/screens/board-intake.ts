import type { MonotonicMs } from '../../shared/time.ts'
import type { TimeService } from '../sync/clock.ts'
import type { BoardMirror } from './board-mirror.ts'
import type { KeptItems } from './kept-items.ts'
import type { BoardMessage, StationLink } from './station-link.ts'

/** Takes the station's board as it comes over the line, and asks for the whole board where a part of it is missing. */
export type BoardIntake = {
  receive(message: BoardMessage): void
  /** The station's board has this version; what was sent before it was read. */
  compareVersion(version: number): void
  /** The station is not reached any more, or not yet. */
  recordLost(): void
  /** The board of the station is known as it is now. */
  isCurrent(): boolean
  /** Milliseconds since it was current; since the start where it never was. */
  awayMs(): number
}

export function createBoardIntake(parts: {
  readonly mirror: BoardMirror
  readonly kept: Pick<KeptItems, 'dropShown'>
  readonly link: Pick<StationLink, 'send'>
  readonly clock: Pick<TimeService, 'monotonic' | 'platform'>
  /** The station said something new, or nothing, about its storage or credentials. */
  readonly onNotice: () => void
  /** These orders have to be drawn again. */
  readonly onChanged: (orderIds: readonly string[]) => void
}): BoardIntake {
  const { mirror, kept, link, clock, onNotice, onChanged } = parts
  let isCurrent = false
  /** The whole board is on its way, after a gap. */
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
          // What lies behind the gap comes with the whole board.
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
      // The last messages were lost, and no later one shows the gap.
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
