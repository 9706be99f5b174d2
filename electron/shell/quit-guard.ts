import type { App, PowerMonitor } from 'electron'
import type { Log } from '../logging/log-port.ts'

export type QuitGuardParts = {
  readonly app: Pick<App, 'on' | 'quit'>
  readonly monitor: Pick<PowerMonitor, 'on'>
  readonly platform: NodeJS.Platform
  /** No PIN is set, or it was entered. */
  readonly isOpen: () => boolean
  /** Somebody was refused, and is to be asked for the PIN. */
  readonly onRefused: () => void
  readonly log: Log
}

export type QuitGuard = {
  /** Whether a window may close. */
  mayClose(): boolean
  /** Quits for a caller who was asked for the PIN before. */
  quit(): void
}

/**
 * Keeps whoever only reaches the screen from ending the program. A signal or the end of the session comes from the system
 * and always ends it.
 */
export function guardQuit({ app, monitor, platform, isOpen, onRefused, log }: QuitGuardParts): QuitGuard {
  let isReleased = false

  /** A lock that cannot be read must not hold a program whose storage fails: somebody has to be able to start it anew. */
  const holds = (): boolean => {
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

  monitor.on('shutdown', () => {
    isReleased = true
  })
  app.on('before-quit', (event) => {
    // On macOS the menu and the Dock quit; elsewhere only we do, or a signal.
    if (platform === 'darwin' && holds()) {
      event.preventDefault()
      refuse()
    } else {
      isReleased = true
    }
  })

  return {
    mayClose() {
      const held = holds()
      if (held) refuse()
      return !held
    },
    quit() {
      isReleased = true
      app.quit()
    },
  }
}
