import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Arrangement,
  arrange,
  type BoardGrid,
  type BoardView,
  type KeptPlaces,
  NO_KEPT_PLACES,
} from '../../../renderer/places/arrangement.ts'
import { isArrangedAlike, shownLane } from '../../../renderer/places/board-orders.ts'
import { closeUp, overlaps, type Size } from '../../../renderer/places/placing.ts'
import { type BoardState, boardOfSnapshot, EMPTY_BOARD } from '../../../renderer/store/board-state.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { EVENING, minutesAgo, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const GRID: BoardGrid = { columns: 3, height: 660, gap: 5, card: 105, slots: 6 }

const boardOf = (tickets: readonly Ticket[]): BoardState => boardOfSnapshot(snapshotOf(tickets), EMPTY_BOARD)

const preparing = (displayId: string, minutes: number, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'PREPARING', createdAt: minutesAgo(minutes), ...more })

/** Every ticket has the measured height `height`, unless the test gives another one. */
const viewOf = (board: BoardState, more: Partial<BoardView> = {}, height = 300): BoardView => ({
  filter: 'all',
  cardLanes: new Set(['new', 'ready']),
  grid: GRID,
  sizes: new Map(Object.keys(board.orders).map((id) => [id, { columns: 1, height }])),
  leastHeight: () => 0,
  isShown: () => true,
  page: 0,
  isTouched: false,
  isCalm: false,
  now: 0,
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
    const arrangement = arrange(board, viewOf(board), NO_KEPT_PLACES)
    expect(arrangement.ids).toEqual(['order-p2', 'order-p1'])
    expect(arrangement.rail.get('order-n2')).toBe(0)
    expect(arrangement.rail.get('order-n1')).toBe(1)
    expect(arrangement.rail.get('order-r1')).toBe(5)
  })

  it('places no ticket before the oldest are measured, and counts pages by estimates', () => {
    const board = boardOf(Array.from({ length: 12 }, (_, index) => preparing(`${index}`, 40 - index)))
    const none = arrange(board, viewOf(board, { sizes: new Map() }), NO_KEPT_PLACES)
    expect(on(none, 0)).toEqual([])
    expect(none.unmeasured).toHaveLength(12)
    expect(none.estimated.size).toBe(12)
    const all = arrange(board, viewOf(board), none)
    expect(on(all, 0).length).toBe(6)
  })

  it('measures only tickets that may fit on page one, and page one is as if all were measured', () => {
    const tickets = fc.array(
      fc.record({ height: fc.integer({ min: 120, max: 1300 }), part: fc.double({ min: 0.5, max: 1, noNaN: true }) }),
      { minLength: 1, maxLength: 30 },
    )
    let measured = 0
    let candidates = 0
    fc.assert(
      fc.property(tickets, fc.integer({ min: 0, max: 9 }), (all, fresh) => {
        const of = (id: string) => all[Number(id.slice('order-'.length))] ?? { height: 0, part: 1 }
        const sizeOf = (id: string) => {
          const columns = Math.ceil(of(id).height / GRID.height)
          return { columns, height: of(id).height / columns }
        }
        // New orders beyond the slots of the rail are on page one from the beginning.
        const board = boardOf([
          ...all.map((_, index) => preparing(`${index}`, 90 - index)),
          ...Array.from({ length: fresh }, (_, index) => ticket(`new${index}`)),
        ])
        const ids = all.map((_, index) => `order-${index}`)
        const full = new Map(ids.slice(0, 12).map((id) => [id, sizeOf(id)]))
        const leastHeight = (id: string) => of(id).height * of(id).part
        let sizes = new Map<string, Size>()
        let now = arrange(board, viewOf(board, { sizes, leastHeight }), NO_KEPT_PLACES)
        while (now.oldest.size > 0) {
          expect(on(now, 0).filter((id) => ids.includes(id))).toEqual([])
          sizes = new Map([...sizes, ...[...now.oldest].map((id) => [id, sizeOf(id)] as const)])
          const { estimated, cards, places } = now
          const standing = new Map([...places].filter(([id]) => !estimated.has(id) || cards.has(id)))
          now = arrange(board, viewOf(board, { sizes, leastHeight }), { ...now, places: standing })
        }
        const reference = arrange(board, viewOf(board, { sizes: full }), NO_KEPT_PLACES)
        const pageOne = ({ places }: Arrangement) => [...places].filter(([, { page }]) => page === 0).toSorted()
        expect(pageOne(now)).toEqual(pageOne(reference))
        measured += sizes.size
        candidates += full.size
      }),
    )
    expect(measured / candidates).toBeLessThan(0.9)
  })

  it('counts the same pages by estimates whichever page is in sight', () => {
    const board = boardOf(Array.from({ length: 60 }, (_, index) => preparing(`${index}`, 90 - index)))
    const oldest = new Map(Array.from({ length: 12 }, (_, index) => [`order-${index}`, { columns: 1, height: 300 }]))
    const first = arrange(board, viewOf(board, { sizes: oldest }), NO_KEPT_PLACES)
    expect(first.oldest.size).toBe(0)
    expect(first.estimated.size).toBeGreaterThan(30)
    const measured = new Map([...first.places].filter(([id]) => !first.estimated.has(id)))
    const pages = Array.from({ length: first.pages }, (_, page) => {
      return arrange(board, viewOf(board, { sizes: oldest, page }), { ...first, places: measured }).pages
    })
    expect(new Set(pages)).toEqual(new Set([first.pages]))
  })

  it('joins the gaps of a column when a ticket of a later page then fits', () => {
    const heights = fc.array(fc.integer({ min: 120, max: 650 }), { minLength: 8, maxLength: 30 })
    // There are no cards in the gaps, because none fits.
    const grid = { ...GRID, slots: 0, card: GRID.height + 1 }
    fc.assert(
      fc.property(heights, fc.integer({ min: 1, max: 4 }), (all, gone) => {
        const sizeOf = (id: string) => ({ columns: 1, height: all[Number(id.slice('order-'.length))] ?? 0 })
        const board = boardOf(all.map((_, index) => preparing(`${index}`, 90 - index)))
        const sizes = new Map(Object.keys(board.orders).map((id) => [id, sizeOf(id)]))
        const full = arrange(board, viewOf(board, { sizes, grid }), NO_KEPT_PLACES)
        const left = Object.values(board.orders).filter(({ orderId }) => !on(full, 0).slice(0, gone).includes(orderId))
        const calm = arrange(boardOf(left), viewOf(boardOf(left), { sizes, grid, isCalm: true }), full)
        const later = calm.ids.filter((id) => calm.places.get(id)?.page !== 0)
        expect(later.filter((id) => closeUp(calm.places, sizeOf(id), grid) !== undefined)).toEqual([])
      }),
    )
  })

  it('gives free slots of the rail to waiting orders, and takes them back for new orders', () => {
    const waiting = Array.from({ length: 9 }, (_, index) => preparing(`p${index}`, 40 - index))
    const first = arrange(boardOf(waiting), viewOf(boardOf(waiting)), NO_KEPT_PLACES)
    expect([...first.temporaryCards]).toEqual(['order-p6', 'order-p7', 'order-p8'])
    expect(first.pages).toBe(1)
    const more = boardOf([...waiting, ...Array.from({ length: 6 }, (_, index) => ticket(`n${index}`))])
    const second = arrange(more, viewOf(more), first)
    expect(second.temporaryCards.size).toBe(0)
    expect(on(second, 1)).toEqual(['order-p6', 'order-p7', 'order-p8'])
  })

  it('keeps new orders in place, and moves urgent ones to the top when the board is calm', () => {
    const due = (displayId: string, minutes: number): Ticket =>
      ticket(displayId, { confirmBy: EVENING + minutes * 60_000 })
    const first = boardOf([due('a', 1), due('b', 4), due('c', 5)])
    const before = arrange(first, viewOf(first), NO_KEPT_PLACES)
    // "a" leaves, and "d" takes the only slot that is free while the rail is full.
    const ready = Array.from({ length: 3 }, (_, index) => ticket(`r${index}`, { status: 'READY' }))
    const full = boardOf([due('a', 1), due('b', 4), due('c', 5), ...ready])
    const second = arrange(full, viewOf(full), before)
    const left = boardOf([due('b', 4), due('c', 5), due('d', 6), ...ready])
    const third = arrange(left, viewOf(left), second)
    const slots = (arrangement: Arrangement) => ['b', 'c', 'd'].map((id) => arrangement.rail.get(`order-${id}`))
    expect(slots(third)).toEqual([1, 2, 0])
    expect(slots(arrange(left, viewOf(left, { isCalm: true, now: EVENING }), third))).toEqual([1, 2, 0])
    const urgent = EVENING + 2 * 60_000
    expect(slots(arrange(left, viewOf(left, { now: urgent }), third))).toEqual([1, 2, 0])
    expect(slots(arrange(left, viewOf(left, { isCalm: true, now: urgent }), third))).toEqual([0, 2, 1])
  })

  it('keeps a stop above urgent orders, and moves no card that is in the right order', () => {
    const due = (displayId: string, minutes: number): Ticket =>
      ticket(displayId, { confirmBy: EVENING + minutes * 60_000 })
    const stop = ticket('s', { status: 'CANCELLED', cancelled: { at: 0, acknowledged: false } })
    const board = boardOf([stop, due('a', 1), due('b', 5), ticket('x', { reading: 'loading', confirmBy: undefined })])
    const first = arrange(board, viewOf(board), NO_KEPT_PLACES)
    const calm = arrange(board, viewOf(board, { isCalm: true, now: EVENING }), first)
    expect(calm.rail.get('order-s')).toBe(0)
    expect([...calm.rail].toSorted()).toEqual([...first.rail].toSorted())
  })

  it('turns a waiting order’s card into a ticket only when the board is calm', () => {
    const tickets = Array.from({ length: 7 }, (_, index) => preparing(`p${index}`, 40 - index))
    const before = arrange(boardOf(tickets), viewOf(boardOf(tickets)), NO_KEPT_PLACES)
    const left = boardOf(tickets.slice(1))
    expect(arrange(left, viewOf(left), before).temporaryCards.has('order-p6')).toBe(true)
    const calm = arrange(left, viewOf(left, { isCalm: true }), before)
    expect(calm.places.get('order-p6')).toMatchObject({ page: 0, column: 0, y: 0 })
  })

  it('never leaves the first page blank while orders wait: the queue fills a free place at once', () => {
    const tickets = Array.from({ length: 20 }, (_, index) => preparing(`p${index}`, 40 - index))
    let before: KeptPlaces = NO_KEPT_PLACES
    for (let gone = 0; gone < 20; gone++) {
      const board = boardOf(tickets.slice(gone))
      const next = arrange(board, viewOf(board), before)
      expect(on(next, 0).length + next.temporaryCards.size).toBeGreaterThan(0)
      before = next
    }
  })

  it('shows every new order up to the number of slots, then in gaps of the first page, before it hides one', () => {
    const board = boardOf(
      Array.from({ length: 30 }, (_, index) => ticket(`n${index}`, { createdAt: minutesAgo(index / 10) })),
    )
    const arrangement = arrange(board, viewOf(board), NO_KEPT_PLACES)
    expect(arrangement.rail.size).toBe(6)
    expect(on(arrangement, 0)).toHaveLength(18)
    expect(arrangement.hidden).toHaveLength(6)
  })

  it('gives a new order a gap while the board is touched, and hides it if there is none until the touches end', () => {
    const tickets = [
      ...Array.from({ length: 3 }, (_, index) => ticket(`n${index}`)),
      ...Array.from({ length: 3 }, (_, index) => ticket(`r${index}`, { status: 'READY' })),
      ...Array.from({ length: 6 }, (_, index) => preparing(`p${index}`, 20 - index)),
    ]
    const [board, next] = [boardOf(tickets), boardOf([...tickets, ticket('n3')])]
    const before = arrange(board, viewOf(board, {}, 250), NO_KEPT_PLACES)
    expect(before.rail.size).toBe(GRID.slots)
    const touched = arrange(next, viewOf(next, { isTouched: true }, 250), before)
    expect(touched.rail).toEqual(before.rail)
    expect(touched.places.get('order-n3')?.page).toBe(0)
    expect([...before.places].filter(([id, place]) => touched.places.get(id) !== place)).toEqual([])
    const calm = arrange(next, viewOf(next, { isCalm: true }, 250), touched)
    expect(calm.rail.has('order-n3')).toBe(true)
    // Without a gap.
    const full = arrange(board, viewOf(board, {}, 320), NO_KEPT_PLACES)
    const hiding = arrange(next, viewOf(next, { isTouched: true }, 320), full)
    expect(hiding.hidden).toEqual(['order-n3'])
    expect(hiding.rail).toEqual(full.rail)
    expect(arrange(next, viewOf(next, {}, 320), hiding).rail.has('order-n3')).toBe(true)
  })

  it('gives a tapped order the space that its ticket leaves, not the slot of a waiting one', () => {
    const tickets = Array.from({ length: 8 }, (_, index) => preparing(`p${index}`, 40 - index))
    const news = Array.from({ length: 4 }, (_, index) => ticket(`n${index}`))
    const before = arrange(boardOf([...news, ...tickets]), viewOf(boardOf([...news, ...tickets])), NO_KEPT_PLACES)
    expect([...before.temporaryCards]).toEqual(['order-p6', 'order-p7'])
    const [first, ...others] = tickets
    const done = boardOf([...news, ticket('p0', { ...first, status: 'READY', lane: 'ready' }), ...others])
    const touched = arrange(done, viewOf(done, { isTouched: true }), before)
    expect(touched.rail).toEqual(before.rail)
    expect(touched.places.get('order-p0')).toMatchObject({ page: 0, column: 0, y: 0, height: GRID.card })
    expect(arrange(done, viewOf(done), before).rail.has('order-p0')).toBe(true)
  })

  it('keeps the cards of waiting orders when the only ticket of page one becomes ready during touches', () => {
    const news = Array.from({ length: 3 }, (_, index) => ticket(`n${index}`))
    const large = preparing('large', 60)
    const waiting = Array.from({ length: 3 }, (_, index) => preparing(`p${index}`, 40 - index))
    const board = boardOf([...news, large, ...waiting])
    const sizes = new Map([
      ['order-large', { columns: 3, height: 600 }],
      ...waiting.map(({ orderId }) => [orderId, { columns: 1, height: 300 }] as const),
    ])
    const before = arrange(board, viewOf(board, { sizes }), NO_KEPT_PLACES)
    expect(before.temporaryCards.size).toBe(3)
    const done = boardOf([...news, ticket('large', { ...large, status: 'READY', lane: 'ready' }), ...waiting])
    const touched = arrange(done, viewOf(done, { sizes, isTouched: true }), before)
    expect(touched.rail).toEqual(before.rail)
    expect(on(touched, 0)).toEqual(['order-large'])
    const calm = arrange(done, viewOf(done, { sizes, isCalm: true }), touched)
    expect(on(calm, 0)).toEqual(waiting.map(({ orderId }) => orderId))
  })

  it('reports a card that takes the slot of another, so that taps on it are ignored for a moment', () => {
    const ready = Array.from({ length: 6 }, (_, index) => ticket(`r${index}`, { status: 'READY' }))
    const before = arrange(boardOf(ready), viewOf(boardOf(ready)), NO_KEPT_PLACES)
    const more = boardOf([...ready, ticket('n')])
    expect(arrange(more, viewOf(more), before).moved).toEqual(['order-n'])
    expect(arrange(boardOf(ready), viewOf(boardOf(ready)), before).moved).toEqual([])
  })

  it('does not move a ticket while a tap of it is held', () => {
    expect(shownLane(ticket('1', { lane: 'preparing', tap: tap('held') }))).toBe('new')
    expect(shownLane(ticket('1', { lane: 'preparing', tap: tap('sent') }))).toBe('preparing')
    expect(shownLane(ticket('1', { status: 'READY', lane: 'done', tap: tap('held', { action: 'dispatch' }) }))).toBe(
      'ready',
    )
    expect(shownLane(ticket('1', { lane: 'scheduled' }))).toBe('new')
    expect(shownLane(ticket('1', { lane: 'scheduled', status: 'CONFIRMED' }))).toBe('scheduled')
  })

  it('keeps a stop on its page when the board has no rail', () => {
    const tickets = Array.from({ length: 30 }, (_, index) => preparing(`${index}`, 60 - index))
    const noRail = { cardLanes: new Set<never>(), grid: { ...GRID, slots: 0 } }
    const board = boardOf(tickets)
    const before = arrange(board, viewOf(board, noRail), NO_KEPT_PLACES)
    const cancelled = { at: 0, acknowledged: false }
    const stopped = boardOf(tickets.map((one, at) => (at === 29 ? { ...one, status: 'CANCELLED', cancelled } : one)))
    const after = arrange(stopped, viewOf(stopped, noRail), before)
    expect(after.hidden).toEqual([])
    expect(after.places.get('order-29')).toEqual(before.places.get('order-29'))
  })

  it('turns a cancelled order into a stop in place, and brings a hidden one into the rail', () => {
    const tickets = Array.from({ length: 30 }, (_, index) => preparing(`p${index}`, 60 - index))
    const before = arrange(boardOf(tickets), viewOf(boardOf(tickets)), NO_KEPT_PLACES)
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
    const arrangement = arrange(board, viewOf(board, { filter: 'new' }), NO_KEPT_PLACES)
    expect(arrangement.ids).toEqual(['order-n'])
    expect([...arrangement.rail.keys()]).toEqual(['order-r'])
  })

  it('shows whole tickets if the shop chose that', () => {
    const board = boardOf([ticket('n'), ticket('r', { status: 'READY' }), preparing('p', 3)])
    const arrangement = arrange(board, viewOf(board, { cardLanes: new Set() }), NO_KEPT_PLACES)
    expect(arrangement.rail.size).toBe(0)
    expect(arrangement.ids).toHaveLength(3)
  })
})

