import { expect, type Locator, type Page } from '@playwright/test'

/** Frames in which a page that has just changed draws what came into sight. */
const FRAMES = 10

/** Waits a few frames at most until the element rests and nothing covers its middle. */
const awaitUncovered = (target: Locator): Promise<void> =>
  target.evaluate(
    (element, frames) =>
      new Promise<void>((resolve) => {
        let before = ''
        let left = frames
        const look = (): void => {
          const box = element.getBoundingClientRect()
          const place = [box.left, box.top, box.width, box.height].join(' ')
          const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
          left -= 1
          if (left === 0 || (place === before && element.contains(hit))) resolve()
          else requestAnimationFrame(look)
          before = place
        }
        look()
      }),
    FRAMES,
  )

/**
 * Touches the middle of an element, without a mouse. Without `pressMs` start and end are sent together, because a busy page
 * could otherwise see a long press.
 */
export async function touch(page: Page, target: Locator, pressMs = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    // A trial makes no click. It waits until the element is enabled, does not move and is not covered. Each time that it is not,
    // the trial scrolls it to another place, which a finger does not do: that turned the panels beside the board.
    await expect(target).toBeEnabled()
    await awaitUncovered(target)
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
