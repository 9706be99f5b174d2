import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { UpdateHold, UpdateStatus, UpdateTrouble } from '../../shared/contract/updates.ts'
import { messageOf } from '../../shared/result.ts'
import { isStorageTrouble } from '../../shared/time/freshness.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import type { Log } from '../logging/log-port.ts'
import { openUpdateMemory, type UpdateMemory } from './update-memory.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Time between two checks for updates, which read the feed. */
const CHECK_EVERY_MS = 24 * HOUR_MS
/** Time after a failed check. */
const RETRY_MS = 4 * HOUR_MS
/** Installations of one version that are begun. */
const MAX_ATTEMPTS = 3
/** Between two that are automatic: one in a night. */
const NEXT_ATTEMPT_MS = 20 * HOUR_MS
/** The board starts first. */
const AFTER_START_MS = 2 * MINUTE_MS
/** Spreads the requests of shops that were switched on at the same time. */
const MAX_JITTER_MS = 30 * MINUTE_MS
/** A scheduled order that starts later than this does not count as open. */
const SOON_MS = 30 * MINUTE_MS

/**
 * Ms from the start to the first check, by wall clock times. A future `checkedAt`, of a clock that was set back, counts as
 * now: the check comes after a day at the latest.
 * @param share random, 0 to 1
 */
export function firstCheckDelay(checkedAt: number | undefined, wallNow: number, share: number): number {
  const elapsed = checkedAt === undefined ? CHECK_EVERY_MS : Math.max(0, wallNow - checkedAt)
  return Math.max(AFTER_START_MS, CHECK_EVERY_MS - elapsed) + share * MAX_JITTER_MS
}

/** Ms between two checks in one run, by the monotonic clock. */
export const nextCheckDelay = (hasFailed: boolean, share: number): number =>
  (hasFailed ? RETRY_MS : CHECK_EVERY_MS) + share * MAX_JITTER_MS

/** States in which the feed may be read. */
const MAY_CHECK: readonly UpdateStatus['state'][] = ['idle', 'ready', 'given-up']

/** The state of the kitchen that decides whether an update may be installed. */
export type KitchenActivity = Pick<BoardSnapshot, 'tickets' | 'unsettledTaps' | 'freshness' | 'clock' | 'settings'>

type Ticket = BoardSnapshot['tickets'][number]

/** Whether the kitchen works on an order or will soon: all except `done` orders and later scheduled ones. */
function isWorkedOnSoon({ lane, startAt }: Ticket, platformNow: number): boolean {
  if (lane === 'done') return false
  return lane !== 'scheduled' || startAt === undefined || startAt - platformNow < SOON_MS
}

/** Why an update must not be installed now; `undefined` when it may. */
export function updateHold({ tickets, clock, unsettledTaps, freshness }: KitchenActivity): UpdateHold | undefined {
  if (tickets.some((ticket) => isWorkedOnSoon(ticket, clock.platformNow))) return 'orders-open'
  if (unsettledTaps > 0) return 'taps-unsent'
  return isStorageTrouble(freshness.trouble) ? 'storage' : undefined
}

/**
 * Whether a ready update may be installed automatically: if the owner wants it, in the shop's quiet hours, while the board is up to date. A board
 * that is out of date may be empty because orders did not arrive.
 */
export function mayInstallAutomatically(
  kitchen: KitchenActivity,
  { needsPerson, wallNow }: { readonly needsPerson: boolean; readonly wallNow: number },
): boolean {
  const { settings, freshness } = kitchen
  if (!settings.installsUpdates || needsPerson || freshness.state !== 'fresh') return false
  if (!isQuietAt(settings.alarm.quietHours, wallNow)) return false
  return updateHold(kitchen) === undefined
}

/** Longest time from the request to install to the end of the program. */
const BEGIN_LIMIT_MS = 5 * MINUTE_MS

/** Installs an update. */
export type Installer = {
  /** Whether this user may replace the program; always true where the system's installer replaces it. */
  isWritable(): boolean
  needsPerson(update: DownloadedUpdate | undefined): boolean
  /** Ends the program; the update is put in place at its end. */
  begin(update: DownloadedUpdate): void
  /** The program did not end. */
  cancel(): void
}

