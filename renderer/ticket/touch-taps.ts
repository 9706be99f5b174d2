import { monotonicMs } from '../../shared/time/time.ts'
import { handleAs } from '../store/monotonic-now.ts'
import type { RefusedTap } from '../store/state.ts'
import { TAP_COOLDOWN_MS } from './bump-guard.ts'

/** Two taps of a finger within this distance are at the same place (CSS px, about a centimetre). */
const SAME_PLACE_PX = 40
/** A hand that rests on a button, not a tap (ms). */
const RESTING_HAND_MS = 3_000
/** The keys of the on-screen keyboard act when they are touched. */
const BUTTONS = 'button:not(.keyboard-key)'
/** Buttons of a step: their touches do not pan (base.css), so a touch that counts for nothing is said. */
const STEPS = '.act, [data-action]'
const LAYERS = '[role="dialog"], [popover]'
const ORDERS = '[data-ticket]'
/** A tap there makes a step of an order. */
const GUARDED = '[data-ticket], [popover]'

/** What lies under the finger. */
type Ground = { readonly layer: Element | null; readonly orderId: string | undefined }
type Press = Ground & { readonly pointerId: number; readonly x: number; readonly y: number; readonly at: number }
/** A finger on a button. `box`: where the button was when the finger went down. */
type Touch = { readonly press: Press; readonly button: HTMLElement; readonly box: DOMRect }

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

const groundOf = (target: EventTarget | null): Ground => ({
  layer: closest(target, LAYERS),
  orderId: closest(target, ORDERS)?.dataset.ticket,
})

const isOther = (one: Ground, other: Ground): boolean =>
  one.layer !== other.layer ||
  (one.orderId !== undefined && other.orderId !== undefined && one.orderId !== other.orderId)

const isFinger = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch' || pointerType === 'pen'

const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent): boolean =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom

/** The click of a touch, as the browser makes it. */
const clickOf = ({ clientX, clientY, pointerId, pointerType, isPrimary }: PointerEvent): PointerEvent =>
  new PointerEvent('click', {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    detail: 1,
    clientX,
    clientY,
    pointerId,
    pointerType,
    isPrimary,
  })

/** Ends a touch for every other part of the page, without a click. */
function cancelTouch(event: PointerEvent, button: HTMLElement): void {
  event.stopPropagation()
  const { pointerId, pointerType, isPrimary } = event
  const target = button.isConnected ? button : document
  target.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId, pointerType, isPrimary }))
}

/**
 * Makes the clicks of fingers, also beside a resting palm and after a slide, where the browser makes none. Drops a second
 * tap when under the finger a menu opened or closed, or another order moved in.
 * @param onRefused called with the reason
 */
export function followTaps(onRefused: (why: RefusedTap) => void): void {
  /** The last ones, of every finger. */
  let presses: readonly Press[] = []
  const touches = new Map<number, Touch>()
  /** The fingers whose touch was a click, or none, already. */
  const ended = new Set<number>()
  let isClicking = false

  const isMisplaced = (press: Press | undefined, target: EventTarget | null): boolean => {
    if (press === undefined || closest(target, GUARDED) === null) return false
    // A hand that rests on the board is no first tap.
    const before = presses.findLast(({ at, pointerId }) => at < press.at && !touches.has(pointerId))
    return (
      before !== undefined &&
      press.at - before.at < TAP_COOLDOWN_MS &&
      Math.hypot(press.x - before.x, press.y - before.y) < SAME_PLACE_PX &&
      isOther(before, groundOf(target))
    )
  }
  const refusalOf = ({ press, button, box }: Touch, event: PointerEvent): RefusedTap | undefined => {
    const released = document.elementFromPoint(event.clientX, event.clientY)
    if (!button.contains(released)) return isIn(box, event) ? 'moved' : 'left'
    if (event.timeStamp - press.at > RESTING_HAND_MS) return 'long'
    return isMisplaced(press, button) ? 'moved' : undefined
  }
  const refuse = (why: RefusedTap, target: EventTarget | null): void => {
    if (closest(target, STEPS) !== null) onRefused(why)
  }

  const down = (event: PointerEvent): void => {
    const { target, pointerId, clientX: x, clientY: y, timeStamp: at, isPrimary } = event
    const press = { ...groundOf(target), pointerId, x, y, at }
    presses = [...presses.filter((before) => at - before.at < TAP_COOLDOWN_MS), press]
    if (!isFinger(event)) return
    // No other finger is on the screen: the clicks of earlier touches have come.
    if (isPrimary) ended.clear()
    const button = closest(target, BUTTONS)
    if (button === null) return
    touches.set(pointerId, { press, button, box: button.getBoundingClientRect() })
    button.dataset.touched = ''
  }
  const take = ({ pointerId }: PointerEvent): Touch | undefined => {
    const touch = touches.get(pointerId)
    if (touch === undefined) return undefined
    touches.delete(pointerId)
    ended.add(pointerId)
    delete touch.button.dataset.touched
    return touch
  }
  const up = (event: PointerEvent): void => {
    const touch = take(event)
    if (touch === undefined) return
    const { press, button } = touch
    const why = refusalOf(touch, event)
    if (why !== undefined) {
      cancelTouch(event, button)
      refuse(why, button)
      return
    }
    const { clientX: x, clientY: y, timeStamp } = event
    isClicking = true
    handleAs({ began: monotonicMs(press.at), at: monotonicMs(timeStamp), point: { x, y } }, () =>
      button.dispatchEvent(clickOf(event)),
    )
    isClicking = false
  }
  const click = (event: PointerEvent): void => {
    if (isClicking) return
    const { target, detail, pointerId } = event
    const isDone = ended.has(pointerId)
    // A key and assistive technology make a click without a pointer.
    if (
      !isDone &&
      (detail === 0 ||
        !isMisplaced(
          presses.findLast((one) => one.pointerId === pointerId),
          target,
        ))
    )
      return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isDone) refuse('moved', target)
  }

  const options = { capture: true }
  addEventListener('pointerdown', down, options)
  addEventListener('pointerup', up, options)
  addEventListener('pointercancel', (event) => refuse('cancelled', take(event)?.button ?? null), options)
  addEventListener('click', click, options)
  // A long press is a tap.
  addEventListener(
    'contextmenu',
    (event) => {
      if (closest(event.target, BUTTONS) !== null) event.preventDefault()
    },
    options,
  )
}
