import { existsSync } from 'node:fs'
import { fail, messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Station } from '../station/station.ts'
import type { Clock } from '../sync/clock.ts'
import { forgetPrevious } from '../updates/appimage-swap.ts'
import { dropLedgerCopy } from '../updates/ledger-copy.ts'
import { beginStart, endTrial, forgetStart, MOST_STARTS, type Trial, watchForBoard } from '../updates/trial.ts'

export type TrialParts = {
  /** The file of the trial, in the profile. */
  readonly trialFile: string
  /** Where the ledger is. */
  readonly folder: string
  readonly version: string
  /** The AppImage that this program runs from, if it does. */
  readonly appImage: string | undefined
  /** A guard watches this start from outside, and starts the next one (`shell/trial-guard.ts`). */
  readonly isGuarded: boolean
  /** Starts a guard that waits for the end of this process. */
  readonly startGuard: (trial: { readonly previous: string; readonly startsLeft: number }) => boolean
  /** Ends this process at once, as a start that failed. */
  readonly endAsFailed: () => void
  /** Says to a person that this version shows no board, where nothing can be done by itself. */
  readonly warn: (previousVersion: string) => void
  readonly clock: Clock
  readonly log: Log
}

export type UpdateTrial = {
  /** This start is at its end already: the guard puts the version before back. */
  readonly isOver: boolean
  /** A version that was given up, when this is the first start of the version before. */
  readonly failedVersion: string | undefined
  /** Nothing may be received or sent yet. */
  isHolding(): boolean
  /** A guard starts the program anew when it ends with an error. */
  isGuarded(): boolean
  /** Does the work at once, or in a trial when the board is painted. */
  afterBoard(isPainted: () => Promise<boolean>, work: () => void): void
  /** The program ends in order. */
  end(): void
}

/** Refuses deliveries while a new version is on trial. The platform brings them again. */
export const receivingAfterTrial = <S extends Pick<Station, 'receiveDelivery'>>(
  station: S,
  isHolding: () => boolean,
): S => ({
  ...station,
  receiveDelivery: (events: readonly unknown[]) =>
    isHolding() ? fail('storage', 'A new version is on trial') : station.receiveDelivery(events),
})

/** What this start is in the life of an update, and what follows from it. To be called once per start. */
export function openTrial(parts: TrialParts): UpdateTrial {
  const { trialFile: file, folder, version, clock, log } = parts
  const start = beginStart(file, version)
  const trial = start.kind === 'trying' || start.kind === 'exhausted' ? start.trial : undefined
  const failedVersion = start.kind === 'returned' ? start.failedVersion : undefined
  let state: 'holding' | 'proven' | 'failed' = trial === undefined ? 'proven' : 'holding'
  let endWatch = (): void => undefined

  if (failedVersion !== undefined) log.error('update-returned', { version: failedVersion })

  /** Gives way to the next start, or to the version before. False where neither is possible. */
  const giveWay = ({ previous, starts }: Trial): boolean => {
    if (previous === undefined || parts.appImage === undefined || !existsSync(previous)) return false
    if (!parts.isGuarded && !parts.startGuard({ previous, startsLeft: Math.max(0, MOST_STARTS - starts) })) return false
    state = 'failed'
    parts.endAsFailed()
    return true
  }
  /** Once work begins the copy is out of date. The storage was opened before, and took it back if it had to. */
  const dropCopy = (): void => {
    try {
      dropLedgerCopy(folder)
    } catch (error) {
      log.error('ledger-copy-not-dropped', { error: messageOf(error) })
    }
  }
  const confirm = (): void => {
    // The copy first: once work begins, it must not be taken for the whole truth.
    dropLedgerCopy(folder)
    endTrial(file)
    state = 'proven'
    log.info('update-proven', { version })
    if (parts.appImage !== undefined) forgetPrevious(parts.appImage)
  }

  if (start.kind === 'exhausted') {
    log.error('update-exhausted', { version })
    if (!giveWay(start.trial)) log.error('update-not-returned', { version })
  }
  const isFailed = (): boolean => state === 'failed'
  return {
    isOver: isFailed(),
    failedVersion,
    isHolding: () => state === 'holding',
    isGuarded: () => parts.isGuarded && state !== 'proven',
    afterBoard(isPainted, work) {
      if (trial === undefined) {
        dropCopy()
        work()
        return
      }
      log.info('update-on-trial', { version, attempts: trial.starts })
      endWatch = watchForBoard({
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
          if (giveWay(trial)) return
          // Orders that no screen shows are at least stored, and the alarm of the computer rings.
          state = 'proven'
          parts.warn(trial.previousVersion)
          work()
        },
      })
    },
    end() {
      endWatch()
      if (state === 'holding') forgetStart(file)
    },
  }
}
