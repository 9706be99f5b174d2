import type { Settings } from '../../shared/settings.ts'
import { type TextElement, textFieldOf } from './fields.ts'

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key)

export type FieldFollower = {
  /** Ends writing: the field loses the focus, at which some fields take their value, until its next touch. */
  readonly close: () => void
  readonly stop: () => void
}

/**
 * Finds the field that the on-screen keyboard writes into. `auto`: a field that was touched, and a field that was
 * clicked, until a physical keyboard sends a letter: some touch screens act as a mouse. Digits are no proof of a
 * keyboard, since they may come from a bump bar. `always`: each field that has the focus. Nothing opens or closes
 * during a touch: the page would move, and the touch would end on another element.
 */
export function followFields(
  when: () => Settings['onScreenKeyboard'],
  /** `undefined`: the keyboard closes. */
  onField: (field: TextElement | undefined) => void,
): FieldFollower {
  let field: TextElement | undefined
  /** A dialog gives it the focus back at once; that opens nothing. */
  let written: TextElement | undefined
  let isPointerDown = false
  let hasOtherKeyboard = false
  let whenReleased: (() => void) | undefined

  // A closing dialog removes its field without an event.
  const gone = new MutationObserver(() => {
    if (field !== undefined && !field.isConnected) set(undefined)
  })
  const set = (next: TextElement | undefined): void => {
    if (next === field) return
    field = next
    if (next === undefined) gone.disconnect()
    else gone.observe(document.body, { childList: true, subtree: true })
    onField(next)
  }
  const afterTouch = (act: () => void): void => {
    if (isPointerDown) whenReleased = act
    else act()
  }
  const leave = (): void => {
    if (field === undefined || document.activeElement === field) return
    set(when() === 'always' ? textFieldOf(document.activeElement) : undefined)
  }

  const onPointerDown = ({ target }: Event): void => {
    isPointerDown = true
    // Windows would open its own keyboard over this one.
    if (when() !== 'never') textFieldOf(target)?.setAttribute('virtualkeyboardpolicy', 'manual')
  }
  const onRelease = (): void => {
    isPointerDown = false
    const act = whenReleased
    whenReleased = undefined
    // After the click, which is what the touch was for.
    if (act !== undefined) setTimeout(act)
  }
  const onClick = (event: Event): void => {
    const clicked = textFieldOf(event.target)
    const isTouch = event instanceof PointerEvent && event.pointerType !== 'mouse'
    if (clicked !== undefined) written = undefined
    if (clicked === undefined || when() === 'never' || (when() === 'auto' && !isTouch && hasOtherKeyboard)) return
    set(clicked)
  }
  const onFocus = ({ target }: Event): void => {
    const focused = textFieldOf(target)
    if (focused === undefined || focused === written) return
    written = undefined
    if (when() === 'always') afterTouch(() => set(focused))
  }
  const onBlur = (): void => {
    // The focus is nowhere until the next element has it.
    if (field !== undefined) afterTouch(() => setTimeout(leave))
  }
  const onKey = ({ key, isTrusted }: KeyboardEvent): void => {
    if (!isTrusted || !isLetter(key)) return
    hasOtherKeyboard = true
    if (when() === 'auto') set(undefined)
  }

  const following = new AbortController()
  const options = { capture: true, signal: following.signal }
  document.addEventListener('pointerdown', onPointerDown, options)
  document.addEventListener('pointerup', onRelease, options)
  document.addEventListener('pointercancel', onRelease, options)
  document.addEventListener('click', onClick, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', onBlur, options)
  document.addEventListener('keydown', onKey, options)
  return {
    close() {
      written = field
      set(undefined)
      written?.blur()
    },
    stop() {
      following.abort()
      gone.disconnect()
    },
  }
}
