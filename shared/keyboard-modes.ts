/** When the keyboard on the screen opens: where a field is touched, wherever a field has the focus, or not at all. */
export const KEYBOARD_MODES = ['auto', 'always', 'never'] as const
