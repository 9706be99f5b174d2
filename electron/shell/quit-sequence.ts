import type { App } from 'electron'
import { withTimeLimit } from '../../shared/time-limit.ts'
import type { Log } from '../logging/log-port.ts'

/** The operating system ends a program that takes longer to quit. Durable data needs no shutdown. */
const STOP_LIMIT_MS = 5_000

export type QuitParts = {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly stop: () => Promise<void>
  readonly log: Log
  readonly limitMs?: number
}

/** Quitting waits until the work has stopped, but no longer than the limit. */
export function stopBeforeQuit({ app, stop, log, limitMs = STOP_LIMIT_MS }: QuitParts): void {
  let phase: 'running' | 'stopping' | 'stopped' = 'running'
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'stopping') return
    phase = 'stopping'
    void withinLimit(stop, limitMs).then((outcome) => {
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

function withinLimit(stop: () => Promise<void>, limitMs: number): Promise<'stopped' | 'failed' | 'too-slow'> {
  const work = Promise.resolve()
    .then(stop)
    .then(
      () => 'stopped' as const,
      () => 'failed' as const,
    )
  return withTimeLimit(work, limitMs, () => 'too-slow' as const)
}

/**
 * The last step, after the databases are closed and the log is written. A call that hangs inside the keychain blocks a
 * thread of this process, so the process cannot end normally and ends itself by signal. `beforeEnd` reports to a
 * supervisor that this is no failure.
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
