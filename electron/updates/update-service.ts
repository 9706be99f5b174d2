import { messageOf } from '../../shared/result.ts'
import type { UpdateStatus, UpdateTrouble } from '../../shared/updates.ts'
import type { Log } from '../logging/log-port.ts'
import { openUpdateMemory } from './update-record.ts'
import { type KitchenActivity, mayInstallAutomatically, updateHold } from './update-rules.ts'
import { createUpdateSchedule, type UpdateScheduleParts } from './update-schedule.ts'
import type { DownloadedUpdate, UpdaterPort } from './updater-port.ts'

const MINUTE_MS = 60_000
/** Longest time from the request to install to the end of the program. */
const BEGIN_LIMIT_MS = 5 * MINUTE_MS

/** Installs an update. */
export type Installer = {
  /** Whether this user may replace the program; always true where the system's installer replaces it. */
  isWritable(): boolean
  needsPerson(update: DownloadedUpdate | undefined): boolean
  /** The steps that run while the board is shown. @throws when the update cannot be installed */
  prepare(update: DownloadedUpdate): Promise<void>
  /** Removes the prepared files. */
  discard(): void
  /** Ends the program; the update is put in place at its end. */
  begin(update: DownloadedUpdate): void
}

export type UpdateServiceParts = Pick<UpdateScheduleParts, 'clock' | 'random' | 'log'> & {
  readonly version: string
  /** `off`: there is no feed; `unsupported`: this program cannot be updated. */
  readonly mode: 'on' | 'off' | 'unsupported'
  /** Loads the updater, once. @throws when the feed or its key cannot be used */
  readonly openUpdater: () => Promise<UpdaterPort>
  readonly installer: Installer
  readonly kitchen: () => KitchenActivity
  /** File with the time of the last read of the feed. */
  readonly recordFile: string
  /** A version that was given up at this start. */
  readonly failedVersion: string | undefined
}

export type UpdateService = {
  status(): UpdateStatus
  /** Reads the feed now. Resolves when it is known whether there is an update; the download goes on. */
  readFeed(): Promise<void>
  /** Installs the ready update. When it must wait, the status has the reason. */
  install(): Promise<void>
  start(): void
  stop(): void
}

type Installation = { readonly kind: 'begun' | 'held' } | { readonly kind: 'failed'; readonly error: string }

/** Prepares the update, and begins to install it unless orders have come meanwhile. */
async function beginInstallation(
  update: DownloadedUpdate,
  parts: { readonly installer: Installer; readonly log: Log; readonly mayBegin: () => boolean },
): Promise<Installation> {
  const { installer, log, mayBegin } = parts
  try {
    await installer.prepare(update)
  } catch (error) {
    return { kind: 'failed', error: messageOf(error) }
  }
  if (!mayBegin()) {
    installer.discard()
    return { kind: 'held' }
  }
  log.info('update-installing', { version: update.version })
  installer.begin(update)
  return { kind: 'begun' }
}

type FeedResult =
  | { readonly kind: 'check-failed' | 'download-failed'; readonly trouble: UpdateTrouble; readonly error: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly update: DownloadedUpdate }

/** Reads the feed, and downloads the version that it offers. */
async function readAndDownload(
  port: UpdaterPort,
  on: {
    /** Whether this version was given up on this computer. */
    readonly isGivenUp: (version: string) => boolean
    readonly onRead: () => void
    readonly onFound: (version: string) => void
    readonly onPercent: (percent: number) => void
  },
): Promise<FeedResult> {
  const feed = await port.readFeed()
  if (feed.kind === 'failed') return { kind: 'check-failed', trouble: feed.trouble, error: feed.error }
  on.onRead()
  if (feed.kind === 'none' || on.isGivenUp(feed.version)) return { kind: 'none' }
  on.onFound(feed.version)
  const download = await feed.download(on.onPercent)
  if (download.kind === 'failed') return { kind: 'download-failed', trouble: download.trouble, error: download.error }
  return { kind: 'ready', update: download.update }
}

