import type { WebContents } from 'electron'

/**
 * Waits for the badge of the board's header, a stable hook (docs/architecture.md), then for two frames: a requested
 * frame is drawn before the next one begins. A hidden window draws no frame.
 */
const QUESTION = `new Promise((answer) => {
  const isThere = document.querySelector('[data-testid="freshness"]') !== null
  if (!isThere || document.hidden) answer(isThere)
  else requestAnimationFrame(() => requestAnimationFrame(() => answer(true)))
})`

export type PaintedContents = Pick<WebContents, 'isDestroyed' | 'isLoadingMainFrame' | 'executeJavaScript'>

/** Whether this page is the board and has been painted. Stays pending while the page hangs. */
export async function isBoardPainted(contents: PaintedContents): Promise<boolean> {
  // While a page loads, `executeJavaScript` waits until it has loaded.
  if (contents.isDestroyed() || contents.isLoadingMainFrame()) return false
  return (await contents.executeJavaScript(QUESTION)) === true
}
