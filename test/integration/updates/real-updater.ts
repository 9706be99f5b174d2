import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { parseFeedKey } from '../../../electron/updates/feed-signature.ts'
import { createFeedUpdater, parseFeed } from '../../../electron/updates/feed-updater.ts'
import type { UpdaterPort } from '../../../electron/updates/update-service.ts'
import { ClientRequest } from '../../../packages/electron-host/host/client-request.ts'
import type { UpdateFeed } from '../../fixtures/update-feed.ts'

/** electron-updater's executor with the requests of the Electron host, which have Electron's events and errors. */
class HostExecutor extends ElectronHttpExecutor {
  override createRequest(...[options, callback]: Parameters<ElectronHttpExecutor['createRequest']>) {
    const request = new ClientRequest(options)
    request.on('response', callback)
    return request as unknown as ReturnType<ElectronHttpExecutor['createRequest']>
  }
}

export type RealUpdater = {
  readonly port: UpdaterPort
  /** The folder of the downloads. */
  readonly pending: string
  /** The AppImage that runs. */
  readonly appImage: string
  /** Simulates Electron's event `quit`, to which electron-updater listens. */
  quit(): void
  remove(): void
}

export type RealUpdaterParts = {
  readonly feed: UpdateFeed
  readonly version?: string
  readonly key?: string
  /** The content of the file that decides whether a staged release includes this computer. */
  readonly stagingId?: string
  readonly freeBytes?: number
  readonly setTimer?: (delayMs: number, task: () => void) => () => void
}

const setRealTimer = (delayMs: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, delayMs)
  return () => clearTimeout(timer)
}

/** The product's updater with the real electron-updater for an AppImage, in a temporary folder. */
export function openRealUpdater(parts: RealUpdaterParts): RealUpdater {
  const { feed, version = '1.0.0', key = feed.key, stagingId, freeBytes = 1e12, setTimer = setRealTimer } = parts
  const folder = mkdtempSync(join(tmpdir(), 'comanda-updates-'))
  const config = join(folder, 'app-update.yml')
  const appImage = join(folder, 'Comanda.AppImage')
  writeFileSync(config, feed.config())
  writeFileSync(appImage, 'old program', { mode: 0o755 })
  mkdirSync(join(folder, 'profile'))
  if (stagingId !== undefined) writeFileSync(join(folder, 'profile', '.updaterId'), stagingId)
  // electron-updater reads this variable in an AppImage.
  process.env.APPIMAGE = appImage
  const quitListeners: ((exitCode: number) => void)[] = []
  const adapter = {
    version,
    name: 'Comanda',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'profile'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (listener: (exitCode: number) => void) => void quitListeners.push(listener),
  }
  return {
    appImage,
    pending: join(folder, 'cache', 'comanda-updater', 'pending'),
    port: createFeedUpdater({
      createUpdater: () => Object.assign(new AppImageUpdater(null, adapter), { httpExecutor: new HostExecutor() }),
      feed: parseFeed(feed.config()),
      key: parseFeedKey(key),
      kind: 'appimage',
      setTimer,
      freeBytes: () => freeBytes,
    }),
    quit: () => {
      for (const listener of quitListeners) listener(0)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
