import { describe, expect, it } from 'vitest'
import {
  type Arrangement,
  arrange,
  type BoardGrid,
  NOTHING_STANDING,
  type Standing,
  standingLane,
  type View,
} from '../../../renderer/board/arrangement.ts'
import { type BoardState, boardOfSnapshot, EMPTY_BOARD } from '../../../renderer/store/projection.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { EVENING, minutesAgo, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const GRID: BoardGrid = { columns: 3, height: 660, gap: 5, card: 105, slots: 6 }

const boardOf = (tickets: readonly Ticket[]): BoardState => boardOfSnapshot(snapshotOf(tickets), EMPTY_BOARD)

const preparing = (displayId: string, minutes: number, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'PREPARING', createdAt: minutesAgo(minutes), ...more })

/** Every ticket is measured as `height`, unless told otherwise. */
const viewOf = (board: BoardState, more: Partial<View> = {}, height = 300): View => ({
  filter: 'all',
  cardLanes: new Set(['new', 'ready']),
  grid: GRID,
  sizes: new Map(Object.keys(board.orders).map((id) => [id, { columns: 1, height }])),
  isShown: () => true,
  page: 0,
  isCalm: false,
  urgentUntil: 0,
  ...more,
})

const on = (arrangement: Arrangement, page: number): readonly string[] =>
  arrangement.ids.filter((id) => arrangement.places.get(id)?.page === page)

