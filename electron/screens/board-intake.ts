import type { MonotonicMs } from '../../shared/time.ts'
import type { TimeService } from '../sync/clock.ts'
import type { BoardMirror } from './board-mirror.ts'
import type { KeptItems } from './kept-items.ts'
import type { BoardMessage, StationLink } from './station-link.ts'

/** Takes the station's board as it comes over the line, and asks for the whole board where a part of it is missing. */
export type BoardIntake = {
  take(message: BoardMessage): void
  /** The station's board has this version; what was sent before it was read. */
  versionIs(version: number): void
  /** The station is not reached any more, or not yet. */
  lost(): void
  /** The board of the station is known as it is now. */
  isCurrent(): boolean
  /** Milliseconds since it was current; since the start where it never was. */
  awayMs(): number
}

export function createBoardIntake(parts: {
  readonly mirror: BoardMirror
  readonly kept: Pick<KeptItems, 'boardAt'>
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
  let isAskedFor = false
  let lostAt: MonotonicMs = clock.monotonic()

  return {
    take(message) {
      const now = clock.platform()
      if (message.kind === 'snapshot') {
        const changed = mirror.takeSnapshot(message.snapshot, now)
        isCurrent = true
        isAskedFor = false
        const shown = kept.boardAt(mirror.version(), true)
        onNotice()
        onChanged([...changed, ...shown])
      } else {
        const changed = mirror.takeDelta(message.delta, now)
        if (changed === 'old') return
        if (changed === 'gap') {
          // What lies behind the gap comes with the whole board.
          link.send({ kind: 'at', version: message.delta.version })
          if (!isAskedFor) link.send({ kind: 'snapshot' })
          isAskedFor = true
          return
        }
        if ('notice' in message.delta) onNotice()
        const shown = kept.boardAt(mirror.version(), false)
        const isRuled = message.delta.settings !== undefined
        onChanged(isRuled ? mirror.orderIds() : [...changed, ...shown])
      }
      link.send({ kind: 'at', version: mirror.version() })
    },
    versionIs(version) {
      if (isCurrent && version <= mirror.version()) return
      // The last messages were lost, and no later one shows the gap.
      link.send({ kind: 'at', version })
      link.send({ kind: 'snapshot' })
    },
    lost() {
      if (isCurrent) lostAt = clock.monotonic()
      isCurrent = false
      isAskedFor = false
    },
    isCurrent: () => isCurrent,
    awayMs: () => clock.monotonic() - lostAt,
  }
}
