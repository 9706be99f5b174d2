import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type Electron from 'electron'
import { defaultPath } from './app-paths.ts'
import { APP_EVENTS, type AppSurface } from './app-surface.ts'
import type { HostCommandLine } from './command-line.ts'
import { createEvent, guard, guardClass, HostEmitter } from './guard.ts'
import type { AppPackage } from './packaged.ts'
import { SingleInstance } from './single-instance.ts'

// As in Electron, the new process starts only after the old one has ended and its locks and files are released.
const RELAUNCHER = 'n=0; while kill -0 "$0" 2>/dev/null && [ $n -lt 250 ]; do n=$((n+1)); sleep 0.02; done; exec "$@"'

/** The app object: life cycle, paths, single instance. */
export class App extends HostEmitter implements AppSurface {
  readonly #package: AppPackage
  readonly #paths = new Map<string, string>()
  readonly #switches: Map<string, string>
  readonly #singleInstance = new SingleInstance()
  readonly #whenReady: Promise<void>
  #resolveReady: () => void = () => {}
  #ready = false
  #quitting = false
  #ending = false
  #exiting = false
  #isLoopRunning = false
  #exitCode = 0
  #name: string
  #relaunch: (() => void) | undefined
  #closeWindows: (how: 'close' | 'destroy') => number = () => 0
  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'>

  constructor(commandLine: HostCommandLine, appPackage: AppPackage) {
    super('app', APP_EVENTS)
    this.#package = appPackage
    this.#name = appPackage.name
    this.#switches = new Map(commandLine.switches)
    this.#whenReady = new Promise((done) => {
      this.#resolveReady = done
    })
    this.commandLine = guard('app.commandLine', {
      appendSwitch: (name: string, value = '') => void this.#switches.set(name.toLowerCase(), value),
      hasSwitch: (name: string) => this.#switches.has(name.toLowerCase()),
      getSwitchValue: (name: string) => this.#switches.get(name.toLowerCase()) ?? '',
    })
  }

  // --- calls from the host

  /** @internal Sets the function that closes all windows when the app ends. It returns the number of open windows. */
  setWindowCloser(closeWindows: (how: 'close' | 'destroy') => number): void {
    this.#closeWindows = closeWindows
  }
  /** @internal Called after the app's main code has run. */
  becomeReady(): void {
    if (this.#ending) return
    this.#ready = true
    this.#resolveReady()
    this.emit('ready', createEvent({}), {})
    setImmediate(() => {
      this.#isLoopRunning = true
    })
  }
  /** @internal The real state. Drivers such as Playwright replace `isReady`. */
  get isReadyForHost(): boolean {
    return this.#ready
  }
  /** @internal */
  get ending(): boolean {
    return this.#ending
  }
  /** @internal */
  windowClosed(): void {
    if (this.#ending || this.#exiting || this.#closeWindows.length === 0) return
    if (this.#windowCount() > 0) return
    if (this.#quitting) this.#finishQuit()
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
  /** @internal A prevented `close` also cancels a quit. */
  windowCloseWasPrevented(): void {
    this.#quitting = false
  }
  /** @internal */
  setWindowCounter(count: () => number): void {
    this.#windowCount = count
  }
  #windowCount: () => number = () => 0

  // --- life cycle

  isReady(): boolean {
    return this.#ready
  }
  whenReady(): Promise<void> {
    return this.#whenReady
  }
  quit(): void {
    if (this.#quitting || this.#ending) return
    const event = createEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#quitting = true
    if (this.#windowCount() === 0) {
      this.#finishQuit()
      return
    }
    this.#closeWindows('close')
  }
  #finishQuit(): void {
    const event = createEvent({})
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.#quitting = false
      return
    }
    this.#finishExit()
  }
  /**
   * As in Electron (shell/browser/browser.cc, ExitWithCode): before the message loop runs the process ends at once,
   * without an event. In a listener of `quit` only the code changes.
   */
  exit(exitCode = 0): void {
    this.#exitCode = exitCode
    this.#quitting = true
    if (!this.#isLoopRunning) {
      this.#relaunch?.()
      process.exit(exitCode)
    }
    if (this.#ending) return
    this.#exiting = true
    this.#closeWindows('destroy')
    this.#finishExit()
  }
  /** The running code goes on: Electron ends its message loop when it is idle. */
  #finishExit(): void {
    if (this.#ending) return
    this.#ending = true
    this.emit('quit', createEvent({}), this.#exitCode)
    this.#singleInstance.release()
    this.#relaunch?.()
    setImmediate(() => process.exit(this.#exitCode))
  }
  relaunch(options: Electron.RelaunchOptions = {}): void {
    const args = options.args ?? process.argv.slice(1)
    const command = [String(process.pid), options.execPath ?? process.execPath, ...args]
    this.#relaunch = () =>
      spawn('/bin/sh', ['-c', RELAUNCHER, ...command], { detached: true, stdio: 'inherit' }).unref()
  }
  focus(): void {}
  show(): void {}

  // --- identity

  get isPackaged(): boolean {
    return this.#package.isPackaged
  }
  get name(): string {
    return this.#name
  }
  set name(name: string) {
    this.#name = name
  }
  getName(): string {
    return this.#name
  }
  getVersion(): string {
    return this.#package.version
  }
  getAppPath(): string {
    return this.#package.appPath
  }
  setAppUserModelId(): void {}

  // --- paths

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const path = this.#paths.get(name) ?? defaultPath(name, this)
    if (name === 'userData' || name === 'sessionData' || name === 'logs') mkdirSync(path, { recursive: true })
    return path
  }
  setPath(name: string, path: string): void {
    if (defaultPath(name, this) === '') throw new Error(`Failed to set '${name}' path`)
    this.#paths.set(name, resolve(path))
  }
  // --- system

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  disableHardwareAcceleration(): void {
    if (this.#ready) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }
  setLoginItemSettings(): void {}

  // --- single instance

  requestSingleInstanceLock(additionalData?: Record<PropertyKey, unknown>): boolean {
    const mine = { argv: [...process.argv], cwd: process.cwd(), additionalData: additionalData ?? {} }
    return this.#singleInstance.request(this.getPath('userData'), mine, (second) => {
      const deliver = () =>
        this.emit('second-instance', createEvent({}), second.argv, second.cwd, second.additionalData)
      if (this.#ready) deliver()
      else void this.whenReady().then(deliver)
    })
  }
}
guardClass('app', App)
