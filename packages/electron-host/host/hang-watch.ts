import type { BrowserWindow } from './browser-window.ts'

/** Time without an answer of the page after which its window is unresponsive, as in Chromium's hang monitor. */
const HANG_MS = Number(process.env.ELECTRON_HOST_HANG_SECONDS ?? 30) * 1000
const MAX_CHECK_INTERVAL_MS = 2000

/** Checks that the page answers, and emits `unresponsive` and `responsive`. The returned function stops the checks. */
export const watchForHangs = (window: BrowserWindow): (() => void) => {
  const { webContents } = window
  let hanging = false
  let sentAt: number | undefined
  const emitBoth = (event: string): void => {
    webContents.emit(event)
    window.emit(event)
  }
  const handleAnswer = (): void => {
    sentAt = undefined
    if (hanging) emitBoth('responsive')
    hanging = false
  }
  const check = (): void => {
    if (sentAt === undefined) {
      sentAt = Date.now()
      const answer = webContents.page.then(({ session }) => session.send('Runtime.evaluate', { expression: '0' }))
      answer.then(handleAnswer, handleAnswer)
    } else if (!hanging && Date.now() - sentAt >= HANG_MS && !webContents.isCrashed()) {
      hanging = true
      emitBoth('unresponsive')
    }
  }
  const timer = setInterval(check, Math.min(HANG_MS / 4, MAX_CHECK_INTERVAL_MS)).unref()
  return () => clearInterval(timer)
}
