import type { Locator, Page } from '@playwright/test'

/**
 * A touch with a finger on the middle of an element; there is no mouse. Start and end are sent together, if no time is given: a
 * page that is busy in between would otherwise see a long press.
 */
export async function touch(page: Page, target: Locator, pressMs = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    // Without a click: until it is enabled, does not move and is covered by nothing.
    await target.click({ trial: true })
    const box = await target.boundingBox()
    if (box === null) throw new Error('The element has no place on the screen')
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    const begun = session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    if (pressMs > 0) await page.waitForTimeout(pressMs)
    await Promise.all([begun, session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
  } finally {
    // The touch may have closed the window.
    await session.detach().catch(() => undefined)
  }
}