describe('two states of an order', () => {
  const orders = Array.from({ length: 12 }, (_, at) => preparing(`p${at}`, 40 - at))
  const news = [ticket('n0', { confirmBy: EVENING + 60_000 }), ticket('n1', { confirmBy: EVENING + 120_000 })]
  const known = [...orders, ...news, ticket('r0', { status: 'READY', createdAt: minutesAgo(30) })]
  const others: Readonly<Record<string, Partial<Ticket>>> = {
    'a held tap': { tap: tap('held'), actions: ['requestCancellation'] },
    'a sent tap': { tap: tap('sent') },
    'other lines': { lines: [] },
    'the next status': { status: 'READY', lane: 'ready' },
    'an unknown status': { status: 'SOMETHING', lane: 'new' },
    'a cancellation': { status: 'CANCELLED', cancelled: { acknowledged: false } as Ticket['cancelled'] },
    'another beginning': { createdAt: minutesAgo(90) },
    'another deadline': { confirmBy: EVENING + 30_000 },
    'another place in time': { timing: 'SCHEDULED', startAt: EVENING },
    'another name': { customer: 'Ana Souza' } as Partial<Ticket>,
    'an alarm': { alarm: 'new' },
  }
  const pairs = known.flatMap((one) => Object.entries(others).map(([what, more]) => [what, one, more] as const))

  it('that are equivalent have the same place', () => {
    const view = { isShown: () => true, laneOf: shownLane }
    const before = boardOf(known)
    const first = arrange(before, viewOf(before), NO_KEPT_PLACES)
    const outcomes = pairs.map(([what, one, more]) => {
      const other = { ...one, ...more }
      if (!isArrangedAlike(one, other, view)) return false
      const after = boardOf(known.map((each) => (each === one ? other : each)))
      expect(arrange(after, viewOf(after), first), `${one.orderId}: ${what}`).toEqual(first)
      return true
    })
    expect(new Set(outcomes)).toEqual(new Set([true, false]))
  })
})

