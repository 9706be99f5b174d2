import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../logging/log-port.ts'
import { appImageStart, relaunchAfterExit } from '../shell/relaunch.ts'
import { isSupervised } from '../shell/supervision.ts'
import { readGuardMark, startGuard } from '../shell/trial-guard.ts'
import type { Clock } from '../sync/clock.ts'
import { givenUpFile } from '../updates/trial.ts'
import { readUpdatePackage } from '../updates/update-package.ts'
import { openUpdates, type Updates, type UpdatesParts } from './open-updates.ts'
import { openTrial, type UpdateTrial } from './update-trial.ts'

const TRIAL_FILE = 'update-trial.json'

/** The part of Electron's `app` that updates use. */
type UpdatedApp = {
  readonly isPackaged: boolean
  getAppPath(): string
  getVersion(): string
  relaunch(options: { args: string[] }): void
  exit(code?: number): void
}

export type AppUpdatesParts = {
  readonly app: UpdatedApp
  readonly process: NodeJS.Process
  readonly profile: string
  /** Practice has no updates. */
  readonly isRehearsal: boolean
  /** Shows the user that this version draws no board, where the program cannot undo the update. */
  readonly warn: (version: string, previousVersion: string) => void
  readonly clock: Clock
  readonly log: Log & { flushSync(): void }
}

export type AppUpdates = {
  readonly trial: UpdateTrial
  openUpdates(station: Pick<UpdatesParts, 'kitchen' | 'quit' | 'releaseQuit'>): Updates
}

/**
 * Under supervision the system starts the next process, after an exit code for failure, and would end a guard
 * together with this one. So the program itself restores the previous version once no start is left.
 */
export function restorePrevious(parts: {
  readonly previous: string
  readonly startsLeft: number
  readonly appImage: string
  readonly trialFile: string
}): boolean {
  if (parts.startsLeft > 0) return true
  try {
    renameSync(parts.previous, parts.appImage)
    renameSync(parts.trialFile, givenUpFile(parts.trialFile))
    return true
  } catch {
    return false
  }
}

/** The role of this start between two versions of the program. Call before any file of the profile is opened. */
export function openAppUpdates({ app, process, profile, isRehearsal, warn, clock, log }: AppUpdatesParts): AppUpdates {
  const version = app.getVersion()
  // Before the environment is read for the next start.
  const isGuarded = readGuardMark(process.env)
  const image = appImageStart(process)
  const common = {
    trialFile: join(profile, TRIAL_FILE),
    folder: profile,
    version,
    appImage: image?.appImage,
    clock,
    log,
  }
  const isWatched = isSupervised(process.env)
  const guardNext: UpdatesParts['startGuard'] = (next) =>
    image !== undefined &&
    (isWatched
      ? restorePrevious({ ...next, appImage: image.appImage, trialFile: common.trialFile })
      : startGuard({ start: image, trialFile: common.trialFile, ...next }))
  const trial = openTrial({
    ...common,
    isGuarded,
    startGuard: guardNext,
    endAsFailed: () => {
      log.flushSync()
      app.exit(1)
    },
    warn: (previousVersion) => warn(version, previousVersion),
  })
  return {
    trial,
    openUpdates: (station) =>
      openUpdates({
        ...common,
        ...station,
        package: isRehearsal
          ? { mode: 'off' }
          : readUpdatePackage({
              isPackaged: app.isPackaged,
              platform: process.platform,
              resources: process.resourcesPath,
              appPath: app.getAppPath(),
              isAppImage: image !== undefined,
            }),
        profile,
        failedVersion: trial.failedVersion,
        onInstalled: () => {
          if (isWatched) app.exit(1)
        },
        relaunch: () => {
          if (isWatched) app.exit(1)
          else relaunchAfterExit(app, process)
        },
        startGuard: guardNext,
        openUpdater: async (parts) => (await import('../updates/open-updater.ts')).openUpdater(parts),
        random: Math.random,
      }),
  }
}
