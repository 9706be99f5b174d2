import { useEffect, useMemo } from 'react'
import { clickNow } from '../clock/monotonic-now.ts'
import { usePlacesStore } from '../places/places-context.ts'
import type { PlacesStore } from '../places/places-store.ts'
import { showTicket } from '../places/show-ticket.ts'
import { callSafely } from '../window/call-safely.ts'
import { ticketElement } from '../window/ticket-element.ts'
import { useComanda, useWindowParts, type WindowParts } from '../window/window-parts.ts'
import { KeyLegend } from './key-legend.tsx'

type KeyParts = Pick<WindowParts, 'bridge' | 'store'> & { readonly places: PlacesStore }

/** Selects a ticket and focuses it, so that assistive technology reads it. */
function pick({ places }: KeyParts, orderId: string | undefined): void {
  if (orderId === undefined) return
  places.select(orderId)
  ticketElement(orderId)?.focus({ preventScroll: true })
}

/** The orders of the keys: the first nine of the line. */
const numbered = ({ places }: KeyParts): readonly string[] => places.getState().numbered

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

/** Recalls the ticket that left the kitchen last. The platform is not informed. */
function recall({ places, store, bridge }: KeyParts): void {
  const { lastBumped: orderId } = places.getState()
  if (orderId === undefined) return
  void callSafely(() => bridge.call['history:recall']({ orderId, recalled: true })).then((answer) => {
    if (!answer.ok) store.getState().showFailure(orderId, answer.code)
    // An order that was not recalled is in the panel of the finished ones.
    if (store.getState().board.orders[orderId]) showTicket(places, orderId, answer.ok ? undefined : 'done')
  })
}

function advance({ places }: KeyParts): void {
  const { selected } = places.getState()
  if (selected === undefined) return
  // Clicks the ticket's button, so that the same rules apply to keys and fingers. A long order turns until its last side.
  const step = '.act-primary, .head-step > [data-command="turn"]'
  clickNow(ticketElement(selected)?.querySelector<HTMLButtonElement>(step))
}

function runCommand(parts: KeyParts, command: KeyCommand): void {
  const { places } = parts
  const { page } = places.getState()
  switch (command.kind) {
    case 'pick':
      pick(parts, numbered(parts)[command.number - 1])
      break
    case 'advance':
      advance(parts)
      break
    case 'undo':
      undo(parts)
      break
    case 'recall':
      recall(parts)
      break
    case 'next-page':
      places.turnTo(page + 1)
      break
    case 'previous-page':
      places.turnTo(page - 1)
      break
    case 'next-ticket':
      step(parts, 1)
      break
    case 'previous-ticket':
      step(parts, -1)
      break
  }
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
      runCommand(parts, command)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [parts])
  return showsLegend ? <KeyLegend /> : null
}

/** The command of a key on a bump bar, a numpad or a keyboard. */
type KeyCommand =
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
