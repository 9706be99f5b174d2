import { spawnSync } from 'node:child_process'
import inspector from 'node:inspector'
import Module, { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { App } from './app.ts'
import { imitateBoringSsl } from './boringssl.ts'
import { bindBrowserWindow } from './browser-window.ts'
import type { CdpConnection } from './cdp.ts'
import { findChromium, startChromium } from './chromium.ts'
import { isUnpackagedName, parseHostCommandLine } from './command-line.ts'
import { createElectronModule } from './electron-module.ts'
import { createEvent, guard } from './guard.ts'
import { Host } from './host.ts'
import { IpcMain } from './ipc-main.ts'
import { provideElectron } from './modules.ts'
import { createNetFetch } from './net.ts'
import { type AppPackage, findApp } from './packaged.ts'
import { RequestRouter } from './requests.ts'
import { SchemeUrls } from './scheme-urls.ts'
import { SessionRegistry } from './session.ts'
import { ELECTRON_VERSION } from './versions.ts'

const SLOW_MAIN_MS = 10_000

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

/** Gives `process` the properties that it has in Electron's main process. */
const imitateElectronProcess = (
  executable: string,
  args: readonly string[],
  app: AppPackage,
  chrome: () => string,
): void => {
  imitateBoringSsl()
  delete process.env.ELECTRON_HOST_EXECUTABLE
  delete process.env.ELECTRON_HOST_NODE
  process.argv = [executable, ...args]
  process.execPath = executable
  process.execArgv = []
  const versions: NodeJS.ProcessVersions = { ...process.versions, electron: ELECTRON_VERSION }
  Object.defineProperty(versions, 'chrome', { get: chrome, enumerable: true })
  Object.defineProperty(process, 'versions', { value: versions, enumerable: true })
  Object.assign(process, { type: 'browser', resourcesPath: app.resourcesPath })
  if (!app.isPackaged) Object.assign(process, { defaultApp: true })
  Object.assign(process, {
    crash: () => process.abort(),
    hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  })
}

const browserVersion = (): string =>
  /[\d.]+\.\d+/.exec(spawnSync(findChromium(), ['--version']).stdout?.toString())?.[0] ?? ''

/**
 * As in Electron, only the app's own listeners handle the error. Without one the host prints the error and ends the
 * app.
 */
const handleUncaughtExceptions = (): void => {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`A JavaScript error occurred in the main process\nUncaught Exception:\n${text}\n`)
    process.exit(1)
  })
}

const loadMain = async (app: AppPackage): Promise<void> => {
  if (app.isModule) {
    const warning = setTimeout(() => {
      process.stderr.write(
        `electron-host: the top level of ${app.mainFile} has not ended yet; the app becomes ready after it\n`,
      )
    }, SLOW_MAIN_MS).unref()
    await import(pathToFileURL(app.mainFile).href)
    clearTimeout(warning)
    return
  }
  // isMain is true, so that require.main is the app's own main file.
  const loader = Module as unknown as { _load: (path: string, parent: null, isMain: boolean) => unknown }
  loader._load(app.mainFile, null, true)
}

/** The composition root. Browser and app start at the same time; the app is ready when its main code has run. */
export const startHost = async (): Promise<void> => {
  const executable = process.env.ELECTRON_HOST_EXECUTABLE ?? process.execPath
  const packaged = !isUnpackagedName(executable)
  // These switches are only for the host: an installed app refuses the switches that a test needs.
  const hostSwitches = (process.env.ELECTRON_HOST_SWITCHES ?? '').split(' ').filter((text) => text !== '')
  delete process.env.ELECTRON_HOST_SWITCHES
  const args = process.argv.slice(2)
  const commandLine = parseHostCommandLine([...hostSwitches, ...args], packaged)
  if (commandLine.switches.has('version')) {
    process.stdout.write(`v${ELECTRON_VERSION}\n`)
    return
  }
  let appPackage: AppPackage
  let connection: CdpConnection
  try {
    appPackage = findApp(executable, packaged, commandLine)
    connection = startChromium(commandLine)
  } catch (error) {
    return fail(error)
  }
  let chrome: string | undefined
  connection.browser.send('Browser.getVersion').then(
    ({ product }) => {
      chrome = product.split('/')[1]
    },
    () => {},
  )
  imitateElectronProcess(executable, args, appPackage, () => {
    chrome ??= browserVersion()
    return chrome
  })

  const urls = new SchemeUrls()
  const app = new App(commandLine, appPackage)
  const sessions: SessionRegistry = new SessionRegistry({
    browser: connection.browser,
    urls,
    isReady: () => app.isReadyForHost,
    fetch: (input, init) => createNetFetch((url) => sessions.of('').protocol.handlerOf(url))(input, init),
  })
  const host: Host = new Host({ commandLine, urls, connection, sessions, app, ipcMain: new IpcMain() })
  new RequestRouter({
    browser: connection.browser,
    urls,
    contentsOf: (frameId) => host.contentsOfFrame(frameId),
    sessionOf: (contents) => contents?.session ?? sessions.of(''),
  })
  watchTargets(host)
  watchDownloads(host)
  bindBrowserWindow(host)
  app.setWindowCounter(() => host.windows.size)
  app.setWindowCloser((how) => {
    for (const window of [...host.windows]) window[how]()
    return host.windows.size
  })
  void connection.closed.then(() => {
    if (!app.ending) fail('electron-host: Chromium ended unexpectedly')
  })

  if (commandLine.inspectPort !== undefined) inspector.open(commandLine.inspectPort, '127.0.0.1')
  provideElectron(createElectronModule(host))
  handleUncaughtExceptions()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  const requireFrom = createRequire(join(process.cwd(), 'electron-host.js'))
  for (const module of commandLine.preloadModules) requireFrom(module)
  // Electron reports a rejection here as an uncaught exception of main.
  try {
    await loadMain(appPackage)
  } catch (error) {
    process.emit('uncaughtException', error instanceof Error ? error : new Error(String(error)))
    return
  }
  setImmediate(() => app.becomeReady())
}

/** Refuses every download. The session emits `will-download` first, as in Electron. */
const watchDownloads = (host: Host): void => {
  const { browser } = host.connection
  browser.sendIgnoringErrors('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true })
  browser.on('Browser.downloadWillBegin', ({ frameId, url, suggestedFilename }) => {
    const contents = host.contentsOfFrame(frameId)
    const session = contents?.session ?? host.sessions.of('')
    const event = createEvent({})
    const item = guard('DownloadItem', {
      getURL: () => host.urls.toApp(url),
      getFilename: () => suggestedFilename,
      cancel: () => {},
    })
    session.emit('will-download', event, item, contents)
    if (!event.defaultPrevented) process.stderr.write(`electron-host: download of ${suggestedFilename} refused\n`)
  })
}

const watchTargets = (host: Host): void => {
  const { browser } = host.connection
  const contentsOf = (targetId: string) => [...host.contents].find((contents) => contents.targetId === targetId)
  browser.sendIgnoringErrors('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
  browser.on('Target.targetDestroyed', ({ targetId }) => contentsOf(targetId)?.markDestroyed())
  browser.on('Target.targetCrashed', ({ targetId, status, errorCode }) =>
    contentsOf(targetId)?.reportGone(status === 'killed' ? 'killed' : status === 'oom' ? 'oom' : 'crashed', errorCode),
  )
}