export type UpdateServiceOptions = {
  readonly version: string
  /** `off`: there is no feed; `unsupported`: this program cannot be updated. */
  readonly mode: 'on' | 'off' | 'unsupported'
  /** Loads the updater, once. @throws when the feed or its key cannot be used */
  readonly openUpdater: () => Promise<UpdaterPort>
  readonly installer: Installer
  readonly kitchen: () => KitchenActivity
  /** File with the time of the last read of the feed. */
  readonly recordFile: string
  readonly clock: {
    wall(): number
    monotonic(): number
    setTimer(delayMs: number, task: () => void): () => void
  }
  /** 0 to 1. */
  readonly random: () => number
  readonly log: Log
}

/** Reads the feed once a day, downloads in the background, and installs while the kitchen has no orders. */
export interface UpdateService {
  status(): UpdateStatus
  /** Reads the feed now. Resolves when it is known whether there is an update; the download goes on. */
  readFeed(): Promise<void>
  /** Installs the ready update. When it must wait, the status has the reason. */
  install(): void
  start(): void
  stop(): void
}

/** What is known of the update that is read, downloaded or installed. */
interface UpdateTask {
  state: UpdateStatus['state']
  ready: DownloadedUpdate | undefined
  offered: string | undefined
  percent: number | undefined
  trouble: UpdateTrouble | undefined
  hasGivenUp(): boolean
  fail(event: string, cause: UpdateTrouble, error: string): void
  /** The running task has ended. */
  end(): void
}

function createTask(mode: UpdateServiceOptions['mode'], memory: UpdateMemory, log: Log): UpdateTask {
  const hasGivenUp = (): boolean => (memory.attempts()?.count ?? 0) >= MAX_ATTEMPTS
  const startState = hasGivenUp() ? 'given-up' : 'idle'
  const task: UpdateTask = {
    state: mode === 'on' ? startState : mode,
    ready: undefined,
    offered: undefined,
    percent: undefined,
    trouble: undefined,
    hasGivenUp,
    fail(event, cause, error) {
      task.trouble = cause
      log.warn(event, { cause, error })
    },
    end() {
      task.percent = undefined
      task.offered = task.ready?.version
      if (hasGivenUp()) task.state = 'given-up'
      else task.state = task.ready === undefined ? 'idle' : 'ready'
    },
  }
  return task
}

/** Reads the feed, and downloads the version that it offers. False: it is to be read again soon. */
async function readOnce(
  task: UpdateTask,
  memory: UpdateMemory,
  openPort: () => Promise<UpdaterPort>,
  { clock, log }: Pick<UpdateServiceOptions, 'clock' | 'log'>,
): Promise<boolean> {
  const feed = await (await openPort()).readFeed()
  if (feed.kind === 'failed') {
    task.fail('update-check-failed', feed.trouble, feed.error)
    return false
  }
  memory.save(clock.wall())
  task.trouble = undefined
  if (feed.kind === 'none' || feed.version !== memory.attempts()?.version) memory.forgetAttempts()
  if (feed.kind === 'none' || task.hasGivenUp()) {
    task.ready = undefined
    return true
  }
  log.info('update-found', { version: feed.version })
  task.offered = feed.version
  task.percent = 0
  task.state = 'downloading'
  const download = await feed.download((done) => {
    task.percent = done
  })
  task.ready = download.kind === 'downloaded' ? download.update : undefined
  if (download.kind === 'failed') task.fail('update-download-failed', download.trouble, download.error)
  else log.info('update-ready', { version: download.update.version })
  return download.kind === 'downloaded'
}

/**
 * Reads the feed once a day, downloads in the background, and installs while the kitchen has no orders:
 *
 *     idle ──▶ checking ──▶ downloading ──▶ ready ──▶ installing ──▶ the program ends
 *      ▲          │              │            ▲            │
 *      └──────────┴── failed ────┘            └─ not ended ┘     three attempts of a version: given-up
 */
