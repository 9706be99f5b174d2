import type { TextElement } from './fields.ts'

/**
 * Writes at the caret as a keyboard does: the browser replaces the selection, keeps to `maxlength`, remembers the step for
 * undo and fires `beforeinput` and `input`, which controlled fields wait for. `execCommand` is the only way to all of it;
 * it acts on the element that has the focus.
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
