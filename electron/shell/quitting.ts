import type { App, PowerMonitor } from 'electron'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Log } from '../logging/log-port.ts'

export interface QuitGuard {
  /** Whether a window may close. */
  mayClose(): boolean
  /** Quits; the caller has checked the PIN. */
  quit(): void
  /** Lets another part quit, such as the updater of macOS. Returns the function that ends this permission. */
  release(): () => void
}

/**
 * Asks for the PIN before a user at the screen can end the program. A signal or the end of the session comes from the
 * system and always ends it.
 */
export function guardQuit(parts: {
  readonly app: Pick<App, 'on' | 'quit'>
  /** Calls its listener when the session of the system ends. */
  readonly onSessionEnd: (listener: () => void) => void
  readonly platform: NodeJS.Platform
  /** No PIN is set, or it was entered. */
  readonly isOpen: () => boolean
  /** Called after a refusal, to ask the user for the PIN. */
  readonly onRefused: () => void
  /** Writes pending data to the disk before it returns. */
  readonly flush: () => void
  readonly log: Log
}): QuitGuard {
  const { app, onSessionEnd, platform, isOpen, onRefused, flush, log } = parts
  let isReleased = false

  /** An unreadable lock counts as open: a program whose storage fails must be restartable. */
  const needsPin = (): boolean => {
    if (isReleased) return false
    try {
      return !isOpen()
    } catch {
      log.error('lock-unreadable')
      return false
    }
  }
  const refuse = (): void => {
    log.warn('quit-refused')
    onRefused()
  }

  onSessionEnd(() => {
    if (isReleased) return
    isReleased = true
    log.info('session-ended')
    flush()
    // Windows ends a program at once unless it has begun to quit; then it gets some seconds.
    if (platform === 'win32') app.quit()
  })
  app.on('before-quit', (event) => {
    // On macOS the menu and the Dock quit; on other systems only this program or a signal.
    if (platform === 'darwin' && needsPin()) {
      event.preventDefault()
      refuse()
    } else {
      isReleased = true
    }
  })

  return {
    mayClose() {
      const held = needsPin()
      if (held) refuse()
      return !held
    },
    quit() {
      isReleased = true
      app.quit()
    },
    release() {
      isReleased = true
      return () => {
        isReleased = false
      }
    },
  }
}

/** The operating system ends a program that takes longer to quit. Durable data needs no shutdown. */
const STOP_LIMIT_MS = 5_000

/** Quitting waits until the work has stopped, but no longer than the limit. */
export function stopBeforeQuit(parts: {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly stop: () => Promise<void>
  readonly log: Log
  readonly limitMs?: number
}): void {
  const { app, stop, log, limitMs = STOP_LIMIT_MS } = parts
  let phase: 'running' | 'stopping' | 'stopped' = 'running'
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'stopping') return
    phase = 'stopping'
    const ended = Promise.resolve()
      .then(stop)
      .then(
        () => 'stopped',
        () => 'failed',
      )
    void withTimeLimit(ended, limitMs, () => 'too-slow').then((outcome) => {
      phase = 'stopped'
      if (outcome === 'stopped') log.info('stopped')
      else log.warn('stop-incomplete', { outcome })
      app.quit()
    })
  })
  // Without `will-quit` and with code 0 Electron ends when the display server or D-Bus is gone
  // (electron_browser_main_parts.cc, ExitOnSessionLoss). A supervisor restarts only a failure.
  app.on('quit', (_event, exitCode) => {
    if (exitCode !== 0 || phase === 'stopped') return
    log.warn('session-lost')
    app.exit(1)
  })
}

/**
 * The last step, after databases and log are closed. A call that hangs inside the keychain blocks a thread, so the process
 * ends itself by signal. `beforeEnd` reports that this is no failure.
 */
export function killIfKeychainHangs(
  isKeychainHanging: (() => boolean) | undefined,
  beforeEnd: () => void,
  end: () => void = endProcess,
): void {
  if (isKeychainHanging?.() !== true) return
  beforeEnd()
  end()
}

const endProcess = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

type SessionEndParts = { readonly app: Pick<App, 'on'>; readonly monitor: Pick<PowerMonitor, 'on'> }

/**
 * Calls the listener, perhaps more than once, when the system shuts down or its user logs off. The listener must finish
 * its work before it returns: Windows then ends the process (shell/browser/native_window_views_win.cc, WM_ENDSESSION).
 */
export function onSessionEnd({ app, monitor }: SessionEndParts, listener: () => void): void {
  // On Linux Electron counts listeners of `shutdown` only once there is one of another event before it
  // (lib/browser/api/power-monitor.ts).
  monitor.on('suspend', () => undefined)
  monitor.on('shutdown', listener)
  // Windows has no `shutdown` and no `before-quit` at the end of a session.
  app.on('browser-window-created', (_event, window) => window.on('session-end', listener))
}
