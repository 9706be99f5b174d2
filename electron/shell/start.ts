import { join } from 'node:path'
import { app, Menu, net, powerMonitor, powerSaveBlocker, protocol, session, shell } from 'electron'
import type { Log } from '../logging/log-port.ts'
import type { Fetch } from '../platform/fetch.ts'
import { APP_SCHEME } from './app-origin.ts'
import { APP_SCHEME_PRIVILEGES, type AppAsset, createAppProtocol } from './app-protocol.ts'
import { createExternalDoor } from './external-door.ts'
import { MAC_MENU } from './mac-menu.ts'
import { guardNavigation } from './navigation.ts'
import { denyPermissions } from './permissions.ts'
import { createPlatformFetch } from './platform-fetch.ts'
import { keepAwake } from './power.ts'
import { relaunchAfterExit } from './relaunch.ts'
import { guardScreenSession, SCREEN_PARTITION } from './screen-session.ts'
import { isSupervised } from './supervision.ts'

const REHEARSAL_PROFILE = 'rehearsal'
/** `appId` of electron-builder.yml: the installer gives it to the shortcuts. */
const APP_ID = 'com.comanda.kitchen'

/**
 * The folder of this profile, settled before anything is read or written. Practice never meets real data: its databases
 * and its single-instance lock lie in a folder of their own.
 */
export function settleProfile(isRehearsal: boolean): string {
  if (isRehearsal) app.setPath('userData', join(app.getPath('userData'), REHEARSAL_PROFILE))
  return app.getPath('userData')
}

/** Windows shows notifications, and one button in the task bar, for a program that has the identity of its shortcut. */
export function claimIdentity(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID)
}

/** The file of the window's icon; `undefined` where the program's own icon serves. `root` is the project's folder. */
export function windowIcon(platform: NodeJS.Platform, root: string): string | undefined {
  if (platform !== 'linux') return undefined
  return app.isPackaged ? join(process.resourcesPath, 'icon.png') : join(root, 'build/icons/256x256.png')
}

/** A folder of this user's that every profile shares. */
export const sharedFolder = (name: string): string => join(app.getPath('appData'), name)

/**
 * What has to happen before the app is ready. False when another instance of this profile runs already: that one shows
 * its window, and this one has to end.
 */
export function claimInstance(onSecondStart: (argv: readonly string[], workingDirectory: string) => void): boolean {
  // SECURITY: sandbox (docs/security.md)
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, argv, workingDirectory) => onSecondStart(argv, workingDirectory))
  return true
}

/** Puts every guard in place, before the first window. `root` is the folder of the built screen. */
export function guardShell(root: string, assetOf: (address: string) => AppAsset | undefined, log: Log): void {
  const screen = session.fromPartition(SCREEN_PARTITION)
  screen.protocol.handle(APP_SCHEME, createAppProtocol(root, assetOf))
  guardScreenSession(screen, app.isPackaged, log)
  // No page is in it; the calls to the platform are.
  denyPermissions(session.defaultSession, log)
  const openExternal = createExternalDoor((address) => shell.openExternal(address), log)
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openExternal, log))
  // SECURITY: devtools (docs/security.md). The default menu has reload, zoom and DevTools behind key combinations.
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([...MAC_MENU]) : null)
}

export const watchPower = (onResume: () => void): void =>
  keepAwake({ blocker: powerSaveBlocker, monitor: powerMonitor, onResume })

/** To be called once the app is ready. */
export const platformFetch: Fetch = createPlatformFetch((options) => net.request(options))

/** Whether the operating system sees a network at all; true says little, false is certain. */
export const isOnline = (): boolean => net.isOnline()

/**
 * Ends this process at once, without a farewell to anything, and starts the program anew with the same command line. Under
 * supervision the exit code is enough: the system would end a process that this one has started.
 */
export function relaunch(): void {
  if (!isSupervised(process.env)) relaunchAfterExit(app, process)
  app.exit(1)
}
