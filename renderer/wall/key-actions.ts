import type { PlacesStore } from '../places/places-store.ts'
import { recallLast } from '../places/recall-last.ts'
import { clickNow } from '../store/monotonic-now.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { ticketElement } from '../ui/window/ticket-element.ts'
import type { WindowParts } from '../ui/window/window-parts.ts'

/** The command of a key on a bump bar, a numpad or a keyboard. */
export type KeyCommand = { readonly kind: 'pick'; readonly number: number } | { readonly kind: NamedCommand }

export type NamedCommand =
  | 'advance'
  | 'undo'
  | 'recall'
  | 'next-page'
  | 'previous-page'
  | 'next-ticket'
  | 'previous-ticket'

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

const COMMANDS: Readonly<Record<NamedCommand, (parts: KeyParts) => void>> = {
  advance,
  undo,
  recall: recallLast,
  'next-page': ({ places }) => places.turnTo(places.getState().page + 1),
  'previous-page': ({ places }) => places.turnTo(places.getState().page - 1),
  'next-ticket': (parts) => step(parts, 1),
  'previous-ticket': (parts) => step(parts, -1),
}

/** Does what a key means. The digits from 1 pick a ticket. */
export function actOn(parts: KeyParts, command: KeyCommand): void {
  if (command.kind === 'pick') pick(parts, parts.places.getState().numbered[command.number - 1])
  else COMMANDS[command.kind](parts)
}
