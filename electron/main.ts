import { join } from 'node:path'
import { app, ipcMain } from 'electron'
import { openKitchen } from './composition/kitchen.ts'
import { registerCalls } from './ipc/calls.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createPushes } from './ipc/pushes.ts'
import { isAppUrl } from './shell/app-origin.ts'
import { createAppWindows } from './shell/app-windows.ts'
import { parseCommandLine } from './shell/command-line.ts'
import { guardProcess } from './shell/fatal-errors.ts'
import { stopBeforeQuit } from './shell/quit-sequence.ts'
import { spendRelaunch } from './shell/relaunch-budget.ts'
import { claimInstance, guardShell, platformFetch, watchPower } from './shell/start.ts'
import { createSystemClock } from './sync/clock.ts'

const BUILT = join(import.meta.dirname, '..')

/**
 * Builds every part, in this order: claim the instance and the scheme (before the app is ready; Electron does not wait
 * for an ES module that awaits) → log and fatal errors → guards → station → calls and pushes → power and quitting →
 * window → work.
 */
function main(): void {
  const commandLine = parseCommandLine(process.argv)
  const clock = createSystemClock()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const windows = createAppWindows({
    preload: join(BUILT, 'preload', 'preload.cjs'),
    isPackaged: app.isPackaged,
    log,
    now: clock.monotonic,
  })
  if (!claimInstance(commandLine.rehearsal, windows.openBoard)) {
    app.quit()
    return
  }

  void app.whenReady().then(() => {
    const folder = app.getPath('userData')
    guardShell(join(BUILT, 'renderer'), log)
    const station = openKitchen({ folder, fetch: platformFetch, clock, log })
    guardProcess({
      process,
      log,
      mayRelaunch: () => spendRelaunch(join(folder, 'relaunches.json'), Date.now()),
      relaunch: () => {
        app.relaunch()
        app.exit(1)
      },
      giveUp: () => {
        void station.stop()
        windows.showSafePage()
      },
    })

    registerCalls({
      ipc: ipcMain,
      handlers: createHandlers(station),
      senders: { isAppWindow: windows.has, isAppUrl },
      log,
    })
    const send = createPushes(windows.all, log)
    station.onDelta((delta) => send('board:delta', delta))
    watchPower(station.pollNow)
    stopBeforeQuit({ app, stop: station.stop, log })

    windows.openBoard()
    station.start()
  })
}

main()
