import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tokensFor } from '../../../renderer/design/tokens.ts'
import { perColumnOf } from '../../../renderer/places/board-grid.ts'
import type { PlacesState } from '../../../renderer/places/places-state.ts'
import { createPlacesStore } from '../../../renderer/places/places-store.ts'
import { overlaps, type Size } from '../../../renderer/places/placing.ts'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { EVENING, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const WINDOW = { width: 1366, height: 768 }
const BOARD = { width: 1361, height: 660 }
const CALM_MS = 3_000
const STATUSES = ['CREATED', 'PREPARING', 'READY'] as const

const tokens = tokensFor({
  ...WINDOW,
  screenWidth: WINDOW.width,
  screenHeight: WINDOW.height,
  screenInches: 0,
  readingDistanceCm: 100,
  columns: 0,
  itemText: 'compact',
})

/** A window that measures tickets at once: each order has its own height, some more than a page. */
function openWindow() {
  const comanda = createComandaStore()
  comanda.getState().applySnapshot(snapshotOf([]), 0)
  const places = createPlacesStore(comanda)
  const naturalHeight = (id: string): number => 150 + ((Number(id.slice('order-'.length)) * 397) % 1_900)
  const sizeOf = (id: string, { grid }: PlacesState): Size => {
    const height = naturalHeight(id)
    const columns = Math.min(grid.columns, Math.ceil(height / grid.height))
    return { columns, height: Math.ceil(height / columns) }
  }
  const measure = (): void => {
    for (let state = places.getState(); state.measuring.size > 0; state = places.getState()) {
      const sizes = new Map([...state.measuring].map((id) => [id, sizeOf(id, state)]))
      places.measured(sizes, new Map())
      if (places.getState().measuring.size > 0 && [...places.getState().measuring].every((id) => sizes.has(id))) return
    }
  }
  places.setTokens(tokens)
  places.takeSize(BOARD, '')
  let version = 1
  return {
    places,
    sizeOf,
    push(changed: readonly Ticket[], removed: readonly string[] = []) {
      comanda.getState().applyDelta({ version: ++version, changed: [...changed], removed: [...removed] }, 0)
      measure()
    },
    /** What the window does in idle moments. */
    measureAll() {
      places.measureMore(Number.POSITIVE_INFINITY)
      measure()
    },
    settle() {
      places.settle(EVENING)
      measure()
    },
  }
}

/** Where each order of page one and of the rail is in the window: its column and its top. */
function positions({ places, rail, grid, railColumns, crowdColumns }: PlacesState): ReadonlyMap<string, string> {
  const perColumn = perColumnOf(grid)
  return new Map([
    ...[...places].flatMap(([id, { page, column, y }]) => (page === 0 ? [[id, `${column} ${y}`] as const] : [])),
    ...[...rail].map(([id, slot]) => {
      const column = grid.columns + ((Math.floor(slot / perColumn) + crowdColumns) % Math.max(1, railColumns))
      return [id, `${column} row ${slot % perColumn}`] as const
    }),
  ])
}

type Step = { readonly order: number; readonly before: 'touch' | 'pause' | 'nothing'; readonly settles: boolean }
const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    order: fc.nat(44),
    before: fc.constantFrom('touch', 'pause', 'nothing'),
    settles: fc.boolean(),
  }),
  { minLength: 20, maxLength: 120 },
)

describe('the places of a window', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('keep everything in sight in place within 3 s of a touch, also while the rail is crowded (any steps)', () => {
    let crowded = 0
    let touched = 0
    const check = (steps: readonly Step[]): void => {
      const { places, sizeOf, push, settle, measureAll } = openWindow()
      const stages = new Map<number, number>()
      for (const { order, before, settles } of steps) {
        if (before === 'touch') places.recordTouch()
        if (before === 'pause') vi.advanceTimersByTime(CALM_MS)
        const isTouched = before === 'touch'
        const [then, was] = [positions(places.getState()), places.getState()]
        const stage = (stages.get(order) ?? -1) + 1
        stages.set(order, stage)
        const status = STATUSES[stage]
        if (status === undefined) push([], [`order-${order}`])
        else push([ticket(`${order}`, { status, createdAt: minutesAgo(60 - order) })])
        if (settles && before === 'pause') settle()
        const now = places.getState()
        const shown = positions(now)

        if (now.crowdColumns > 0) crowded += 1
        const isOneOutOfSight = now.hidden.length > 0 || [...now.places.values()].some(({ page }) => page > 0)
        if (!isTouched && before === 'pause')
          expect(now.crowdColumns > 0 || !isOneOutOfSight, 'has a crowded rail').toBe(true)
        if (settles && before === 'pause') {
          for (let width = now.crowdColumns, times = 0; times < 3; width = places.getState().crowdColumns, times += 1) {
            settle()
            expect(
              places.getState().crowdColumns,
              'without a change the rail does not become wider',
            ).toBeLessThanOrEqual(width)
          }
        }
        expect(new Set(now.rail.values()).size, 'one card in a slot').toBe(now.rail.size)
        for (const slot of now.rail.values()) expect(slot).toBeLessThan(now.grid.slots)
        const onPages = [...now.places]
        const wrong = onPages.flatMap(([id, place]) => {
          const others = onPages.filter(
            ([other, room]) => id < other && room.page === place.page && overlaps(place, room, 0),
          )
          return place.column + place.columns > now.grid.columns || others.length > 0 ? [id] : []
        })
        expect(wrong, 'outside of the page or over another').toEqual([])
        const outdated = [...now.sizes].filter(([id, size]) => size.columns !== sizeOf(id, now).columns)
        expect(outdated, 'measured for another number of columns').toEqual([])
        for (const [one, at] of stages) {
          const id = `order-${one}`
          const isShown = now.places.has(id) || now.rail.has(id) || now.hidden.includes(id)
          expect(isShown, id).toBe(at < STATUSES.length)
        }
        // Orders out of the rail fill a page one on which nothing is left.
        const isBlank = ![...then].some(([id, at]) => id !== `order-${order}` && !at.includes('row'))
        if (!isTouched || isBlank) continue
        touched += 1
        expect(now.crowdColumns).toBe(was.crowdColumns)
        for (const [id, position] of then)
          if (id !== `order-${order}`) expect(shown.get(id), `${id} stays`).toBe(position)
      }
      const open = [...stages].flatMap(([order, stage]) => (stage < STATUSES.length ? [`order-${order}`] : []))
      push([], open.slice(2))
      vi.advanceTimersByTime(CALM_MS)
      measureAll()
      settle()
      expect(places.getState().crowdColumns, 'the usual width with two orders').toBe(0)
    }
    fc.assert(fc.property(someSteps, check), { numRuns: 30 })
    expect(crowded).toBeGreaterThan(100)
    expect(touched).toBeGreaterThan(100)
  })
})
