import type { WebContents } from 'electron'

/**
 * The badge of the board's header, a stable hook (docs/architecture.md), and two frames after it: a frame that is asked for
 * is drawn before the next one. A hidden window draws none.
 */
const QUESTION = `new Promise((answer) => {
  const isThere = document.querySelector('[data-testid="freshness"]') !== null
  if (!isThere || document.hidden) answer(isThere)
  else requestAnimationFrame(() => requestAnimationFrame(() => answer(true)))
})`

export type PaintedContents = Pick<WebContents, 'isDestroyed' | 'isLoadingMainFrame' | 'executeJavaScript'>

/** Whether this page is the board, and has been painted. Never answers while the page hangs. */
export async function isBoardPainted(contents: PaintedContents): Promise<boolean> {
  // While a page loads, `executeJavaScript` waits until it has loaded.
  if (contents.isDestroyed() || contents.isLoadingMainFrame()) return false
  return (await contents.executeJavaScript(QUESTION)) === true
}
