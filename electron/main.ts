import { join } from 'node:path'
import { app, clipboard, dialog, ipcMain, powerMonitor } from 'electron'
import type { Backend } from './composition/backend.ts'
import type { Liveness } from './composition/open-core.ts'
import { openBackendByRole } from './composition/role.ts'
import { registerCalls } from './ipc/calls.ts'
import { createPushes, type SendPush } from './ipc/pushes.ts'
import { type LoopWatch, startLoopWatch } from './liveness/loop-watch.ts'
import { openWorkMark } from './liveness/work-mark.ts'
import { watchPromise } from './logging/log-port.ts'
import { createLogger } from './logging/logger.ts'
import { isAppUrl } from './shell/app-protocol.ts'
import { createAppWindows } from './shell/app-windows.ts'
import { followDisplaySettings } from './shell/board-display.ts'
import { createSecondStarts, parseCommandLine } from './shell/command-line.ts'
import { createComputerSwitches } from './shell/computer-switches.ts'
import { refuseDangerousSwitches } from './shell/dangerous-switches.ts'
import { attention, openTextFile, saveTextFile } from './shell/dialogs.ts'
import { handleFatalErrors } from './shell/fatal-errors.ts'
import { chooseRendering } from './shell/graphics.ts'
import { appImageStart } from './shell/linux/app-image.ts'
import { handOverToUnit, isSupervised, releaseFromSupervision } from './shell/linux/user-unit.ts'
import { createPrintWindow, type PrintWindow } from './shell/print-window.ts'
import { guardQuit, killIfKeychainHangs, onSessionEnd, type QuitGuard, stopBeforeQuit } from './shell/quitting.ts'
import {
  installedProgram,
  relaunchAfterExit,
  spendRelaunch,
  startAfterEnd,
  waitForEarlierProgram,
} from './shell/relaunch.ts'
import { createSafePage } from './shell/safe-page.ts'
import {
  chooseProfile,
  createAppFetch,
  guardShell,
  isOnline,
  lockInstance,
  prepareNetwork,
  relaunch,
  setAppId,
  sharedFolder,
  watchPower,
  windowIcon,
} from './shell/start.ts'
import { systemCommands } from './shell/system-commands.ts'
import { createRunMark } from './shell/windows/restart-task.ts'
import { eraseIfMarked, markForErasure } from './storage/erase-profile.ts'
import { tryLock } from './storage/exclusive-lock.ts'
import { createSystemClock } from './sync/clock.ts'
import { followTimeZone } from './sync/time-zone.ts'
import { openUpdates, readUpdatePackage, type Updates, type UpdatesParts } from './updates/open-updates.ts'

const BUILT = join(import.meta.dirname, '..')
/** A file in the profile. The instance that runs holds a lock on it. */
const INSTANCE_LOCK = 'instance.lock'
/** A file in the profile that names the order that is being worked on. */
const WORK_MARK = 'work-mark'

/** A file in the profile with the times of relaunches. */
const relaunchesIn = (profile: string): string => join(profile, 'relaunches.json')

/** What the open backend decides. Until it is open, windows may close and nothing has to be stopped. */
type BackendHooks = { stopWork: () => Promise<void>; mayClose: () => boolean; onScreenGone: () => void }

type Start = NonNullable<ReturnType<typeof prepareStart>>
type Restarts = ReturnType<typeof prepareRestarts>

/** The parts that exist before the app is ready. `undefined`: this process ends, because another one does the work. */
function prepareStart() {
  if (refuseDangerousSwitches({ app, dialog, process })) return undefined
  const { platform, env } = process
  waitForEarlierProgram(env)
  const { run, runSync } = systemCommands(env)
  if (handOverToUnit({ isPackaged: app.isPackaged, platform, env, argv: process.argv, runSync })) {
    app.quit()
    return undefined
  }
  prepareNetwork(env)
  setAppId(platform)
  const commandLine = parseCommandLine(process.argv, process.cwd())
  const profile = chooseProfile(commandLine.isPractice, env)
  const runMark = createRunMark(profile)
  const clock = createSystemClock()
  if (commandLine.ifStopped && !(runMark.isLeft() && spendRelaunch(relaunchesIn(profile), clock.wall()))) {
    app.quit()
    return undefined
  }
  followTimeZone(clock)
  const log = createLogger({ dir: join(profile, 'logs'), now: clock.wall })
  const safePage = createSafePage(log)
  const hooks: BackendHooks = {
    stopWork: () => Promise.resolve(),
    mayClose: () => true,
    onScreenGone: () => undefined,
  }
  const windows = createAppWindows({
    preload: join(BUILT, 'preload', 'preload.cjs'),
    isPackaged: app.isPackaged,
    icon: windowIcon(platform, join(BUILT, '..')),
    log,
    now: clock.monotonic,
    mayClose: () => hooks.mayClose(),
    onGone: () => hooks.onScreenGone(),
    safePage,
  })
  const secondStarts = createSecondStarts()
  const ownLock = tryLock(join(profile, INSTANCE_LOCK))
  if (!lockInstance(ownLock, secondStarts.receive, log)) {
    app.quit()
    return undefined
  }
  if (platform === 'win32') runMark.set()
  const system = { platform, env, program: installedProgram(process), run, runSync }
  return {
    system,
    commandLine,
    profile,
    runMark,
    clock,
    log,
    safePage,
    hooks,
    windows,
    secondStarts,
  }
}

