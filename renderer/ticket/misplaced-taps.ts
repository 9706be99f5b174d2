import { TAP_COOLDOWN_MS } from './bump-guard.ts'

/** Two taps of a finger within this distance are at the same place (CSS px, about a centimetre). */
const SAME_PLACE_PX = 40
const LAYERS = '[role="dialog"], [popover]'
const ORDERS = '[data-order-id]'
/** A tap there makes a step of an order. */
const GUARDED = '[data-order-id], [popover]'

/** What lies under the finger. */
type Ground = { readonly layer: Element | null; readonly orderId: string | undefined }
type Tap = Ground & { readonly x: number; readonly y: number; readonly at: number }

const closest = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null

const groundOf = (target: EventTarget | null): Ground => ({
  layer: closest(target, LAYERS),
  orderId: closest(target, ORDERS)?.getAttribute('data-order-id') ?? undefined,
})

const isOther = (one: Ground, other: Ground): boolean =>
  one.layer !== other.layer ||
  (one.orderId !== undefined && other.orderId !== undefined && one.orderId !== other.orderId)

/**
 * Drops the second tap of a double tap when a menu or a dialog has opened or closed under the finger meanwhile, or when
 * another order has moved there: it was not meant for the button that is there now. Keys are not affected.
 */
export function dropMisplacedTaps(): void {
  let before: Tap | undefined
  let latest: Tap | undefined
  const isSecond = (ground: Ground): boolean =>
    before !== undefined &&
    latest !== undefined &&
    latest.at - before.at < TAP_COOLDOWN_MS &&
    Math.hypot(latest.x - before.x, latest.y - before.y) < SAME_PLACE_PX &&
    isOther(before, ground)

  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, timeStamp: at }) => {
      before = latest
      latest = { ...groundOf(target), x, y, at }
    },
    { capture: true },
  )
  addEventListener(
    'click',
    (event) => {
      const { target, detail } = event
      // A key makes a click without a pointer.
      if (detail === 0 || closest(target, GUARDED) === null || !isSecond(groundOf(target))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
