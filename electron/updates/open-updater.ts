import type { AppUpdater } from 'electron-updater/out/AppUpdater.js'
import { parseFeed } from './feed.ts'
import { parseFeedKey } from './feed-signature.ts'
import { createFeedUpdater } from './feed-updater.ts'
import type { InstallKind, UpdaterPort } from './updater-port.ts'

export type OpenUpdaterParts = {
  /** The text of `app-update.yml`. */
  readonly feed: string
  /** Base64 of the SPKI form of the key with which feeds are signed. */
  readonly key: string
  readonly kind: InstallKind
  readonly setTimer: (delayMs: number, task: () => void) => () => void
  readonly freeBytes: () => number
}

async function updaterOf(kind: InstallKind): Promise<() => AppUpdater> {
  switch (kind) {
    case 'appimage': {
      const { AppImageUpdater } = await import('electron-updater/out/AppImageUpdater.js')
      return () => new AppImageUpdater()
    }
    case 'deb': {
      const { DebUpdater } = await import('electron-updater/out/DebUpdater.js')
      return () => new DebUpdater()
    }
    case 'nsis': {
      const { NsisUpdater } = await import('electron-updater/out/NsisUpdater.js')
      return () => new NsisUpdater()
    }
    case 'mac': {
      const { MacUpdater } = await import('electron-updater/out/MacUpdater.js')
      return () => new MacUpdater()
    }
  }
}

/**
 * The updater of a package. This module imports electron-updater, so import it only when there is a feed.
 * @throws when the feed or the key of the package cannot be used
 */
export async function openUpdater({ feed, key, kind, ...rest }: OpenUpdaterParts): Promise<UpdaterPort> {
  return createFeedUpdater({
    feed: parseFeed(feed),
    key: parseFeedKey(key),
    kind,
    createUpdater: await updaterOf(kind),
    ...rest,
  })
}
