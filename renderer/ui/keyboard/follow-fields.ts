import type { Settings } from '../../../shared/contract/settings.ts'

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key)

export type FieldFollower = {
  /** Closes the keyboard until the next touch. The field loses the focus, which makes some fields apply their value. */
  readonly close: () => void
  readonly stop: () => void
}

/**
 * Finds the field that the on-screen keyboard writes into. `auto`: one that was touched, or clicked before a physical
 * keyboard has sent a letter (digits may come from a bump bar). `always`: each with the focus. Never during a touch.
 */
export function followFields(
  when: () => Settings['onScreenKeyboard'],
  /** `undefined`: the keyboard closes. */
  onField: (field: TextElement | undefined) => void,
): FieldFollower {
  let field: TextElement | undefined
  /** The field for which the keyboard was closed. A dialog may focus it again at once, which must not open the keyboard. */
  let closedFor: TextElement | undefined
  let isPointerDown = false
  let hasOtherKeyboard = false
  let whenReleased: (() => void) | undefined

  // A closing dialog removes its field without an event.
  const removal = new MutationObserver(() => {
    if (field !== undefined && !field.isConnected) set(undefined)
  })
  const set = (next: TextElement | undefined): void => {
    if (next === field) return
    field = next
    if (next === undefined) removal.disconnect()
    else removal.observe(document.body, { childList: true, subtree: true })
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
    // Without this attribute Windows opens its own keyboard over this one.
    if (when() !== 'never') textFieldOf(target)?.setAttribute('virtualkeyboardpolicy', 'manual')
  }
  const onRelease = (): void => {
    isPointerDown = false
    const act = whenReleased
    whenReleased = undefined
    // Waits for the click that belongs to this touch.
    if (act !== undefined) setTimeout(act)
  }
  const onClick = (event: Event): void => {
    const clicked = textFieldOf(event.target)
    const isTouch = event instanceof PointerEvent && event.pointerType !== 'mouse'
    if (clicked !== undefined) closedFor = undefined
    if (clicked === undefined || when() === 'never' || (when() === 'auto' && !isTouch && hasOtherKeyboard)) return
    set(clicked)
  }
  const onFocus = ({ target }: Event): void => {
    const focused = textFieldOf(target)
    if (focused === undefined || focused === closedFor) return
    closedFor = undefined
    if (when() === 'always') afterTouch(() => set(focused))
  }
  const onBlur = (): void => {
    // At this moment no element has the focus yet.
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
      closedFor = field
      set(undefined)
      closedFor?.blur()
    },
    stop() {
      following.abort()
      removal.disconnect()
    },
  }
}

/** An element of the page that takes text. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement

/** The kind of keyboard that a field needs. */
export type FieldKind = 'text' | 'address' | 'number'

const TEXT_TYPES: readonly string[] = ['text', 'search', 'url', 'email', 'password', 'tel']
const NUMBER_MODES: readonly string[] = ['numeric', 'decimal', 'tel']
const ADDRESS_MODES: readonly string[] = ['url', 'email']

const takesText = (element: Element): element is TextElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TEXT_TYPES.includes(element.type))

/** The text field of an event. `undefined` for a read-only field, and for one with its own keys (`inputmode="none"`). */
function textFieldOf(target: EventTarget | null): TextElement | undefined {
  if (!(target instanceof Element) || !takesText(target)) return undefined
  return target.readOnly || target.disabled || target.inputMode === 'none' ? undefined : target
}

export function fieldKindOf({ inputMode, type }: TextElement): FieldKind {
  if (NUMBER_MODES.includes(inputMode) || type === 'tel') return 'number'
  return ADDRESS_MODES.includes(inputMode) || ADDRESS_MODES.includes(type) ? 'address' : 'text'
}
