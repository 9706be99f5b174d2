import { expect, it } from 'vitest'
import { adoptBoard, type ScreenKnowledge } from '../../../electron/screens/moving/adopt-board.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createTestLedger, newTap } from '../storage/test-ledger.ts'

const SEEN = 1_800_000_000_000
const NOW = SEEN + 60_000

/** A ledger with what a screen knows of the order `one`. */
function adopted(known: Partial<Ticket>, taps: ScreenKnowledge['taps'] = [], before = createTestLedger()) {
  const tickets = [ticket('1', { ...known, orderId: 'one' })]
  adoptBoard(before.ledger, { tickets, taps, settings: undefined, seenAt: SEEN }, NOW, () => 'next')
  return before.ledger
}
const [line] = ticket('1').lines
const lines = (more: Partial<Ticket['lines'][number]>): Ticket['lines'] =>
  line === undefined ? [] : [{ ...line, lineId: 'pizza', ...more }]
const confirm = (id: string) => ({ id, args: { orderId: 'one', action: 'confirm' as const }, madeAt: SEEN })

it('keeps struck lines and parts, and dishes that are made again', () => {
  const [pizza] = lines({ struck: true, struckParts: ['pizza/grill'] })
  if (pizza === undefined) throw new Error('no line')
  const again = { ...pizza, lineId: 'pizza//1', struckParts: [], again: { since: SEEN, reason: 'dropped' as const } }
  const ledger = adopted({ lines: [pizza, again] })
  expect([...ledger.struckLines('one')]).toEqual(['pizza', 'pizza//1', 'pizza/grill'])
  expect(ledger.kitchenMarks('one').again).toMatchObject([{ lineId: 'pizza', reason: 'dropped', at: SEEN }])
})

it('keeps the turn of an order, and queues its read', () => {
  const ledger = adopted({ isFirst: true, heldUntil: NOW + 1 })
  expect(ledger.kitchenMarks('one')).toMatchObject({ isFirst: true, heldUntil: NOW + 1 })
  expect([ledger.isReadPending('one'), ledger.facts.devices.get()]).toEqual([true, '[]'])
  expect(adopted({ lane: 'preparing', startAt: NOW }).order('one')?.startedByHandAt).toBe(SEEN)
})

it.each([true, false])('keeps a cancelled order, seen by staff: %s', (acknowledged) => {
  const ledger = adopted({ status: 'CONFIRMED', cancelled: { at: SEEN, acknowledged }, alarm: 'cancelled' })
  expect(ledger.order('one')).toMatchObject({ status: 'CANCELLED' })
  expect(ledger.order('one')?.cancellationAcknowledgedAt).toBe(acknowledged ? SEEN : undefined)
  expect([ledger.isReadPending('one'), ledger.alarmQuietedAt('one')]).toEqual([true, undefined])
})

it('silences only what was silent, and keeps a ticket that staff put back', () => {
  expect(adopted({ alarm: undefined }).alarmQuietedAt('one')).toBe(SEEN)
  expect(adopted({ alarm: 'new' }).alarmQuietedAt('one')).toBeUndefined()
  expect(adopted({ recalled: true }).facts.recalled.get()).toEqual(['one'])
})

it('stores a waiting tap once, with the step that it starts, and none that the ledger has', () => {
  const started = adopted({ lane: 'new' }, [confirm('a'), confirm('b')])
  const startsToo = started.facts.settings.get().confirmStartsPreparation
  expect(started.openTaps().map(({ tapId, state }) => [tapId, state])).toEqual(
    ['a', ...(startsToo ? ['next'] : [])].map((id) => [id, 'queued']),
  )
  expect(adopted({ lane: 'scheduled' }, [confirm('a')]).openTaps()).toHaveLength(1)

  const carried = createTestLedger()
  carried.ledger.addTap(newTap('other', 'one'))
  expect(adopted({}, [confirm('a')], carried).openTaps()).toMatchObject([{ tapId: 'other' }])
})

it('keeps a waiting tap of an order that is no longer on the board', () => {
  const { ledger } = createTestLedger()
  adoptBoard(ledger, { tickets: [], taps: [confirm('a')], settings: undefined, seenAt: SEEN }, NOW, () => 'next')
  expect([ledger.openTaps().map(({ tapId }) => tapId), ledger.isReadPending('one')]).toEqual([['a'], true])
})
