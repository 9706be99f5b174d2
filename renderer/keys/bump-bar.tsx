import { useEffect, useMemo } from 'react'
import { clickNow } from '../clock/monotonic-now.ts'
import { usePlacesStore } from '../places/places-context.ts'
import type { PlacesStore } from '../places/places-store.ts'
import { recallLast } from '../places/recall-last.ts'
import { callSafely } from '../window/call-safely.ts'
import { ticketElement } from '../window/ticket-element.ts'
import { useComanda, useWindowParts, useWords, type WindowParts } from '../window/window-parts.ts'

type KeyParts = Pick<WindowParts, 'bridge' | 'store'> & { readonly places: PlacesStore }

/** Selects a ticket and focuses it, so that assistive technology reads it. */
function pick({ places }: KeyParts, orderId: string | undefined): void {
  if (orderId === undefined) return
  places.select(orderId)
  ticketElement(orderId)?.focus({ preventScroll: true })
}

/** The tickets in sight, column by column from the top. */
function inSight({ places }: KeyParts): readonly string[] {
  const { places: known, page } = places.getState()
  return [...known]
    .filter(([, place]) => place.page === page)
    .toSorted(([, a], [, b]) => a.column - b.column || a.y - b.y)
    .map(([id]) => id)
}

function step(parts: KeyParts, by: 1 | -1): void {
  const ids = inSight(parts)
  const at = ids.indexOf(parts.places.getState().selected ?? '')
  pick(parts, at === -1 ? ids.at(by === 1 ? 0 : -1) : ids[at + by])
}

/** Undoes the held tap of the selected ticket, or the latest held tap. */
function undo({ store, places, bridge }: KeyParts): void {
  const { orders } = store.getState().board
  const held = Object.values(orders)
    .filter((ticket) => ticket.tap?.truth === 'held')
    .toSorted((a, b) => (b.tap?.tappedAt ?? 0) - (a.tap?.tappedAt ?? 0))
  const ticket = held.find(({ orderId }) => orderId === places.getState().selected) ?? held[0]
  if (!ticket?.tap) return
  const { tapId } = ticket.tap
  const { orderId } = ticket
  void callSafely(() => bridge.call['tap:undo']({ tapId })).then((answer) => {
    if (!answer.ok) store.getState().showFailure(orderId, answer.code)
  })
}

function advance({ places }: KeyParts): void {
  const { selected } = places.getState()
  if (selected === undefined) return
  // Clicks the ticket's button, so that the same rules apply to keys and fingers. A long order turns until its last side.
  const step = '.act-primary, .head-step > [data-command="turn"]'
  clickNow(ticketElement(selected)?.querySelector<HTMLButtonElement>(step))
}

/** What the keys do. The digits from 1 pick a ticket. */
const COMMANDS: Readonly<Record<NamedCommand, (parts: KeyParts) => void>> = {
  advance,
  undo,
  recall: recallLast,
  'next-page': ({ places }) => places.turnTo(places.getState().page + 1),
  'previous-page': ({ places }) => places.turnTo(places.getState().page - 1),
  'next-ticket': (parts) => step(parts, 1),
  'previous-ticket': (parts) => step(parts, -1),
}

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
  const parts = useMemo(() => ({ bridge, store, places }), [bridge, store, places])
  const showsLegend = useComanda((state) => state.settings?.bumpBar ?? false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || parts.store.getState().dialog || isUsedByFocus(event)) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      parts.places.recordKeyUse()
      if (command.kind === 'pick') pick(parts, parts.places.getState().numbered[command.number - 1])
      else COMMANDS[command.kind](parts)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [parts])
  return showsLegend ? <KeyLegend /> : null
}

/** The command of a key on a bump bar, a numpad or a keyboard. */
type KeyCommand = { readonly kind: 'pick'; readonly number: number } | { readonly kind: NamedCommand }

type NamedCommand = 'advance' | 'undo' | 'recall' | 'next-page' | 'previous-page' | 'next-ticket' | 'previous-ticket'

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
