import { setTimeout } from 'node:timers/promises'
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'

/** The frames in which a page that has just changed draws what has become visible. */
const FRAMES = 20
/**
 * A tenth of a second, which is less than a person needs to aim. An element that has just appeared may be scrolled
 * after its first frame, and answers of the main process arrive a few frames later.
 */
const RESTING_FRAMES = 6

type Point = { readonly x: number; readonly y: number }

/**
 * The middle of the element when it is enabled, does not move and is not covered; `undefined`: not within a few frames.
 */
const restingPoint = (target: Locator): Promise<Point | undefined> =>
  target.evaluate(
    (element, { frames, restingFrames }) =>
      new Promise<Point | undefined>((resolve) => {
        let before = ''
        let left = frames
        let resting = 0
        const look = (): void => {
          const box = element.getBoundingClientRect()
          const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
          const place = [box.left, box.top, box.width, box.height].join(' ')
          const isFree = element.contains(document.elementFromPoint(middle.x, middle.y))
          const isDisabled = element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null
          left -= 1
          resting = place === before && isFree && !isDisabled ? resting + 1 : 0
          if (resting === restingFrames) resolve(middle)
          else if (left === 0) resolve(undefined)
          else requestAnimationFrame(look)
          before = place
        }
        look()
      }),
    { frames: FRAMES, restingFrames: RESTING_FRAMES },
  )

/** Scrolls the element into view, as a person does before a touch. */
async function scrolledPoint(target: Locator): Promise<Point> {
  // A trial makes no click. It waits until the element does not move and is not covered. When it is covered, the trial
  // scrolls it to another place, which a person does not do: this moved the panels beside the board.
  await target.click({ trial: true })
  const box = await target.boundingBox()
  if (box === null) throw new Error('The element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function pointOf(target: Locator): Promise<Point> {
  const point = await restingPoint(target)
  if (point !== undefined) return point
  await expect(target).toBeEnabled()
  return (await restingPoint(target)) ?? scrolledPoint(target)
}

/** One session for each page: a new one for each touch takes more processor time than the touch. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/**
 * Touches the middle of an element, without a mouse. Without `pressMs` the start and the end are sent together, because
 * a busy page could otherwise detect a long press.
 */
export async function touch(page: Page, target: Locator, pressMs = 0): Promise<void> {
  const session = await sessionOf(page)
  const touchPoints = [await pointOf(target)]
  const begun = session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  if (pressMs > 0) await setTimeout(pressMs)
  await Promise.all([begun, session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
}
