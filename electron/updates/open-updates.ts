import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { isReplaceable, replaceAppImage } from './downloaded-file.ts'
import type { OpenUpdaterOptions } from './feed-updater.ts'
import {
  createUpdateService,
  type DownloadedUpdate,
  type Installer,
  type InstallKind,
  type KitchenActivity,
  type UpdaterPort,
  type UpdateService,
  type UpdateServiceOptions,
} from './update-service.ts'

const RECORD_FILE = 'updates.json'

export type UpdatesParts = {
  readonly package: UpdatePackage
  readonly profile: string
  readonly version: string
  /** The AppImage that this program runs from, if it does. */
  readonly appImage: string | undefined
  readonly kitchen: () => KitchenActivity
  /** Ends the program normally; `finish` is called at its end. */
  readonly quit: () => void
  /** Lets the installer of macOS end the program. Returns the function that ends this permission. */
  readonly releaseQuit: () => () => void
  /** Called when the system's installer starts the new version, as the last call before the process ends. */
  readonly onInstalled: () => void
  /** Starts the program once the process has ended. */
  readonly relaunch: () => void
  readonly openUpdater: (parts: OpenUpdaterOptions) => Promise<UpdaterPort>
  readonly clock: UpdateServiceOptions['clock']
  readonly random: () => number
  readonly log: Log
}

export interface Updates {
  readonly service: UpdateService
  /** The last step before the process ends. `hasStopped`: the databases are closed. */
  finish(hasStopped: boolean): void
}

/** The updates of this program, as far as its package allows them. The updater is loaded at the first check. */
export function openUpdates(options: UpdatesParts): Updates {
  const { profile, version, appImage, clock, log } = options
  const kind = options.package.mode === 'on' ? options.package.kind : undefined
  let port: UpdaterPort | undefined
  let begun: DownloadedUpdate | undefined
  let holdQuit = (): void => undefined

  const openPort = async (): Promise<UpdaterPort> => {
    if (options.package.mode !== 'on') throw new Error('There is no feed')
    const freeBytes = (): number => {
      const { bavail, bsize } = statfsSync(profile)
      return bavail * bsize
    }
    port = await options.openUpdater({ ...options.package, setTimer: clock.setTimer, freeBytes })
    return port
  }
  const installer: Installer = {
    isWritable: () => appImage === undefined || isReplaceable(appImage),
    // The installers of deb and of Windows ask for an administrator.
    needsPerson: (update) => kind === 'deb' || update?.needsAdministrator === true,
    begin(update) {
      begun = update
      if (kind !== 'mac') {
        options.quit()
        return
      }
      // Squirrel fetches the file first, then it ends the program.
      holdQuit = options.releaseQuit()
      port?.install()
    },
    cancel() {
      begun = undefined
      holdQuit()
    },
  }
  const service = createUpdateService({
    version,
    mode: options.package.mode,
    openUpdater: openPort,
    installer,
    kitchen: options.kitchen,
    recordFile: join(profile, RECORD_FILE),
    clock,
    random: options.random,
    log,
  })

  /** False when the running version stays. */
  const putInPlace = (update: DownloadedUpdate): boolean => {
    if (appImage === undefined) {
      const isStarted = kind === 'mac' || port?.install() === true
      if (isStarted) options.onInstalled()
      return isStarted
    }
    replaceAppImage(update, appImage)
    options.relaunch()
    return true
  }

  return {
    service,
    finish(hasStopped) {
      if (begun === undefined) return
      const update = begun
      begun = undefined
      try {
        if (hasStopped && putInPlace(update)) return
        log.error('update-not-installed', { version: update.version })
      } catch (error) {
        log.error('update-not-installed', { version: update.version, error: messageOf(error) })
      }
      // The kitchen needs its board again.
      options.relaunch()
    },
  }
}

/** Files that electron-builder writes: `publish` of electron-builder.yml, and the kind of Linux package. */
const FEED_FILE = 'app-update.yml'
const KIND_FILE = 'package-type'

const manifestSchema = z.object({ updateKey: z.string().optional() })

/** The update options of the package that this program runs from. */
type UpdatePackage =
  | { readonly mode: 'off' | 'unsupported' }
  | {
      readonly mode: 'on'
      readonly kind: InstallKind
      readonly feed: string
      /** Empty where the package has none; then no feed is accepted. */
      readonly key: string
    }

export type UpdatePackageOptions = {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  /** Folder of `app-update.yml`. */
  readonly resources: string
  /** Folder of the `package.json` of the app. */
  readonly appPath: string
  /** Whether this program runs from an AppImage. */
  readonly isAppImage: boolean
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function kindOf({ platform, resources, isAppImage }: UpdatePackageOptions): InstallKind | undefined {
  if (platform === 'win32') return 'nsis'
  if (platform === 'darwin') return 'mac'
  if (isAppImage) return 'appimage'
  return textOf(join(resources, KIND_FILE))?.trim() === 'deb' ? 'deb' : undefined
}

/** Reads the feed and the key of this package. Updates are off without a feed. */
export function readUpdatePackage(options: UpdatePackageOptions): UpdatePackage {
  if (!options.isPackaged) return { mode: 'off' }
  try {
    const feed = textOf(join(options.resources, FEED_FILE))
    if (feed === undefined) return { mode: 'off' }
    const kind = kindOf(options)
    if (kind === undefined) return { mode: 'unsupported' }
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(options.appPath, 'package.json'), 'utf8')))
    return { mode: 'on', kind, feed, key: manifest.updateKey ?? '' }
  } catch {
    return { mode: 'unsupported' }
  }
}
