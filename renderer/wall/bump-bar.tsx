import { useEffect } from 'react'
import { usePlacesStore } from '../places/places-context.ts'
import { handleAs, inputNow } from '../store/monotonic-now.ts'
import { useComanda, useIdleMoments, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import type { KeyCommand, NamedCommand } from './key-actions.ts'

/** Not with the code of the start: no key is pressed before the first picture. */
const loadActions = async () => await import('./key-actions.ts')

/** Whether the focused element uses the key: a field, an open dialog, or a button that Enter presses. */
function isUsedByFocus(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [role="dialog"]')) return true
  return event.key === 'Enter' && target.closest('button') !== null
}

/** Makes every keyboard and USB numpad a bump bar. Shows a legend of the keys when the settings want it. */
export function BumpBar() {
  const { bridge, store } = useWindowParts()
  const places = usePlacesStore()
  const idle = useIdleMoments()
  const showsLegend = useComanda((state) => state.settings?.bumpBar ?? false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || store.getState().dialog || isUsedByFocus(event)) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      places.recordKeyUse()
      const input = inputNow()
      void loadActions().then(({ actOn }) => handleAs(input, () => actOn({ bridge, store, places }, command)))
    }
    document.addEventListener('keydown', pressed)
    idle.whenIdle(() => void loadActions())
    return () => document.removeEventListener('keydown', pressed)
  }, [bridge, store, places, idle])
  return showsLegend ? <KeyLegend /> : null
}

const NAMED: Readonly<Record<string, NamedCommand>> = {
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

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat'>

/** The command of a key; `undefined` for a key without one. A key that is held down counts once. */
export function commandOf({ key, altKey, ctrlKey, metaKey, repeat }: Pressed): KeyCommand | undefined {
  if (altKey || ctrlKey || metaKey || repeat) return undefined
  if (/^[1-9]$/.test(key)) return { kind: 'pick', number: Number(key) }
  const kind = NAMED[key]
  return kind === undefined ? undefined : { kind }
}

/** What the keys of a bump bar do. */
function KeyLegend() {
  const t = useWords()
  const keys = [
    ['1–9', t('keys.pick')],
    ['Enter', t('keys.advance')],
    ['0', t('keys.undo')],
    ['.', t('keys.recall')],
    ['+ −', t('keys.pages')],
  ] as const
  return (
    <ul className="key-legend" aria-label={t('keys.title')} data-testid="key-legend">
      {keys.map(([key, words]) => (
        <li key={key}>
          <kbd>{key}</kbd> {words}
        </li>
      ))}
    </ul>
  )
}
