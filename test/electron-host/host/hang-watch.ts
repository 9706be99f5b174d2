import type { BrowserWindow } from './browser-window.ts'

/** How long a page may leave the host unanswered before its window counts as unresponsive, as in Chromium's hang monitor. */
const HANG_MS = Number(process.env.ELECTRON_HOST_HANG_SECONDS ?? 30) * 1000
const LONGEST_PERIOD_MS = 2000

/** Asks the page for a sign of life and emits unresponsive and responsive; returns what ends the watch. */
export const watchForHangs = (window: BrowserWindow): (() => void) => {
  const { webContents } = window
  let hanging = false
  let askedAt: number | undefined
  const tell = (event: string): void => {
    webContents.emit(event)
    window.emit(event)
  }
  const answered = (): void => {
    askedAt = undefined
    if (hanging) tell('responsive')
    hanging = false
  }
  const check = (): void => {
    if (askedAt === undefined) {
      askedAt = Date.now()
      const sign = webContents.page.then(({ session }) => session.send('Runtime.evaluate', { expression: '0' }))
      sign.then(answered, answered)
    } else if (!hanging && Date.now() - askedAt >= HANG_MS && !webContents.isCrashed()) {
      hanging = true
      tell('unresponsive')
    }
  }
  const timer = setInterval(check, Math.min(HANG_MS / 4, LONGEST_PERIOD_MS)).unref()
  return () => clearInterval(timer)
}
