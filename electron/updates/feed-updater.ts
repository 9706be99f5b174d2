import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js'
import type { BaseUpdater } from 'electron-updater/out/BaseUpdater.js'
import { CancellationToken, type UpdateFileInfo, type UpdateInfo } from 'electron-updater/out/types.js'
import { messageOf } from '../../shared/result.ts'
import type { UpdateTrouble } from '../../shared/updates.ts'
import { isUnchanged } from './downloaded-file.ts'
import type { Feed } from './feed.ts'
import { FeedSignatureError } from './feed-signature.ts'
import { SignedProvider, type SignedProviderOptions } from './signed-provider.ts'
import type { Download, FeedResult, InstallKind, UpdaterPort } from './updater-port.ts'
import type { WatchedRequests } from './watched-requests.ts'

/** A feed is a few hundred bytes. */
const FEED_LIMIT_MS = 60_000
const MAX_FEED_BYTES = 1_048_576
/** Longest time without a byte of a download. */
const STALL_LIMIT_MS = 60_000
/** Size limit of a download whose feed names no size. */
const USUAL_BYTES = 1_000_000_000
/** Space for the kitchen's own files beside the download and its copy. */
const SPARE_BYTES = 300_000_000

const EXTENSIONS: Readonly<Record<InstallKind, string>> = {
  appimage: '.appimage',
  deb: '.deb',
  nsis: '.exe',
  mac: '.zip',
}

export type FeedUpdaterParts = {
  /** electron-updater's class for this kind of installation. A new one for each call: one that hangs is not used again. */
  readonly createUpdater: () => AppUpdater
  readonly feed: Feed
  readonly key: KeyObject
  readonly kind: InstallKind
  readonly setTimer: (delayMs: number, task: () => void) => () => void
  /** Free bytes where downloads are kept. */
  readonly freeBytes: () => number
}

class Stopped extends Error {
  readonly trouble: UpdateTrouble
  constructor(trouble: UpdateTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

function troubleOf(error: unknown, otherwise: UpdateTrouble): UpdateTrouble {
  if (error instanceof FeedSignatureError) return 'signature'
  if (error instanceof Stopped) return error.trouble
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'download-broken'
  if (code === 'ENOSPC') return 'disk-full'
  return code.startsWith('ERR_UPDATER_') && code !== 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' ? 'feed-broken' : otherwise
}

const failed = (error: unknown, otherwise: UpdateTrouble) => ({
  kind: 'failed' as const,
  trouble: troubleOf(error, otherwise),
  error: messageOf(error),
})

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/** An updater that reads this feed with its key, and does nothing by itself. */
function openUpdater({ createUpdater, feed, key }: FeedUpdaterParts) {
  const updater = createUpdater()
  updater.logger = null
  updater.autoDownload = false
  // electron-updater 6 may leave nothing installed when the system shuts down meanwhile.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // The signature does not cover block maps, and the tests prove the download of a whole file only.
  updater.disableDifferentialDownload = true
  const requests = Promise.withResolvers<WatchedRequests>()
  const options: SignedProviderOptions = {
    provider: 'custom',
    updateProvider: SignedProvider,
    url: feed.url,
    channel: feed.channel ?? null,
    key,
    onRequests: requests.resolve,
  }
  // electron-updater's type of custom options has no members for the provider's own values.
  updater.setFeedURL(options as unknown as Parameters<AppUpdater['setFeedURL']>[0])
  return { updater, requests: requests.promise }
}

/** Ends with an error when the work takes longer than the limit since the last byte. */
async function withLimits<T>(
  setTimer: FeedUpdaterParts['setTimer'],
  requests: WatchedRequests,
  limits: { readonly idleMs: number; readonly maxBytes: number; readonly onBytes?: (sum: number) => void },
  work: () => Promise<T>,
): Promise<T> {
  const stop = Promise.withResolvers<never>()
  let sum = 0
  const giveUp = (): void => stop.reject(new Stopped('unreachable', 'The feed does not go on answering'))
  let cancel = setTimer(limits.idleMs, giveUp)
  requests.onBytes = (bytes) => {
    cancel()
    cancel = setTimer(limits.idleMs, giveUp)
    sum += bytes
    if (sum > limits.maxBytes) stop.reject(new Stopped('download-broken', 'More arrived than the feed names'))
    else limits.onBytes?.(sum)
  }
  try {
    return await Promise.race([work(), stop.promise])
  } finally {
    cancel()
    requests.onBytes = () => undefined
    requests.abort()
  }
}

/** electron-updater over a signed generic feed. Nothing is installed by itself, and every file is downloaded as a whole. */
export function createFeedUpdater(parts: FeedUpdaterParts): UpdaterPort {
  const { kind, setTimer, freeBytes } = parts
  let ready: { readonly file: string; readonly sha512: string; readonly updater: AppUpdater } | undefined

  const download = async (
    updater: AppUpdater,
    requests: WatchedRequests,
    { version, files }: UpdateInfo,
    onPercent: (percent: number) => void,
  ): Promise<Download> => {
    const token = new CancellationToken()
    try {
      const fitting = files.filter(({ url }) => url.toLowerCase().endsWith(EXTENSIONS[kind]))
      if (fitting.length === 0) throw new Stopped('feed-broken', 'The feed has no file for this system')
      const maxBytes = Math.max(...fitting.map(({ size }) => size ?? USUAL_BYTES))
      // The download, and its copy beside the program.
      if (freeBytes() < 2 * maxBytes + SPARE_BYTES) throw new Stopped('disk-full', 'Too little room for the download')
      const onBytes = (sum: number): void => onPercent(Math.min(100, Math.floor((100 * sum) / maxBytes)))
      const [file = ''] = await withLimits(setTimer, requests, { idleMs: STALL_LIMIT_MS, maxBytes, onBytes }, () =>
        updater.downloadUpdate(token),
      )
      // Checked also for a file of an earlier run.
      const sha512 = await sha512Of(file)
      const wanted = fitting.find((each) => each.sha512 === sha512)
      if (wanted === undefined) throw new Stopped('download-broken', 'The file is none that the feed names')
      ready = { updater, file, sha512 }
      return { kind: 'downloaded', update: { version, file, sha512, needsAdministrator: needsAdministrator(wanted) } }
    } catch (error) {
      token.cancel()
      return failed(error, 'unreachable')
    }
  }
  const needsAdministrator = (file: UpdateFileInfo): boolean =>
    kind === 'deb' || ('isAdminRightsRequired' in file && file.isAdminRightsRequired === true)

  return {
    async readFeed(): Promise<FeedResult> {
      try {
        const { updater, requests: pending } = openUpdater(parts)
        const requests = await pending
        const limits = { idleMs: FEED_LIMIT_MS, maxBytes: MAX_FEED_BYTES }
        const result = await withLimits(setTimer, requests, limits, () => updater.checkForUpdates())
        if (result === null || !result.isUpdateAvailable) return { kind: 'none' }
        const { updateInfo } = result
        return {
          kind: 'offered',
          version: updateInfo.version,
          download: (onPercent) => download(updater, requests, updateInfo, onPercent),
        }
      } catch (error) {
        return failed(error, 'unreachable')
      }
    },
    install() {
      // SECURITY: update-signature (docs/security.md). Another program of this user may have changed the file since.
      if (ready === undefined || !isUnchanged(ready)) return false
      const { updater } = ready
      if (kind === 'mac') updater.quitAndInstall()
      // Silent, and the new version is started afterwards.
      // Every updater except that of macOS is a `BaseUpdater`.
      else return (updater as BaseUpdater).install(true, true)
      return true
    },
  }
}
