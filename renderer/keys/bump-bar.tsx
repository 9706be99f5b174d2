import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useWindowParts, type WindowParts } from '../app/window-parts.ts'
import { keyOf, pageOf } from '../board/slots.ts'
import { showTicket, turnTo } from '../board/turn-pages.ts'
import { commandOf, type KeyCommand } from './key-commands.ts'

const ticketOf = (orderId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(orderId)}"]`)

/** Marks a ticket and gives it the focus, so that a listener hears what the eye sees. */
function pick({ slots }: WindowParts, orderId: string | undefined): void {
  if (orderId === undefined) return
  slots.select(orderId)
  ticketOf(orderId)?.focus({ preventScroll: true })
}

function onPage({ slots }: WindowParts): readonly string[] {
  const { ids, placements, grid, page } = slots.getState()
  return ids.filter((id) => {
    const slot = placements[id]
    return slot !== undefined && pageOf(slot, grid) === page
  })
}

function atKey(parts: WindowParts, number: number): string | undefined {
  const { placements, grid } = parts.slots.getState()
  return onPage(parts).find((id) => {
    const slot = placements[id]
    return slot !== undefined && keyOf(slot, grid) === number
  })
}

function step(parts: WindowParts, by: 1 | -1): void {
  const ids = onPage(parts)
  const at = ids.indexOf(parts.slots.getState().selected ?? '')
  pick(parts, at === -1 ? ids.at(by === 1 ? 0 : -1) : ids[at + by])
}

/** Takes back the tap on the picked ticket, else the latest one that can still be taken back. */
function undo({ store, slots, bridge }: WindowParts): void {
  const { orders } = store.getState().board
  const held = Object.values(orders)
    .filter((ticket) => ticket.tap?.truth === 'held')
    .toSorted((a, b) => (b.tap?.tappedAt ?? 0) - (a.tap?.tappedAt ?? 0))
  const ticket = held.find(({ orderId }) => orderId === slots.getState().selected) ?? held[0]
  if (!ticket?.tap) return
  const { tapId } = ticket.tap
  const { orderId } = ticket
  void callSafely(() => bridge.call['tap:undo']({ tapId })).then((answer) => {
    if (!answer.ok) store.getState().showFailure(orderId, answer.code)
  })
}

/** Puts the ticket that left the kitchen last before the cook's eyes again: here, and nowhere else. */
function recall({ slots, store, bridge }: WindowParts): void {
  const { lastBumped: orderId } = slots.getState()
  if (orderId === undefined) return
  void callSafely(() => bridge.call['history:recall']({ orderId, recalled: true })).then(() => {
    if (store.getState().board.orders[orderId]) showTicket(slots, orderId)
  })
}

function advance({ slots }: WindowParts): void {
  const { selected } = slots.getState()
  if (selected === undefined) return
  // Through the ticket's own button: what a finger may not do, a key may not either.
  ticketOf(selected)?.querySelector<HTMLButtonElement>('.act-primary')?.click()
}

function carryOut(parts: WindowParts, command: KeyCommand): void {
  const { slots } = parts
  const { page, pages } = slots.getState()
  switch (command.kind) {
    case 'pick':
      pick(parts, atKey(parts, command.number))
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
      turnTo(Math.min(page + 1, pages - 1))
      break
    case 'previous-page':
      turnTo(Math.max(page - 1, 0))
      break
    case 'next-ticket':
      step(parts, 1)
      break
    case 'previous-ticket':
      step(parts, -1)
      break
  }
}

/** Whether the key belongs to what has the focus: a field that is written in, or a button that Enter presses. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [role="dialog"]')) return true
  return event.key === 'Enter' && target.closest('button') !== null
}

function Legend() {
  const { t } = useTranslation()
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

/** Makes any keyboard, and any USB numpad, a bump bar; with its legend where the kitchen wants one. */
export function BumpBar() {
  const parts = useWindowParts()
  const showsLegend = useComanda((state) => state.settings?.bumpBar ?? false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || parts.store.getState().dialog || isTaken(event)) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      parts.slots.keysAreUsed()
      carryOut(parts, command)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [parts])
  return showsLegend ? <Legend /> : null
}
