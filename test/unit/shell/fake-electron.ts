import { EventEmitter } from 'node:events'

/** The module `electron` of the unit tests (vitest.config.ts). It stores what the product gives it, by name. */
export const electron = {
  given: {} as Record<string, unknown>,
  exposed: new Map<string, unknown>(),
  invoked: [] as unknown[][],
  renderer: new EventEmitter(),
}

const give = (name: string, value: unknown): void => void Object.assign(electron.given, { [name]: value })

export const app = {
  get isPackaged() {
    return electron.given.isPackaged ?? true
  },
  enableSandbox: () => undefined,
  requestSingleInstanceLock: () => electron.given.isFirst ?? true,
  commandLine: { appendSwitch: (name: string) => give('appended', name), hasSwitch: () => false },
  getPath: (name: string) => (electron.given.paths as Record<string, string>)[name],
  setPath: (name: string, path: string) => Object.assign(electron.given.paths as object, { [name]: path }),
  setAppUserModelId: (id: string) => give('identity', id),
  on: give,
  relaunch: () => give('relaunched', true),
  exit: (code: number) => give('exitCode', code),
}

export const Menu = {
  setApplicationMenu: (menu: unknown) => give('menu', menu),
  buildFromTemplate: (template: unknown) => ({ template }),
}

export const session = {
  get defaultSession() {
    return electron.given.defaultSession
  },
  fromPartition: (name: string) => electron.given[name],
}

export const contextBridge = { exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api) }

export const ipcRenderer = {
  invoke: (...args: unknown[]) => {
    electron.invoked.push(args)
    return Promise.resolve({ ok: true, value: null })
  },
  on: (channel: string, listener: (...args: unknown[]) => void) => electron.renderer.on(channel, listener),
  removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
    electron.renderer.removeListener(channel, listener),
}

export class BrowserWindow {}
export const net = {}
export const dialog = {
  showOpenDialog: async () => ({ canceled: electron.given.chosen === undefined, filePaths: [electron.given.chosen] }),
}
export const powerMonitor = {}
export const powerSaveBlocker = {}
export const protocol = { registerSchemesAsPrivileged: () => undefined }
export const shell = {}