/** Graphics and fatal errors: what may end this process and start the next. */
function prepareRestarts({ profile, clock, log, safePage, hooks, windows }: Start) {
  const file = relaunchesIn(profile)
  let isCounted = false
  const mayRelaunch = (): boolean => {
    isCounted = spendRelaunch(file, clock.wall())
    return isCounted
  }
  const restartNow = (): void => {
    log.flushSync()
    relaunch()
  }
  const restart = (): void => {
    if (mayRelaunch()) restartNow()
  }
  const rendering = chooseRendering({
    app,
    // In the folder of the logs, which is erased with the profile.
    file: join(profile, 'logs', 'graphics.json'),
    version: app.getVersion(),
    now: clock.wall,
    log,
    onUnusable: restart,
  })
  handleFatalErrors({
    process,
    log,
    mayRelaunch,
    // The page of the ended work stays for a person when a day's limit is reached.
    relaunch: () => {
      if (isCounted || spendRelaunch(file, clock.wall(), 'after-pause')) restartNow()
    },
    giveUp: () => {
      safePage.freeze()
      watchPromise(hooks.stopWork(), log, 'stop-failed')
      windows.showSafePage()
    },
  })
  return { rendering, restart, mayRelaunch }
}

/** Ends this process when its main loop stands, and starts the program again. */
function watchLoop({ system, profile, log }: Start): Liveness & { readonly watch: LoopWatch } {
  const markFile = join(profile, WORK_MARK)
  const nextStart = isSupervised(system.env) ? undefined : startAfterEnd(process, system.platform)
  const watch = startLoopWatch({
    markFile,
    nextStart,
    onNoThread: (error) => log.warn('loop-watch-refused', { error: String(error) }),
  })
  return { watch, mark: openWorkMark(markFile, watch.beat), version: app.getVersion() }
}

/** The backend of this computer's role. */
function openBackend(
  { system, commandLine, profile, clock, log }: Start,
  restarts: Restarts,
  liveness: Liveness,
  printer: PrintWindow,
  quit: () => void,
): Backend {
  return openBackendByRole({
    ...commandLine,
    ...restarts,
    liveness,
    profile,
    leaseFolder: commandLine.isPractice ? undefined : sharedFolder('comanda-leases', system.env),
    fetch: createAppFetch(log),
    isOnline,
    clipboard,
    attention,
    saveFile: saveTextFile,
    openFile: openTextFile,
    printer,
    version: app.getVersion(),
    eraseAndQuit: () => {
      markForErasure(profile)
      quit()
    },
    clock,
    log,
    removeOldLogs: log.removeOld,
  })
}

/** The updates of this package. Practice has none. */
function openAppUpdates(
  { system, commandLine, profile, clock, log }: Start,
  kitchen: UpdatesParts['kitchen'],
  quitting: QuitGuard,
): Updates {
  const image = appImageStart(process)
  // A supervisor ends the processes that this one started, and starts the program after an exit code for failure.
  const isWatched = isSupervised(system.env)
  return openUpdates({
    package: commandLine.isPractice
      ? { mode: 'off' }
      : readUpdatePackage({
          isPackaged: app.isPackaged,
          platform: system.platform,
          resources: process.resourcesPath,
          appPath: app.getAppPath(),
          isAppImage: image !== undefined,
        }),
    profile,
    version: app.getVersion(),
    appImage: image?.appImage,
    kitchen,
    quit: quitting.quit,
    releaseQuit: quitting.release,
    onInstalled: () => {
      if (isWatched) app.exit(1)
    },
    relaunch: () => {
      if (isWatched) app.exit(1)
      else relaunchAfterExit(app, process)
    },
    openUpdater: async (parts) => (await import('./updates/feed-updater.ts')).openUpdater(parts),
    clock,
    random: Math.random,
    log,
  })
}

