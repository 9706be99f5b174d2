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
export function textFieldOf(target: EventTarget | null): TextElement | undefined {
  if (!(target instanceof Element) || !takesText(target)) return undefined
  return target.readOnly || target.disabled || target.inputMode === 'none' ? undefined : target
}

export function fieldKindOf({ inputMode, type }: TextElement): FieldKind {
  if (NUMBER_MODES.includes(inputMode) || type === 'tel') return 'number'
  return ADDRESS_MODES.includes(inputMode) || ADDRESS_MODES.includes(type) ? 'address' : 'text'
}
