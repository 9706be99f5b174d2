import type { Locator, Page } from '@playwright/test'

/**
 * Touches the middle of an element, without a mouse. Without `pressMs` start and end are sent together, because a busy page
 * could otherwise see a long press.
 */
export async function touch(page: Page, target: Locator, pressMs = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    // A trial makes no click. It waits until the element is enabled, does not move and is not covered.
    await target.click({ trial: true })
    const box = await target.boundingBox()
    if (box === null) throw new Error('The element is not visible')
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    const begun = session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    if (pressMs > 0) await page.waitForTimeout(pressMs)
    await Promise.all([begun, session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
  } finally {
    // The touch may have closed the window.
    await session.detach().catch(() => undefined)
  }
}
