import type Electron from 'electron'
import { BrowserWindow } from './browser-window.ts'
import { ClientRequest } from './client-request.ts'
import {
  createClipboard,
  createDialog,
  createPowerSaveBlocker,
  createShell,
  Notification,
  PowerMonitor,
} from './desktop.ts'
import { screen } from './displays.ts'
import { guard } from './guard.ts'
import type { Host } from './host.ts'
import { createNetFetch } from './net.ts'
import { constructibleWhenReady, usableWhenReady } from './readiness.ts'

/** The exports of the module `electron` in the main process. */
export const createElectronModule = (host: Host): object => {
  const all = () => [...host.contents]
  const defaultSession = host.sessions.of('')
  const isReady = () => host.app.isReadyForHost
  const netFetch = createNetFetch((url) => defaultSession.protocol.handlerOf(url))
  return guard('electron', {
    app: host.app,
    BrowserWindow,
    clipboard: createClipboard(),
    dialog: createDialog(isReady),
    ipcMain: host.ipcMain,
    // Nothing is drawn.
    Menu: guard('Menu', { setApplicationMenu: () => undefined }),
    net: guard('net', {
      fetch: (...args: Parameters<typeof netFetch>) => {
        if (!isReady()) throw new Error('Session can only be received when app is ready')
        return netFetch(...args)
      },
      request: (options: Electron.ClientRequestConstructorOptions | string) => {
        if (!isReady()) throw new Error('net module can only be used after app is ready')
        return new ClientRequest(options)
      },
      isOnline: () => true,
      online: true,
    }),
    Notification: constructibleWhenReady(Notification, isReady, 'Cannot create Notification before app is ready'),
    powerMonitor: new PowerMonitor(),
    powerSaveBlocker: createPowerSaveBlocker(),
    protocol: defaultSession.protocol,
    // Not implemented on purpose: the host has no keychain, and a false implementation would hide that.
    safeStorage: guard('safeStorage', {}),
    screen: usableWhenReady(screen, isReady, "The 'screen' module can't be used before the app 'ready' event"),
    session: guard('session', {
      get defaultSession() {
        return host.sessions.defaultSession
      },
      fromPartition: (partition: string) => host.sessions.fromPartition(partition),
    }),
    shell: createShell(),
    webContents: guard('webContents (module)', {
      getAllWebContents: all,
      fromId: (id: number) => all().find((contents) => contents.id === id),
    }),
  })
}
