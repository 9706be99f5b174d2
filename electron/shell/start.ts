import { join } from 'node:path'
import { app, Menu, net, powerMonitor, powerSaveBlocker, protocol, type Session, session, shell } from 'electron'
import type { Log } from '../logging/log-port.ts'
import type { Fetch } from '../platform/web-fetch.ts'
import { APP_SCHEME, APP_SCHEME_PRIVILEGES, type AppAsset, createAppProtocol } from './app-protocol.ts'
import { preventDisplaySleep } from './board-display.ts'
import {
  createOpenExternal,
  denyPermissions,
  guardNavigation,
  guardScreenSession,
  refuseClientCertificates,
  SCREEN_PARTITION,
} from './guards.ts'
import { isSupervised } from './linux/user-unit.ts'
import { MAC_MENU } from './main-window.ts'
import { createPlatformFetch } from './platform-fetch.ts'
import { relaunchAfterExit } from './relaunch.ts'
import { localFolder } from './windows/local-folder.ts'

const PRACTICE_PROFILE = 'practice'
/** `appId` of electron-builder.yml: the installer gives it to the shortcuts. */
const APP_ID = 'com.comanda.kitchen'

/**
 * Sets the folder of this profile before anything is read or written. Practice has a folder of its own, with its own
 * databases and its own single-instance lock.
 */
export function chooseProfile(isPractice: boolean, env: NodeJS.ProcessEnv): string {
  const given = app.getPath('userData')
  const folder = app.commandLine.hasSwitch('user-data-dir') ? given : localFolder(given, env)
  if (folder !== given) app.setPath('userData', folder)
  if (isPractice) app.setPath('userData', join(app.getPath('userData'), PRACTICE_PROFILE))
  return app.getPath('userData')
}

/** Windows needs the identity of the shortcut for notifications and for one common button in the task bar. */
export function setAppId(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID)
}

/**
 * The file of the window's icon; `undefined` where the system uses the program's icon. `root` is the project's folder.
 */
export function windowIcon(platform: NodeJS.Platform, root: string): string | undefined {
  if (platform !== 'linux') return undefined
  return app.isPackaged ? join(process.resourcesPath, 'icon.png') : join(root, 'build/icons/256x256.png')
}

/** A folder that all profiles of this user share. */
export const sharedFolder = (name: string, env: NodeJS.ProcessEnv): string =>
  localFolder(join(app.getPath('appData'), name), env)

/** Call before the app is ready: Chromium's network process starts with these. */
export function prepareNetwork(env: NodeJS.ProcessEnv): void {
  // SECURITY: unused-connections (docs/security.md). Chromium repeats a POST over TCP when HTTP/3 fails.
  app.commandLine.appendSwitch('disable-quic')
  // SECURITY: key-log (docs/security.md). Chromium writes the keys of every connection into the file that this names.
  Reflect.deleteProperty(env, 'SSLKEYLOGFILE')
}

/** The lock in the profile. */
type OwnLock =
  | { readonly kind: 'taken'; readonly release: () => void }
  | { readonly kind: 'held-elsewhere' | 'impossible' }

/**
 * The steps before the app is ready. False: another instance of this profile runs. Electron's lock fails silently on a
 * folder that cannot be written: then the lock in the profile decides.
 * @param own taken before: its holder goes on
 */
export function lockInstance(
  own: OwnLock,
  onSecondStart: (argv: readonly string[], workingDirectory: string) => void,
  log: Log,
): boolean {
  // SECURITY: sandbox (docs/security.md)
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
  const isFirst = app.requestSingleInstanceLock()
  if (own.kind === 'held-elsewhere') return false
  if (!isFirst) log.warn('single-instance-refused', { outcome: own.kind })
  // The lock ends with the object, at the latest with the process.
  if (own.kind === 'taken') app.on('quit', own.release)
  app.on('second-instance', (_event, argv, workingDirectory) => onSecondStart(argv, workingDirectory))
  return true
}

/** Puts every guard in place, before the first window. `root` is the folder of the built screen. */
export function guardShell(root: string, assetOf: (address: string) => AppAsset | undefined, log: Log): void {
  const serve = createAppProtocol(root, assetOf)
  const pages = session.fromPartition(SCREEN_PARTITION)
  pages.protocol.handle(APP_SCHEME, serve)
  guardScreenSession(pages, app.isPackaged, log)
  // This session has no page, only reads of the platform.
  denyPermissions(session.defaultSession, log)
  refuseClientCertificates(app, log)
  const openExternal = createOpenExternal((address) => shell.openExternal(address), log)
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openExternal, log))
  // SECURITY: devtools (docs/security.md). The default menu has reload, zoom and DevTools behind key combinations.
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...MAC_MENU]) : null)
}

export const watchPower = (onResume: () => void): void =>
  preventDisplaySleep({ blocker: powerSaveBlocker, monitor: powerMonitor, onResume })

/** Call once the app is ready. */
export function createAppFetch(log: Log): Fetch {
  const openSession = (name: string): Session => {
    const calls = session.fromPartition(name)
    denyPermissions(calls, log)
    return calls
  }
  return createPlatformFetch((options) => net.request(options), openSession)
}

/** Whether the operating system reports a network. False is certain, true is not. */
export const isOnline = (): boolean => net.isOnline()

/**
 * Ends this process at once, without a shutdown, and restarts the program with the same command line. Under supervision
 * the exit code is enough: the system would end a process that this one started.
 */
export function relaunch(): void {
  if (!isSupervised(process.env)) relaunchAfterExit(app, process)
  app.exit(1)
}
