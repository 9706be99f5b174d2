import type { App } from 'electron'
import type { Log } from '../logging/log-port.ts'

export type QuitGuardParts = {
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
}

export type QuitGuard = {
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
export function guardQuit(parts: QuitGuardParts): QuitGuard {
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
