import type { KeyObject } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { basename } from 'node:path/posix'
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js'
import type { BaseUpdater } from 'electron-updater/out/BaseUpdater.js'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { type ProviderRuntimeOptions, parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { CancellationToken, type UpdateFileInfo, type UpdateInfo } from 'electron-updater/out/types.js'
import { z } from 'zod'
import type { UpdateTrouble } from '../../shared/contract/updates.ts'
import { messageOf } from '../../shared/result.ts'
import { isUnchanged } from './downloaded-file.ts'
import { FeedSignatureError, openSignedFeed, parseFeedKey } from './feed-signature.ts'
import type { Download, FeedResult, InstallKind, UpdaterPort } from './update-service.ts'

/** A feed is a few hundred bytes. */
const FEED_LIMIT_MS = 60_000
const MAX_FEED_BYTES = 1_048_576
/** A slow connection takes an hour. */
const DOWNLOAD_LIMIT_MS = 4 * 3_600_000
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

type FeedUpdaterOptions = {
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

/** An updater that reads this feed with its key, and does nothing by itself. */
interface Library {
  readonly updater: AppUpdater
  readonly executor: Executor | undefined
}

function openLibrary({ createUpdater, feed, key }: FeedUpdaterOptions): Library {
  const updater = createUpdater()
  updater.logger = null
  updater.autoDownload = false
  // electron-updater 6 may leave nothing installed when the system shuts down meanwhile.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // The signature does not cover block maps, and the tests prove the download of a whole file only.
  updater.disableDifferentialDownload = true
  let executor: Executor | undefined
  const options: SignedProviderOptions = {
    provider: 'custom',
    updateProvider: SignedProvider,
    url: feed.url,
    channel: feed.channel ?? null,
    key,
    onExecutor: (given) => {
      executor = given
    },
  }
  // electron-updater's type of custom options has no members for the provider's own values.
  updater.setFeedURL(options as unknown as Parameters<AppUpdater['setFeedURL']>[0])
  return { updater, executor }
}

type Limits = {
  readonly timeMs: number
  readonly maxBytes: number
  readonly onBytes?: (sum: number) => void
}

/**
 * Runs work of electron-updater, which has no limit of time under Electron (it waits for the event `socket`, which Electron's
 * requests do not have) and none of size, within these, and ends its requests.
 */
async function limited<T>(
  setTimer: FeedUpdaterOptions['setTimer'],
  executor: Executor | undefined,
  { timeMs, maxBytes, onBytes }: Limits,
  work: () => Promise<T>,
): Promise<T> {
  if (executor === undefined) throw new Stopped('feed-broken', 'There is no executor')
  const underWay = new Set<Request>()
  const stop = Promise.withResolvers<never>()
  let sum = 0
  const { createRequest } = executor
  executor.createRequest = (options, callback) => {
    const request = createRequest.call(executor, options, (response: Response) => {
      // A refused answer has no listener; its error would end the program.
      response.on('error', () => undefined)
      response.on('close', () => underWay.delete(request))
      response.on('data', (chunk) => {
        sum += chunk.length
        if (sum > maxBytes) stop.reject(new Stopped('download-broken', 'More arrived than the feed names'))
        else onBytes?.(sum)
      })
      callback(response)
    })
    underWay.add(request)
    return request
  }
  const cancel = setTimer(timeMs, () => stop.reject(new Stopped('unreachable', 'The feed does not go on answering')))
  try {
    return await Promise.race([work(), stop.promise])
  } finally {
    cancel()
    executor.createRequest = createRequest
    for (const request of underWay) request.abort()
  }
}

/** electron-updater over a signed generic feed. Nothing is installed by itself, and every file is downloaded as a whole. */
export function createFeedUpdater(options: FeedUpdaterOptions): UpdaterPort {
  const { kind, setTimer, freeBytes } = options
  let ready: { readonly file: string; readonly sha512: string; readonly updater: AppUpdater } | undefined

  const download = async (
    { updater, executor }: Library,
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
      const [file = ''] = await limited(setTimer, executor, { timeMs: DOWNLOAD_LIMIT_MS, maxBytes, onBytes }, () =>
        updater.downloadUpdate(token),
      )
      // electron-updater has compared its hash, also that of a file of an earlier run.
      const wanted = fitting.find(({ url }) => decodeURIComponent(basename(url)) === basename(file)) ?? fitting[0]
      if (wanted === undefined) throw new Stopped('feed-broken', 'The feed has no file for this system')
      const { sha512 } = wanted
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
        const library = openLibrary(options)
        const { updater, executor } = library
        const limits = { timeMs: FEED_LIMIT_MS, maxBytes: MAX_FEED_BYTES }
        const result = await limited(setTimer, executor, limits, () => updater.checkForUpdates())
        if (result === null || !result.isUpdateAvailable) return { kind: 'none' }
        const { updateInfo } = result
        return {
          kind: 'offered',
          version: updateInfo.version,
          download: (onPercent) => download(library, updateInfo, onPercent),
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

/** The feed of this package. */
type Feed = {
  /** Folder of the feed. */
  readonly url: string
  readonly channel: string | undefined
  /** Name of the folder in which downloads are kept. */
  readonly cacheFolder: string
}

/** For messages. */
const FEED_FILE = 'app-update.yml'
/** That file, as electron-builder writes it from `publish` of electron-builder.yml. */
const feedSchema = z.object({
  provider: z.literal('generic'),
  url: z.url(),
  channel: z.string().optional(),
  updaterCacheDirName: z.string().regex(/^[\w.-]+$/),
})

/** A test, or a shop that serves the feed by itself, may do without a certificate on its own machine. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Reads the text of `app-update.yml`.
 * @throws when it is no generic feed, or its address is neither https nor on this machine
 */
export function parseFeed(text: string): Feed {
  // The updater's YAML reader. It does not check the feed.
  const parsed: unknown = parseUpdateInfo(text, FEED_FILE, new URL('file:///'))
  const { url, channel, updaterCacheDirName } = feedSchema.parse(parsed)
  const { protocol, hostname } = new URL(url)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  if (!isSafe) throw new Error('The address of the feed has to begin with https://')
  return { url, channel, cacheFolder: updaterCacheDirName }
}

/** Arguments of a custom provider (electron-updater's providerFactory, "custom"). */
type SignedProviderOptions = {
  readonly provider: 'custom'
  readonly updateProvider: typeof SignedProvider
  readonly url: string
  readonly channel: string | null
  readonly key: KeyObject
  /** Gets what makes the requests of the feed and of the downloads. */
  readonly onExecutor: (executor: Executor) => void
}

/** Would identify this computer to the feed's host. The share of a version is computed here, without it. */
const IDENTIFIER = 'x-user-staging-id'

/** A generic feed whose signature is checked before one byte of it is parsed. SECURITY: update-signature (docs/security.md) */
class SignedProvider extends GenericProvider {
  readonly #key: KeyObject

  constructor(options: SignedProviderOptions, updater: AppUpdater, runtimeOptions: ProviderRuntimeOptions) {
    super({ provider: 'generic', url: options.url, channel: options.channel }, updater, runtimeOptions)
    this.#key = options.key
    options.onExecutor(this.executor)
  }

  override setRequestHeaders(headers: OutgoingHttpHeaders | null): void {
    const { [IDENTIFIER]: _, ...kept } = headers ?? {}
    super.setRequestHeaders(kept)
  }

  /** A generic feed calls this for the channel file only. */
  protected override async httpRequest(...request: Parameters<GenericProvider['httpRequest']>): Promise<string | null> {
    const text = await super.httpRequest(...request)
    const [url] = request
    return openSignedFeed(text ?? '', basename(url.pathname), this.#key)
  }
}

type Executor = Pick<ElectronHttpExecutor, 'createRequest'>
type Request = { abort(): void; on(event: 'error', listener: () => void): unknown }
type Response = {
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  on(event: 'error' | 'close', listener: () => void): unknown
}

export type OpenUpdaterOptions = {
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
export async function openUpdater({ feed, key, kind, ...rest }: OpenUpdaterOptions): Promise<UpdaterPort> {
  return createFeedUpdater({
    feed: parseFeed(feed),
    key: parseFeedKey(key),
    kind,
    createUpdater: await updaterOf(kind),
    ...rest,
  })
}
