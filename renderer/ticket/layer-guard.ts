import { TAP_COOLDOWN_MS } from './bump-guard.ts'

/** Two taps of a finger within this distance are at the same place (CSS px, about a centimetre). */
const SAME_PLACE_PX = 40
const LAYERS = '[role="dialog"], [popover]'
/** A tap there makes a step of an order. */
const GUARDED = '[data-order-id], [popover]'

type Tap = { readonly x: number; readonly y: number; readonly at: number; readonly layer: Element | null }

const closest = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null

/**
 * Drops the second tap of a double tap when a menu or a dialog has opened or closed under the finger meanwhile: it was not
 * meant for the button that is there now. Keys are not affected.
 */
export function dropTapsOnOtherLayer(monotonicNow: () => number): void {
  let before: Tap | undefined
  let latest: Tap | undefined
  const isSecond = (layer: Element | null): boolean =>
    before !== undefined &&
    latest !== undefined &&
    latest.at - before.at < TAP_COOLDOWN_MS &&
    Math.hypot(latest.x - before.x, latest.y - before.y) < SAME_PLACE_PX &&
    before.layer !== layer

  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y }) => {
      before = latest
      latest = { x, y, at: monotonicNow(), layer: closest(target, LAYERS) }
    },
    { capture: true },
  )
  addEventListener(
    'click',
    (event) => {
      const { target, detail } = event
      // A key makes a click without a pointer.
      if (detail === 0 || closest(target, GUARDED) === null || !isSecond(closest(target, LAYERS))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