/** Reads the feed once a day, downloads in the background, and installs while the kitchen has no orders. */
export function createUpdateService(parts: UpdateServiceParts): UpdateService {
  const { version, mode, installer, kitchen, recordFile, clock, random, log } = parts
  const memory = openUpdateMemory(recordFile, log)
  let state: UpdateStatus['state'] = mode === 'on' ? 'idle' : mode
  let ready: DownloadedUpdate | undefined
  let offered: string | undefined
  let percent: number | undefined
  let trouble: UpdateTrouble | undefined
  let port: Promise<UpdaterPort> | undefined
  let isOver = false

  if (mode === 'on' && parts.failedVersion !== undefined) memory.save({ failedVersion: parts.failedVersion })

  const openPort = (): Promise<UpdaterPort> => {
    port ??= parts.openUpdater()
    return port
  }
  const fail = (event: string, cause: UpdateTrouble, error: string): void => {
    trouble = cause
    log.warn(event, { cause, error })
  }
  /** The running task has ended. */
  const endTask = (): void => {
    percent = undefined
    offered = ready?.version
    state = ready === undefined ? 'idle' : 'ready'
  }

  const readFeedOnce = async (): Promise<boolean> => {
    const result = await readAndDownload(await openPort(), {
      isGivenUp: (offer) => offer === memory.now().failedVersion,
      onRead() {
        memory.save({ checkedAt: clock.wall() })
        trouble = undefined
      },
      onFound(offer) {
        log.info('update-found', { version: offer })
        offered = offer
        percent = 0
        state = 'downloading'
      },
      onPercent(done) {
        percent = done
      },
    })
    if (result.kind === 'check-failed') {
      fail('update-check-failed', result.trouble, result.error)
      return false
    }
    ready = result.kind === 'ready' ? result.update : undefined
    if (result.kind === 'download-failed') fail('update-download-failed', result.trouble, result.error)
    if (ready !== undefined) log.info('update-ready', { version: ready.version })
    return result.kind !== 'download-failed'
  }

  const readFeed = async (): Promise<void> => {
    if (isOver || (state !== 'idle' && state !== 'ready')) return
    state = 'checking'
    let hasSucceeded = false
    try {
      hasSucceeded = await readFeedOnce()
    } catch (error) {
      port = undefined
      fail('update-check-failed', 'feed-broken', messageOf(error))
    }
    schedule.recordRead(hasSucceeded)
    endTask()
  }

  const install = async (): Promise<void> => {
    if (isOver || state !== 'ready' || ready === undefined || holdNow() !== undefined) return
    state = 'installing'
    const outcome = await beginInstallation(ready, {
      installer,
      log,
      mayBegin: () => !isOver && holdNow() === undefined,
    })
    if (outcome.kind === 'begun') {
      clock.setTimer(BEGIN_LIMIT_MS, () => {
        if (isOver) return
        fail('update-not-begun', 'install-failed', 'The program did not end')
        installer.discard()
        endTask()
      })
      return
    }
    if (outcome.kind === 'failed') fail('update-not-prepared', 'install-failed', outcome.error)
    endTask()
  }

  const holdNow = (): UpdateStatus['hold'] => (installer.isWritable() ? updateHold(kitchen()) : 'not-writable')
  const needsPerson = (): boolean => installer.needsPerson(ready)

  const schedule = createUpdateSchedule({
    clock,
    random,
    log,
    mayInstall: () =>
      state === 'ready' && mayInstallAutomatically(kitchen(), { needsPerson: needsPerson(), wallNow: clock.wall() }),
    install,
    readFeed,
  })

  return {
    status() {
      const hold = state === 'ready' ? holdNow() : undefined
      const { checkedAt, failedVersion } = memory.now()
      return {
        state,
        version,
        needsPerson: mode === 'on' && needsPerson(),
        ...(offered !== undefined && { offered }),
        ...(percent !== undefined && { percent }),
        ...(checkedAt !== undefined && { checkedAt }),
        ...(trouble !== undefined && { trouble }),
        ...(hold !== undefined && { hold }),
        ...(failedVersion !== undefined && { failedVersion }),
      }
    },
    readFeed,
    install,
    start() {
      if (mode === 'on') schedule.start(memory.now().checkedAt)
    },
    stop() {
      isOver = true
      schedule.stop()
    },
  }
}