describe('orders that wait for room', () => {
  /** Six tickets of 300 px fill the first page of three columns of 400 px and leave 95 px each: too little for a card. */
  const wide: BoardGrid = { ...GRID, slots: 0 }
  const low: BoardGrid = { ...wide, height: 420 }

  it('are cards in the gaps of the first page only, the oldest first', () => {
    const board = boardOf(Array.from({ length: 7 }, (_, index) => preparing(`p${index}`, 40 - index)))
    const arrangement = arrange(board, viewOf(board, { grid: low }), NO_KEPT_PLACES)
    expect([...arrangement.temporaryCards]).toEqual(['order-p3', 'order-p4', 'order-p5'])
    expect(arrangement.places.get('order-p3')).toEqual({ page: 0, column: 0, columns: 1, y: 305, height: 105 })
    expect(arrangement.cards.has('order-p3')).toBe(true)
    expect(on(arrangement, 1)).toEqual(['order-p6'])
  })

  it('keep their card during a touch, and become tickets when the board is calm', () => {
    const tickets = Array.from({ length: 7 }, (_, index) => preparing(`p${index}`, 40 - index))
    const first = arrange(boardOf(tickets), viewOf(boardOf(tickets), { grid: low }), NO_KEPT_PLACES)
    const left = boardOf(tickets.slice(1))
    const touched = arrange(left, viewOf(left, { grid: low, isTouched: true }), first)
    for (const id of ['order-p3', 'order-p4', 'order-p5']) {
      expect(touched.places.get(id)).toEqual(first.places.get(id))
      expect(touched.cards.has(id)).toBe(true)
    }
    const calm = arrange(left, viewOf(left, { grid: low, isCalm: true }), touched)
    expect(calm.places.get('order-p3')).toMatchObject({ page: 0, column: 0, y: 0, height: 300 })
    expect(calm.cards.has('order-p3')).toBe(false)
  })

  it('give their gap to a new order without room in the rail, whose touches are ignored for a moment', () => {
    const waiting = Array.from({ length: 6 }, (_, index) => preparing(`p${index}`, 40 - index))
    const first = arrange(boardOf(waiting), viewOf(boardOf(waiting), { grid: low }), NO_KEPT_PLACES)
    expect(first.temporaryCards.size).toBe(3)
    const more = boardOf([...waiting, ticket('n')])
    const second = arrange(more, viewOf(more, { grid: low }), first)
    expect(second.places.get('order-n')).toMatchObject({ page: 0, height: 105 })
    expect(second.moved).toContain('order-n')
    expect(second.hidden).toEqual([])
  })

  it('give their gap to a new order before a ready order loses its place', () => {
    const waiting = Array.from({ length: 5 }, (_, index) => preparing(`p${index}`, 40 - index))
    const ready = ticket('r', { status: 'READY' })
    const all = boardOf([...waiting, ready])
    const first = arrange(all, viewOf(all, { grid: low }), NO_KEPT_PLACES)
    expect(first.temporaryCards.size).toBe(2)
    const more = boardOf([...waiting, ready, ticket('n')])
    const second = arrange(more, viewOf(more, { grid: low }), first)
    expect(second.places.get('order-n')).toMatchObject({ page: 0, height: 105 })
    expect(second.places.get('order-r')).toEqual(first.places.get('order-r'))
  })

  it('lose a place for each new order beyond the gaps, the youngest of the ready ones first', () => {
    const whole = Array.from({ length: 3 }, (_, index) => preparing(`p${index}`, 40 - index))
    const ready = [9, 5, 1].map((minutes) => ticket(`r${minutes}`, { status: 'READY', createdAt: minutesAgo(minutes) }))
    const all = boardOf([...whole, ...ready])
    const first = arrange(all, viewOf(all, { grid: low }), NO_KEPT_PLACES)
    const more = boardOf([...whole, ...ready, ticket('n')])
    const second = arrange(more, viewOf(more, { grid: low }), first)
    expect(second.places.get('order-n')).toEqual(first.places.get('order-r1'))
    for (const id of ['order-r9', 'order-r5']) expect(second.places.get(id)).toEqual(first.places.get(id))
  })

  it('make room, as ready orders do, for a new order that would be hidden', () => {
    const tickets = Array.from({ length: 3 }, (_, index) => preparing(`p${index}`, 40 - index))
    const ready = Array.from({ length: 3 }, (_, index) => ticket(`r${index}`, { status: 'READY' }))
    const before = boardOf([...tickets, ...ready])
    const first = arrange(before, viewOf(before, { grid: low }), NO_KEPT_PLACES)
    expect(on(first, 0)).toHaveLength(6)
    const after = boardOf([...tickets, ...ready, ticket('n')])
    const second = arrange(after, viewOf(after, { grid: low }), first)
    expect(second.places.get('order-n')).toMatchObject({ page: 0, height: 105 })
    expect(second.hidden).toHaveLength(1)
  })

  const STATUSES = ['CREATED', 'PREPARING', 'READY'] as const
  type Calm = 'touched' | 'untouched' | 'settling'
  type Step = { readonly order: number; readonly calm: Calm; readonly page: number }
  const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
    fc.record({
      order: fc.nat(29),
      calm: fc.constantFrom<Calm>('touched', 'touched', 'untouched', 'settling'),
      page: fc.constantFrom(0, 0, 0, 1),
    }),
    { minLength: 5, maxLength: 60 },
  )
  /** An order comes, makes its steps, and leaves with the fourth one. */
  const sizeOf = (order: number) => ({ columns: order % 7 === 0 ? 2 : 1, height: 150 + ((order * 97) % 450) })

  /** Steps in a short form: order numbers. An exclamation mark means that gaps may be closed. */
  const stepsOf = (short: string): readonly Step[] =>
    short.split(' ').map((one) => ({
      order: Number.parseInt(one, 10),
      calm: one.endsWith('!') ? 'settling' : 'untouched',
      page: 0,
    }))

  it('never overlap, are shown once, and nothing in sight moves while the board is touched (any steps)', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const stages = new Map<number, number>()
        let before: Arrangement | undefined
        for (const { order, calm, page } of steps) {
          stages.set(order, (stages.get(order) ?? -1) + 1)
          const open = [...stages].filter(([, stage]) => stage < STATUSES.length)
          const board = boardOf(
            open.map(([one, stage]) =>
              ticket(`${one}`, { status: STATUSES[stage] ?? 'READY', createdAt: minutesAgo(60 - one) }),
            ),
          )
          const sizes = new Map(open.map(([one]) => [`order-${one}`, sizeOf(one)]))
          const inSight = Math.min(page, (before?.pages ?? 1) - 1)
          const view = viewOf(board, { sizes, page: inSight })
          const isCalm = calm === 'settling'
          const isTouched = calm === 'touched'
          const next = arrange(board, { ...view, isCalm, isTouched }, before ?? NO_KEPT_PLACES)
          for (const [id, place] of next.places) {
            expect(next.rail.has(id)).toBe(false)
            for (const [other, room] of next.places) {
              if (other <= id || room.page !== place.page) continue
              expect(overlaps(place, room, 0), `${id} ${JSON.stringify(place)} ${other} ${JSON.stringify(room)}`).toBe(
                false,
              )
            }
          }
          for (const [one] of open) {
            const id = `order-${one}`
            const isShown = next.places.has(id) || next.rail.has(id) || next.hidden.includes(id)
            expect(isShown, `${id} is shown somewhere`).toBe(true)
            if (isCalm || !before || one === order) continue
            const stood = before.places.get(id)
            // A page one without a ticket and without a card takes orders from the rail.
            const isBlank = ![...before.places].some(([other, { page: at }]) => at === 0 && other !== `order-${order}`)
            if (isTouched && before.rail.has(id) && !isBlank) {
              expect(next.rail.get(id), `${id} keeps its slot`).toBe(before.rail.get(id))
            }
            if (stood?.page !== 0 || (before.cards.has(id) && !isTouched)) continue
            expect(next.places.get(id), `${id} stays`).toMatchObject({ page: 0, column: stood.column, y: stood.y })
            expect(next.cards.has(id), `${id} keeps its form`).toBe(before.cards.has(id))
          }
          const again = arrange(board, { ...view, isTouched }, next)
          expect(again.places, 'a second time').toEqual(next.places)
          expect(again.rail).toEqual(next.rail)
          before = next
        }
      }),
      { numRuns: 200, examples: [[stepsOf('0 7 0 4 8 17 1 13 7 4 5 13 17 9 2! 14 11 10 13')]] },
    )
  })
})
