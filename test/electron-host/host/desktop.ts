import type Electron from 'electron'
import { createEvent, guard, guardClass, HostEmitter } from './guard.ts'

/** Each request of the app to the desktop is one line on standard error, so that a test can read it. */
const say = (what: string): void => {
  process.stderr.write(`electron-host: ${what}\n`)
}

/** shell: opens nothing, prints every request. */
export const createShell = (): Pick<
  Electron.Shell,
  'openExternal' | 'openPath' | 'showItemInFolder' | 'beep' | 'trashItem'
> =>
  guard('shell', {
    openExternal: async (url: string) => say(`shell.openExternal ${url}`),
    openPath: async (path: string) => {
      say(`shell.openPath ${path}`)
      return ''
    },
    showItemInFolder: (path: string) => say(`shell.showItemInFolder ${path}`),
    beep: () => say('shell.beep'),
    trashItem: async (path: string) => {
      throw new Error(`electron-host: shell.trashItem ${path}: there is no trash`)
    },
  })

type Scripted = Record<string, unknown[]>

/**
 * dialog: no person can answer a dialog, so ELECTRON_HOST_DIALOGS has the answers, as JSON such as
 * `{"showMessageBox":[{"response":1}]}`, used in order; a dialog without an answer throws by name.
 */
export const createDialog = () => {
  const scripted = JSON.parse(process.env.ELECTRON_HOST_DIALOGS ?? '{}') as Scripted
  const next = (name: string): unknown => {
    const answer = scripted[name]?.shift()
    if (answer === undefined) throw new Error(`electron-host: dialog.${name} has no answer in ELECTRON_HOST_DIALOGS`)
    return answer
  }
  const later = (name: string) => async () => next(name)
  return guard('dialog', {
    showErrorBox: (title: string, content: string) => say(`dialog.showErrorBox ${title}: ${content}`),
    showMessageBox: later('showMessageBox'),
    showMessageBoxSync: () => next('showMessageBoxSync'),
    showOpenDialog: later('showOpenDialog'),
    showOpenDialogSync: () => next('showOpenDialogSync'),
    showSaveDialog: later('showSaveDialog'),
    showSaveDialogSync: () => next('showSaveDialogSync'),
    showCertificateTrustDialog: later('showCertificateTrustDialog'),
  })
}

/** powerSaveBlocker: keeps the list of blockers, and has no effect on the machine. */
export const createPowerSaveBlocker = (): Electron.PowerSaveBlocker => {
  const active = new Set<number>()
  let last = 0
  return guard('powerSaveBlocker', {
    start: () => {
      last += 1
      active.add(last)
      return last
    },
    stop: (id: number) => active.delete(id),
    isStarted: (id: number) => active.has(id),
  })
}

const POWER_EVENTS = [
  'suspend',
  'resume',
  'on-ac',
  'on-battery',
  'shutdown',
  'lock-screen',
  'unlock-screen',
  'thermal-state-change',
  'speed-limit-change',
  'user-did-become-active',
  'user-did-resign-active',
]

/**
 * powerMonitor: events come only when a test emits them. As in Electron on Linux (lib/browser/api/power-monitor.ts) a
 * listener of `shutdown` counts only when a listener of any event was added before it.
 */
export class PowerMonitor
  extends HostEmitter
  implements
    Pick<
      Electron.PowerMonitor,
      'getSystemIdleState' | 'getSystemIdleTime' | 'isOnBatteryPower' | 'getCurrentThermalState'
    >
{
  onBatteryPower = false
  #isListenedTo = false
  #listensForShutdown = false
  constructor() {
    super('powerMonitor', POWER_EVENTS)
    super.on('removeListener', (event) => {
      if (event === 'shutdown') this.#listensForShutdown = this.listenerCount('shutdown') > 0
    })
    super.on('newListener', (event) => {
      if (event === 'shutdown' && this.#isListenedTo) this.#listensForShutdown = true
      this.#isListenedTo = true
    })
  }
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'shutdown' && !this.#listensForShutdown ? false : super.emit(event, ...args)
  }
  getSystemIdleState(): 'active' {
    return 'active'
  }
  getSystemIdleTime(): number {
    return 0
  }
  getCurrentThermalState(): 'nominal' {
    return 'nominal'
  }
  isOnBatteryPower(): boolean {
    return this.onBatteryPower
  }
}
guardClass('powerMonitor', PowerMonitor)

/** Notification: kept and printed, never drawn. */
export class Notification extends HostEmitter {
  static isSupported(): boolean {
    return true
  }
  title: string
  body: string
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'reply', 'action', 'failed'])
    this.title = options.title ?? ''
    this.body = options.body ?? ''
  }
  show(): void {
    say(`Notification ${this.title}: ${this.body}`)
    setImmediate(() => this.emit('show', createEvent({})))
  }
  close(): void {
    setImmediate(() => this.emit('close', createEvent({})))
  }
}
guardClass('Notification', Notification)

/** globalShortcut: registrations are kept; no key outside the windows reaches them. */
export const createGlobalShortcut = () => {
  const registered = new Map<string, () => void>()
  return guard('globalShortcut', {
    register: (accelerator: string, callback: () => void) => {
      if (registered.has(accelerator)) return false
      registered.set(accelerator, callback)
      return true
    },
    registerAll: (accelerators: string[], callback: () => void) => {
      for (const accelerator of accelerators) registered.set(accelerator, callback)
    },
    isRegistered: (accelerator: string) => registered.has(accelerator),
    unregister: (accelerator: string) => void registered.delete(accelerator),
    unregisterAll: () => registered.clear(),
  })
}

export const createClipboard = () => {
  let text = ''
  return guard('clipboard', {
    writeText: (value: string) => {
      text = value
    },
    readText: () => text,
    clear: () => {
      text = ''
    },
  })
}

/** crashReporter: Node has no Crashpad, so starting it changes nothing. */
export const createCrashReporter = () =>
  guard('crashReporter', {
    start: () => {},
    addExtraParameter: () => {},
    removeExtraParameter: () => {},
    getParameters: () => ({}),
    getUploadedReports: () => [],
    getLastCrashReport: () => null,
    getUploadToServer: () => false,
    setUploadToServer: () => {},
  })
