import type Electron from 'electron'
import { createEvent, guard, guardClass, HostEmitter } from './guard.ts'

/** Prints each call of the app to the desktop as one line on standard error, so that a test can read it. */
const printCall = (call: string): void => {
  process.stderr.write(`electron-host: ${call}\n`)
}

/** shell: opens nothing and prints every call. */
export const createShell = (): Pick<Electron.Shell, 'openExternal' | 'beep'> =>
  guard('shell', {
    openExternal: async (url: string) => printCall(`shell.openExternal ${url}`),
    beep: () => printCall('shell.beep'),
  })

type DialogAnswers = Record<string, unknown[]>

/**
 * ELECTRON_HOST_DIALOGS has the answers of dialogs as JSON, such as `{"showMessageBox":[{"response":1}]}`, used in order;
 * without one a dialog throws. An error box before the app is ready is text on standard error (message_box_gtk.cc).
 */
export const createDialog = (isReady: () => boolean) => {
  const answers = JSON.parse(process.env.ELECTRON_HOST_DIALOGS ?? '{}') as DialogAnswers
  const checkReady = (): void => {
    if (!isReady()) throw new Error('dialog module can only be used after app is ready')
  }
  const next = (name: string): unknown => {
    checkReady()
    const answer = answers[name]?.shift()
    if (answer === undefined) throw new Error(`electron-host: dialog.${name} has no answer in ELECTRON_HOST_DIALOGS`)
    return answer
  }
  const later = (name: string) => (): Promise<unknown> => {
    checkReady()
    return (async () => next(name))()
  }
  return guard('dialog', {
    showErrorBox: (title: string, content: string) =>
      isReady()
        ? printCall(`dialog.showErrorBox ${title}: ${content}`)
        : void process.stderr.write(`${title}\n${content}\n`),
    showMessageBox: later('showMessageBox'),
    showOpenDialog: later('showOpenDialog'),
    showSaveDialog: later('showSaveDialog'),
  })
}

/** powerSaveBlocker: records the blockers and has no effect on the machine. */
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

const POWER_EVENTS = ['suspend', 'resume', 'shutdown', 'unlock-screen']

/**
 * powerMonitor: emits only the events that a test emits. As in Electron on Linux (lib/browser/api/power-monitor.ts),
 * `shutdown` is emitted only if a listener of any event was added before the listener of `shutdown`.
 */
export class PowerMonitor extends HostEmitter {
  #hasListener = false
  #emitsShutdown = false
  constructor() {
    super('powerMonitor', POWER_EVENTS)
    super.on('removeListener', (event) => {
      if (event === 'shutdown') this.#emitsShutdown = this.listenerCount('shutdown') > 0
    })
    super.on('newListener', (event) => {
      if (event === 'shutdown' && this.#hasListener) this.#emitsShutdown = true
      this.#hasListener = true
    })
  }
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'shutdown' && !this.#emitsShutdown ? false : super.emit(event, ...args)
  }
}
guardClass('powerMonitor', PowerMonitor)

/** Notification: prints its texts and shows nothing. */
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
    printCall(`Notification ${this.title}: ${this.body}`)
    setImmediate(() => this.emit('show', createEvent({})))
  }
  close(): void {
    setImmediate(() => this.emit('close', createEvent({})))
  }
}
guardClass('Notification', Notification)

export const createClipboard = (): Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'> => {
  let text = ''
  return guard('clipboard', {
    writeText: async (value: string) => {
      text = value
    },
    readText: async () => text,
    clear: () => {
      text = ''
    },
  })
}
