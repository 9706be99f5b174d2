import type { TextElement } from './fields.ts'

/**
 * Writes at the caret like a keyboard: the browser replaces the selection, applies `maxlength`, records the change for undo
 * and fires `beforeinput` and `input`, which controlled fields need. Only `execCommand` does all of this. It acts on the
 * element that has the focus.
 */
export function writeText(field: TextElement, text: string): void {
  if (document.activeElement !== field) field.focus()
  document.execCommand('insertText', false, text)
}

/** Deletes the selection, or the character before the caret. */
export function deleteBack(field: TextElement): void {
  if (document.activeElement !== field) field.focus()
  document.execCommand('delete')
}