describe('the arrangement of the kitchen', () => {
  it('puts new orders on top of the rail by deadline, ready ones at its foot, and the others whole, oldest first', () => {
    const board = boardOf([
      ticket('n1', { createdAt: minutesAgo(1) }),
      ticket('n2', { createdAt: minutesAgo(5) }),
      ticket('r1', { status: 'READY' }),
      preparing('p1', 3),
      preparing('p2', 9),
    ])
    const arrangement = arrange(board, viewOf(board), NOTHING_STANDING)
    expect(arrangement.ids).toEqual(['order-p2', 'order-p1'])
    expect(arrangement.rail.get('order-n2')).toBe(0)
    expect(arrangement.rail.get('order-n1')).toBe(1)
    expect(arrangement.rail.get('order-r1')).toBe(5)
  })

  it('places nobody before the oldest are measured, and counts pages by estimates', () => {
    const board = boardOf(Array.from({ length: 12 }, (_, index) => preparing(`${index}`, 40 - index)))
    const none = arrange(board, viewOf(board, { sizes: new Map() }), NOTHING_STANDING)
    expect(on(none, 0)).toEqual([])
    expect(none.unmeasured).toHaveLength(12)
    expect(none.estimated.size).toBe(12)
    const all = arrange(board, viewOf(board), none)
    expect(on(all, 0).length).toBe(6)
  })

  it('lends free slots of the rail to orders that wait, and gives them back to new orders', () => {
    const waiting = Array.from({ length: 9 }, (_, index) => preparing(`p${index}`, 40 - index))
    const first = arrange(boardOf(waiting), viewOf(boardOf(waiting)), NOTHING_STANDING)
    expect([...first.lent]).toEqual(['order-p6', 'order-p7', 'order-p8'])
    expect(first.pages).toBe(1)
    const more = boardOf([...waiting, ...Array.from({ length: 6 }, (_, index) => ticket(`n${index}`))])
    const second = arrange(more, viewOf(more), first)
    expect(second.lent.size).toBe(0)
    expect(on(second, 1)).toEqual(['order-p6', 'order-p7', 'order-p8'])
  })

  it('leaves new orders where they stand, and brings urgent ones to the top when the board is calm', () => {
    const due = (displayId: string, minutes: number): Ticket =>
      ticket(displayId, { confirmBy: EVENING + minutes * 60_000 })
    const first = boardOf([due('a', 1), due('b', 4), due('c', 5)])
    const before = arrange(first, viewOf(first), NOTHING_STANDING)
    // "a" leaves, and "d" takes the only slot that is free once the rail is full.
    const ready = Array.from({ length: 3 }, (_, index) => ticket(`r${index}`, { status: 'READY' }))
    const full = boardOf([due('a', 1), due('b', 4), due('c', 5), ...ready])
    const second = arrange(full, viewOf(full), before)
    const left = boardOf([due('b', 4), due('c', 5), due('d', 6), ...ready])
    const third = arrange(left, viewOf(left), second)
    const slots = (arrangement: Arrangement) => ['b', 'c', 'd'].map((id) => arrangement.rail.get(`order-${id}`))
    expect(slots(third)).toEqual([1, 2, 0])
    expect(slots(arrange(left, viewOf(left, { isCalm: true, urgentUntil: EVENING + 120_000 }), third))).toEqual([
      1, 2, 0,
    ])
    const urgent = EVENING + 4 * 60_000
    expect(slots(arrange(left, viewOf(left, { urgentUntil: urgent }), third))).toEqual([1, 2, 0])
    expect(slots(arrange(left, viewOf(left, { isCalm: true, urgentUntil: urgent }), third))).toEqual([0, 2, 1])
  })

  it('promotes a lent card to a ticket only when the board is calm', () => {
    const tickets = Array.from({ length: 7 }, (_, index) => preparing(`p${index}`, 40 - index))
    const before = arrange(boardOf(tickets), viewOf(boardOf(tickets)), NOTHING_STANDING)
    const left = boardOf(tickets.slice(1))
    expect(arrange(left, viewOf(left), before).lent.has('order-p6')).toBe(true)
    const calm = arrange(left, viewOf(left, { isCalm: true }), before)
    expect(calm.places.get('order-p6')).toMatchObject({ page: 0, column: 0, y: 0 })
  })

  it('never leaves the first page blank while orders wait: what leaves makes room for the queue at once', () => {
    const tickets = Array.from({ length: 20 }, (_, index) => preparing(`p${index}`, 40 - index))
    let standing: Standing = NOTHING_STANDING
    for (let gone = 0; gone < 20; gone++) {
      const board = boardOf(tickets.slice(gone))
      const next = arrange(board, viewOf(board), standing)
      expect(on(next, 0).length + next.lent.size).toBeGreaterThan(0)
      standing = next
    }
  })

  it('shows every new order up to the slots, and the rest in gaps of the first page before it hides one', () => {
    const board = boardOf(
      Array.from({ length: 30 }, (_, index) => ticket(`n${index}`, { createdAt: minutesAgo(index / 10) })),
    )
    const arrangement = arrange(board, viewOf(board), NOTHING_STANDING)
    expect(arrangement.rail.size).toBe(6)
    expect(on(arrangement, 0)).toHaveLength(18)
    expect(arrangement.hidden).toHaveLength(6)
  })

  it('keeps a ticket whose tap is held where it was tapped', () => {
    expect(standingLane(ticket('1', { lane: 'preparing', tap: tap('held') }))).toBe('new')
    expect(standingLane(ticket('1', { lane: 'preparing', tap: tap('sent') }))).toBe('preparing')
    expect(standingLane(ticket('1', { status: 'READY', lane: 'done', tap: tap('held', { action: 'dispatch' }) }))).toBe(
      'ready',
    )
    expect(standingLane(ticket('1', { lane: 'scheduled' }))).toBe('new')
    expect(standingLane(ticket('1', { lane: 'scheduled', status: 'CONFIRMED' }))).toBe('scheduled')
  })

  it('turns a cancelled order into a stop where it stands, and brings one that is out of sight into the rail', () => {
    const tickets = Array.from({ length: 30 }, (_, index) => preparing(`p${index}`, 60 - index))
    const before = arrange(boardOf(tickets), viewOf(boardOf(tickets)), NOTHING_STANDING)
    const cancelled = { at: 0, acknowledged: false }
    const stopped = boardOf(
      tickets.map((one, index) => (index === 0 || index === 29 ? { ...one, status: 'CANCELLED', cancelled } : one)),
    )
    const after = arrange(stopped, viewOf(stopped), before)
    expect(after.places.get('order-p0')).toEqual(before.places.get('order-p0'))
    expect(after.rail.has('order-p29')).toBe(true)
  })

  it('shows one lane as whole tickets, and the other cards in the rail', () => {
    const board = boardOf([ticket('n'), ticket('r', { status: 'READY' }), preparing('p', 3)])
    const arrangement = arrange(board, viewOf(board, { filter: 'new' }), NOTHING_STANDING)
    expect(arrangement.ids).toEqual(['order-n'])
    expect([...arrangement.rail.keys()]).toEqual(['order-r'])
  })

  it('stands them whole where the shop wants that', () => {
    const board = boardOf([ticket('n'), ticket('r', { status: 'READY' }), preparing('p', 3)])
    const arrangement = arrange(board, viewOf(board, { cardLanes: new Set() }), NOTHING_STANDING)
    expect(arrangement.rail.size).toBe(0)
    expect(arrangement.ids).toHaveLength(3)
  })
})