export function createUpdateService(options: UpdateServiceOptions): UpdateService {
  const { version, mode, openUpdater, installer, kitchen, recordFile, clock, random, log } = options
  const memory = openUpdateMemory(recordFile, log, version)
  const task = createTask(mode, memory, log)
  let port: Promise<UpdaterPort> | undefined
  let isOver = false
  /** Monotonic ms of the next read of the feed. */
  let readAt = 0
  let cancelCheck = (): void => undefined

  const openPort = (): Promise<UpdaterPort> => {
    port ??= openUpdater()
    return port
  }

  const readFeed = async (): Promise<void> => {
    if (isOver || !MAY_CHECK.includes(task.state)) return
    task.state = 'checking'
    let hasSucceeded = false
    try {
      hasSucceeded = await readOnce(task, memory, openPort, options)
    } catch (error) {
      port = undefined
      task.fail('update-check-failed', 'feed-broken', messageOf(error))
    }
    readAt = clock.monotonic() + nextCheckDelay(!hasSucceeded, random())
    task.end()
  }

  const holdNow = (): UpdateStatus['hold'] => (installer.isWritable() ? updateHold(kitchen()) : 'not-writable')
  const needsPerson = (): boolean => installer.needsPerson(task.ready)

  const install = (): void => {
    const { ready } = task
    if (isOver || task.state !== 'ready' || ready === undefined || holdNow() !== undefined) return
    if (!memory.countAttempt(ready.version, clock.wall())) {
      task.fail('update-not-begun', 'install-failed', 'The attempt cannot be counted')
      return
    }
    task.state = 'installing'
    log.info('update-installing', { version: ready.version })
    clock.setTimer(BEGIN_LIMIT_MS, () => {
      if (isOver) return
      task.fail('update-not-begun', 'install-failed', 'The program did not end')
      installer.cancel()
      task.end()
    })
    installer.begin(ready)
  }

  /** Also when the clock was set back. */
  const isSoonAfterAttempt = (): boolean => Math.abs(clock.wall() - (memory.attempts()?.at ?? 0)) < NEXT_ATTEMPT_MS

  /** Each minute: whether the update is to be installed, or the feed is to be read. */
  const check = (): void => {
    cancelCheck = clock.setTimer(MINUTE_MS, check)
    try {
      const facts = { needsPerson: needsPerson(), wallNow: clock.wall() }
      if (task.state === 'ready' && !isSoonAfterAttempt() && mayInstallAutomatically(kitchen(), facts)) {
        log.info('update-in-quiet-hours')
        install()
      } else if (clock.monotonic() >= readAt) {
        void readFeed()
      }
    } catch (error) {
      log.error('update-tick-failed', { error: messageOf(error) })
    }
  }

  return {
    status() {
      const hold = task.state === 'ready' ? holdNow() : undefined
      return { ...statusOf(task, memory), version, needsPerson: mode === 'on' && needsPerson(), ...(hold && { hold }) }
    },
    readFeed,
    install,
    start() {
      if (mode !== 'on') return
      readAt = clock.monotonic() + firstCheckDelay(memory.checkedAt(), clock.wall(), random())
      cancelCheck = clock.setTimer(MINUTE_MS, check)
    },
    stop() {
      isOver = true
      cancelCheck()
    },
  }
}

function statusOf(task: UpdateTask, memory: UpdateMemory): Omit<UpdateStatus, 'version' | 'needsPerson' | 'hold'> {
  const { state, offered, percent, trouble } = task
  const checkedAt = memory.checkedAt()
  const failed = state === 'installing' ? undefined : memory.attempts()
  return {
    state,
    ...(offered !== undefined && { offered }),
    ...(percent !== undefined && { percent }),
    ...(checkedAt !== undefined && { checkedAt }),
    ...(trouble !== undefined && { trouble }),
    ...(failed !== undefined && { failed: { version: failed.version, attempts: failed.count } }),
  }
}

/** How this program was installed, which decides how an update of it is installed. */
export type InstallKind = 'appimage' | 'deb' | 'nsis' | 'mac'

/** A download that matches the hash of a signed feed. */
export type DownloadedUpdate = {
  readonly version: string
  readonly file: string
  /** Hash of the file, Base64, from the signed feed. */
  readonly sha512: string
  /** The installer asks for the password of an administrator. */
  readonly needsAdministrator: boolean
}

export type FeedResult =
  | { readonly kind: 'none' }
  /** `download` ends by itself when no more bytes arrive. */
  | {
      readonly kind: 'offered'
      readonly version: string
      download(onPercent: (percent: number) => void): Promise<Download>
    }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

export type Download =
  | { readonly kind: 'downloaded'; readonly update: DownloadedUpdate }
  | { readonly kind: 'failed'; readonly trouble: UpdateTrouble; readonly error: string }

/** Interface of the library that reads the feed and downloads. Never throws. */
export type UpdaterPort = {
  /** Reads the feed. A newer version counts only when this computer is in its share. */
  readFeed(): Promise<FeedResult>
  /**
   * Starts the system's installer with the last download; not for an AppImage (`replaceAppImage`). False when the
   * installer could not be started, or the file is no longer what the feed names. On macOS the system ends the program by itself later on.
   */
  install(): boolean
}