function openProgram(start: Start, restarts: Restarts): void {
  const { system, commandLine, profile, runMark, log, safePage, hooks, windows, secondStarts } = start
  const { platform, env, program, run, runSync } = system
  const printer = createPrintWindow(log)
  guardShell(join(BUILT, 'renderer'), (address) => safePage.asset(address) ?? printer.asset(address), log)
  // Before anything is opened: completes an erasure that a power cut interrupted.
  eraseIfMarked(profile)
  // Its process starts while the storage is opened. No call of it can come before the calls are registered below.
  windows.openBoard()
  const liveness = watchLoop(start)
  if (liveness.mark.left?.isHung === true && !restarts.mayRelaunch()) throw new Error('The last runs hung')
  const backend = openBackend(start, restarts, liveness, printer, () => quitting.quit())
  liveness.watch.arm()
  const { core } = backend
  safePage.follow(core)
  const send = createPushes(windows.all, log)
  const quitting = guardQuit({
    app,
    onSessionEnd: (listener) => onSessionEnd({ app, monitor: powerMonitor }, listener),
    platform,
    isOpen: core.lock.isOpen,
    onRefused: () => send('lock:asked', { purpose: 'quit' }),
    flush: log.flushSync,
    log,
  })
  hooks.mayClose = quitting.mayClose
  hooks.onScreenGone = () => {
    core.windowCrashed()
    // The next window shows the real board.
    watchPromise(backend.practice.end({ ending: 'stopped' }), log, 'practice-not-ended')
  }
  if (commandLine.resetPin) core.lock.clearPin()
  let hasStopped = false
  hooks.stopWork = async () => {
    updates.service.stop()
    await backend.stop()
    hasStopped = true
  }
  const updates = openAppUpdates(start, core.snapshot, quitting)

  const { isPractice } = commandLine
  const { resourcesPath: resources } = process
  const switches = createComputerSwitches({ app, isPractice, platform, env, program, resources, run, log })
  const displays = () => [...windows.display.choices()]
  registerCalls({
    ipc: ipcMain,
    answer: backend.calls({
      computer: {
        status: async () => ({ ...(await switches.states()), displays: displays() }),
        change: async (name, isOn) => ({ ...(await switches.change(name, isOn)), displays: displays() }),
      },
      updates: updates.service,
      quit: quitting.quit,
    }),
    admits: core.lock.admits,
    senders: { isAppWindow: windows.has, isAppUrl },
    log,
  })
  pushChanges(backend, send)
  watchPower(core.pollNow)
  stopBeforeQuit({ app, log, stop: hooks.stopWork })
  app.on('quit', (_event, exitCode) => {
    liveness.watch.stop()
    liveness.mark.close()
    if (exitCode === 0) runMark.clear()
    updates.finish(hasStopped)
    log.flushSync()
    eraseIfMarked(profile)
    killIfKeychainHangs(backend.isKeychainHanging, () => releaseFromSupervision(env, runSync))
  })

  followDisplaySettings(core.settings, windows.display)
  switches.renew()
  windows.follow()
  core.start()
  updates.service.start()
  secondStarts.follow(({ resetPin, provisionFile }) => {
    if (resetPin) core.lock.clearPin()
    if (provisionFile !== undefined) backend.provision(provisionFile)
    windows.openBoard()
  })
  // macOS restores no minimized window by itself when the icon in the Dock is clicked.
  app.on('activate', windows.openBoard)
  log.info('started', { version: app.getVersion() })
}

/** Sends each change of a board to the windows. */
function pushChanges(backend: Backend, send: SendPush): void {
  backend.core.onDelta((delta) => send('board:delta', delta))
  backend.practice.onDelta((delta) => send('practice:delta', delta))
  backend.practice.onOver((report) => send('practice:over', report))
}

/**
 * Builds every part: profile → log → instance and scheme (before the app is ready) → graphics → fatal errors → guards →
 * window → core → quitting → updates → calls and pushes → power → work. The board waits for neither keychain nor platform.
 */
function main(): void {
  const start = prepareStart()
  if (start === undefined) return
  const restarts = prepareRestarts(start)
  void app.whenReady().then(() => openProgram(start, restarts))
}

main()
