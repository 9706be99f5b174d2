import type { App } from 'electron'
import type { Log } from '../logging/log-port.ts'

export type QuitGuardParts = {
  readonly app: Pick<App, 'on' | 'quit'>
  /** Calls its listener when the session of the system ends. */
  readonly onSessionEnd: (listener: () => void) => void
  readonly platform: NodeJS.Platform
  /** No PIN is set, or it was entered. */
  readonly isOpen: () => boolean
  /** Somebody was refused, and is to be asked for the PIN. */
  readonly onRefused: () => void
  /** Writes down, before it returns, what is not on the disk yet. */
  readonly flush: () => void
  readonly log: Log
}

export type QuitGuard = {
  /** Whether a window may close. */
  mayClose(): boolean
  /** Quits for a caller who was asked for the PIN before. */
  quit(): void
  /** Lets something else quit, such as the updater of macOS. Gives the function that takes it back. */
  release(): () => void
}

/**
 * Keeps a person who only reaches the screen from ending the program. A signal or the end of the session comes from the system
 * and always ends it.
 */
export function guardQuit(parts: QuitGuardParts): QuitGuard {
  const { app, onSessionEnd, platform, isOpen, onRefused, flush, log } = parts
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

  onSessionEnd(() => {
    if (isReleased) return
    isReleased = true
    log.info('session-ended')
    flush()
    // Windows ends a program at once that has not begun to quit; one that has gets some seconds for it.
    if (platform === 'win32') app.quit()
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
    release() {
      isReleased = true
      return () => {
        isReleased = false
      }
    },
  }
}
