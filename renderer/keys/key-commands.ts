/** The command of a key on a bump bar, a numpad or a keyboard. */
export type KeyCommand =
  | { readonly kind: 'pick'; readonly number: number }
  | { readonly kind: 'advance' | 'undo' | 'recall' | 'next-page' | 'previous-page' | 'next-ticket' | 'previous-ticket' }

const NAMED: Readonly<Record<string, Exclude<KeyCommand, { kind: 'pick' }>['kind']>> = {
  Enter: 'advance',
  '0': 'undo',
  '.': 'recall',
  // The decimal key of a Brazilian or Spanish numpad.
  ',': 'recall',
  '+': 'next-page',
  PageDown: 'next-page',
  '-': 'previous-page',
  PageUp: 'previous-page',
  ArrowRight: 'next-ticket',
  ArrowDown: 'next-ticket',
  ArrowLeft: 'previous-ticket',
  ArrowUp: 'previous-ticket',
}

type Pressed = {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly repeat: boolean
}

/** The command of a key; `undefined` for a key without one. A key that is held down counts once. */
export function commandOf({ key, altKey, ctrlKey, metaKey, repeat }: Pressed): KeyCommand | undefined {
  if (altKey || ctrlKey || metaKey || repeat) return undefined
  if (/^[1-9]$/.test(key)) return { kind: 'pick', number: Number(key) }
  const kind = NAMED[key]
  return kind === undefined ? undefined : { kind }
}
