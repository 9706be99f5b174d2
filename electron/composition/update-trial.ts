import { existsSync } from 'node:fs'
import { fail, messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Station } from '../station/station-port.ts'
import type { Clock } from '../sync/clock.ts'
import { removePrevious } from '../updates/appimage-swap.ts'
import { dropLedgerCopy } from '../updates/ledger-copy.ts'
import { beginStart, endTrial, MAX_STARTS, type Trial, uncountStart, waitForBoard } from '../updates/trial.ts'

export type TrialParts = {
  /** The file of the trial, in the profile. */
  readonly trialFile: string
  /** Where the ledger is. */
  readonly folder: string
  readonly version: string
  /** The AppImage that this program runs from, if it does. */
  readonly appImage: string | undefined
  /** Whether a guard watches this start from outside and starts the next one (`shell/trial-guard.ts`). */
  readonly isGuarded: boolean
  /** Starts a guard that waits for the end of this process. */
  readonly startGuard: (trial: { readonly previous: string; readonly startsLeft: number }) => boolean
  /** Ends this process at once, as a start that failed. */
  readonly endAsFailed: () => void
  /** Shows the user that this version draws no board, where the program cannot undo the update. */
  readonly warn: (previousVersion: string) => void
  readonly clock: Clock
  readonly log: Log
}

export type UpdateTrial = {
  /** True when this start must end: the guard restores the previous version. */
  readonly isOver: boolean
  /** The version that was given up, at the first start of the previous version after it. */
  readonly failedVersion: string | undefined
  /** True while nothing may be received or sent. */
  isOnTrial(): boolean
  /** True when a guard restarts the program after an error. */
  isGuarded(): boolean
  /** Does the work at once, or in a trial when the board is painted. */
  afterBoard(isPainted: () => Promise<boolean>, work: () => void): void
  /** Call when the program ends normally. */
  end(): void
}

/** Refuses deliveries while a new version is on trial. The platform sends them again. */
export const refusingOnTrial = <S extends Pick<Station, 'receiveDelivery'>>(
  station: S,
  isHolding: () => boolean,
): S => ({
  ...station,
  receiveDelivery: (events: readonly unknown[]) =>
    isHolding() ? fail('storage', 'A new version is on trial') : station.receiveDelivery(events),
})

/** Determines the role of this start in an update, and acts on it. Call once per start. */
export function openTrial(parts: TrialParts): UpdateTrial {
  const { trialFile: file, folder, version, clock, log } = parts
  const start = beginStart(file, version)
  const trial = start.kind === 'trying' || start.kind === 'exhausted' ? start.trial : undefined
  const failedVersion = start.kind === 'returned' ? start.failedVersion : undefined
  let state: 'holding' | 'proven' | 'failed' = trial === undefined ? 'proven' : 'holding'
  let endWatch = (): void => undefined

  if (failedVersion !== undefined) log.error('update-returned', { version: failedVersion })

  /**
   * Ends this start, so that the guard starts the next one or restores the previous version. False when there is no
   * guard.
   */
  const endFailedStart = ({ previous, starts }: Trial): boolean => {
    if (previous === undefined || parts.appImage === undefined || !existsSync(previous)) return false
    if (!parts.isGuarded && !parts.startGuard({ previous, startsLeft: Math.max(0, MAX_STARTS - starts) })) return false
    state = 'failed'
    parts.endAsFailed()
    return true
  }
  /** Once work begins, the copy is outdated. The storage is already open and has restored the copy if necessary. */
  const dropCopy = (): void => {
    try {
      dropLedgerCopy(folder)
    } catch (error) {
      log.error('ledger-copy-not-dropped', { error: messageOf(error) })
    }
  }
  const confirm = (): void => {
    // The copy is removed first: once work begins, it is incomplete.
    dropLedgerCopy(folder)
    endTrial(file)
    state = 'proven'
    log.info('update-proven', { version })
    if (parts.appImage !== undefined) removePrevious(parts.appImage)
  }

  if (start.kind === 'exhausted') {
    log.error('update-exhausted', { version })
    if (!endFailedStart(start.trial)) log.error('update-not-returned', { version })
  }
  const isFailed = (): boolean => state === 'failed'
  return {
    isOver: isFailed(),
    failedVersion,
    isOnTrial: () => state === 'holding',
    isGuarded: () => parts.isGuarded && state !== 'proven',
    afterBoard(isPainted, work) {
      if (trial === undefined) {
        dropCopy()
        work()
        return
      }
      log.info('update-on-trial', { version, attempts: trial.starts })
      endWatch = waitForBoard({
        setTimer: clock.setTimer,
        now: clock.monotonic,
        isPainted,
        onPainted() {
          try {
            confirm()
          } catch (error) {
            state = 'proven'
            log.error('update-not-confirmed', { error: messageOf(error) })
          }
          work()
        },
        onUnpainted() {
          log.error('update-without-board', { version, attempts: trial.starts })
          if (endFailedStart(trial)) return
          // Without a screen, orders are at least stored, and the desktop's alarm rings.
          state = 'proven'
          parts.warn(trial.previousVersion)
          work()
        },
      })
    },
    end() {
      endWatch()
      if (state === 'holding') uncountStart(file)
    },
  }
}
