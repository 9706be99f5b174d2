import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bySequence,
  type Form,
  type Grid,
  type Heights,
  isCooked,
  type LineOrder,
  type Page,
  type Stage,
  standsTooEarly,
} from '../../../renderer/places/flow.ts'
import { type Calm, type Layout, layoutOf } from '../../../renderer/places/layout.ts'
import { STEPS, type Step } from '../../../renderer/ui/design/tokens.ts'

const STRIP = 76
const GAP = 6
const SCALE: Readonly<Record<Step, number>> = { S: 1, M: 1.25, L: 1.6 }
const DETAIL: readonly Form[] = ['strip', 'names', 'whole']
const MINUTE_MS = 60_000

type Size = { readonly names: number; readonly whole: number }
type World = { readonly columns: number; readonly height: number }

const gridsOf = ({ columns, height }: World): Readonly<Record<Step, Grid>> => {
  const grid = (step: Step): Grid => ({
    columns: Math.max(1, Math.floor(columns / SCALE[step])),
    height,
    gap: GAP,
    slot: STRIP,
  })
  return { S: grid('S'), M: grid('M'), L: grid('L') }
}

/**
 * Heights as they are measured: a tall order gets the fewest columns in which it fits, at most four; one that does not fit
 * shows one side at a time, and leaves a column to the others.
 */
function heightsAt({ names, whole }: Size, step: Step, grid: Grid): Heights {
  const strip = Math.ceil(STRIP * SCALE[step])
  const tall = strip + Math.ceil(whole * SCALE[step])
  let span = 1
  while (tall / span > grid.height && span < Math.min(4, grid.columns)) span += 1
  const named = strip + Math.ceil(names * SCALE[step])
  const isLong = Math.ceil(tall / span) > grid.height
  return {
    strip,
    names: Math.min(named, grid.height),
    whole: isLong ? grid.height : Math.ceil(tall / span),
    span: isLong ? Math.max(1, Math.min(4, grid.columns - 1)) : span,
    long: [...(isLong ? ['whole' as const] : []), ...(named > grid.height ? ['names' as const] : [])],
  }
}

type Place = { readonly at: string; readonly form: Form; readonly height: number }

/** Page, column and top of every order, and the rooms that overlap or leave their page. */
function placesOf(pages: readonly Page[], grid: Grid) {
  const places = new Map<string, Place>()
  const faults: string[] = []
  for (const [number, page] of pages.entries()) {
    const boxes: { x: number; span: number; y: number; bottom: number }[] = []
    for (const [x, entries] of page.entries()) {
      const above = boxes.filter((box) => box.x < x && box.x + box.span > x).map(({ bottom }) => bottom + GAP)
      let y = Math.max(0, ...above)
      for (const { id, form, height, span } of entries) {
        if (id !== undefined && places.has(id)) faults.push(`${id} twice`)
        if (id !== undefined) places.set(id, { at: `${number} ${x} ${y}`, form, height })
        const box = { x, span, y, bottom: y + height }
        const meets = boxes.some(
          (one) => one.x < x + span && x < one.x + one.span && one.y < box.bottom && y < one.bottom,
        )
        const isLast = x + span === grid.columns
        const bottom = pages.length > 1 && isLast ? grid.height - grid.slot - grid.gap : grid.height
        if (meets || x + span > grid.columns || box.bottom > bottom) faults.push(`${id} at ${number} ${x} ${y}`)
        boxes.push(box)
        y += height + GAP
      }
    }
  }
  return { places, faults }
}

/** Orders of one column for which a form with more detail would have room in their own column. */
function deniedDetail(
  { pages, step }: Layout,
  line: readonly LineOrder[],
  grid: Grid,
  sizeOf: (id: string, step: Step) => Heights,
) {
  return pages.flatMap((page) => {
    const free = page.map((entries, x) => {
      const wide = page.find((one, left) => left < x && (one[0]?.span ?? 1) > x - left)?.[0]
      const used = entries.reduce((sum, { height }) => sum + height + GAP, wide ? wide.height + GAP : 0)
      const slot = pages.length > 1 && x === grid.columns - 1 ? grid.slot + GAP : 0
      return grid.height - slot - used + GAP
    })
    return line.flatMap(({ id, stage }) => {
      const own = page.findIndex((entries) => entries.some((entry) => entry.id === id))
      const entry = page[own]?.find((one) => one.id === id)
      if (!entry || stage === 'scheduled' || entry.span > 1) return []
      const { names, whole, span } = sizeOf(id, step)
      const wanted = DETAIL.slice(DETAIL.indexOf(entry.form) + 1).filter(
        (form) => form !== 'names' || stage !== 'ready',
      )
      return wanted.flatMap((form) => {
        const height = form === 'names' ? names : whole
        if (form === 'whole' && span > 1) return []
        return height - entry.height <= (free[own] ?? 0) ? [`${id} ${form}`] : []
      })
    })
  })
}

/** When all orders are placed, one stands before those that are at most this much older. */
const GIVES_WAY_MS = 90_000
const gaveWayTooMuch = (one: LineOrder, after: LineOrder): boolean =>
  bySequence(one, after) > 0 &&
  (after.isFirst === true || isCooked(one) !== isCooked(after) || one.at - after.at > GIVES_WAY_MS)

/** The orders of page one of which one stands too early before another one, column by column. */
function overtaken(
  { pages: [page = []] }: Layout,
  line: readonly LineOrder[],
  isTooEarly: typeof standsTooEarly,
): readonly string[] {
  const byId = new Map(line.filter(({ stage }) => stage !== 'scheduled').map((order) => [order.id, order]))
  const standing = page.flat().flatMap(({ id = '', isReady }) => (isReady ? [] : (byId.get(id) ?? [])))
  return standing.flatMap((one, index) =>
    standing.slice(index + 1).flatMap((after) => (isTooEarly(one, after) ? [`${one.id} before ${after.id}`] : [])),
  )
}

const world = fc.record({ columns: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 400, max: 2000 }) })
const size = fc
  .tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 0, max: 900 }))
  .map(([names, more]): Size => ({ names, whole: names + more }))
const order = fc.record({
  stage: fc.constantFrom<Stage>('preparing', 'accepted', 'new', 'new', 'preparing', 'ready', 'scheduled'),
  size,
  isStop: fc.boolean(),
  isFirst: fc.constantFrom(false, false, false, false, true),
  hasCourier: fc.constantFrom(false, false, false, true),
})
/** One order, or as many as fill a page that is added for them. */
const comers = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(order) },
  { weight: 2, arbitrary: fc.array(order, { minLength: 20, maxLength: 80 }) },
)
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('come'), comers }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('step'), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('go'), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit'), at: fc.nat(), size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 0, max: 15 }) }) },
)
const evening = fc.record({
  world,
  first: fc.array(order, { maxLength: 45 }),
  events: fc.array(fc.record({ event, calm: fc.constantFrom<Calm>('touched', 'still', 'calm', 'calm') }), {
    maxLength: 25,
  }),
})

type Known = {
  readonly id: string
  stage: Stage
  size: Size
  readonly isStop: boolean
  readonly isFirst: boolean
  readonly hasCourier: boolean
  readonly at: number
}

/** Time between two events: a layout of all is allowed again. */
const BETWEEN_MS = 20_000

type Checked = {
  readonly layout: Layout
  readonly before: Layout | undefined
  readonly line: readonly LineOrder[]
  readonly calm: Calm
  readonly grid: Grid
  readonly sizeOf: (id: string, step: Step) => Heights
  readonly wasEdited: boolean
}

/** Runs an evening, and calls `check` after each layout. */
function run(
  { world: area, first, events }: typeof evening extends fc.Arbitrary<infer T> ? T : never,
  check: (now: Checked) => void,
): void {
  const grids = gridsOf(area)
  const [from, betweenMs] = [100 * MINUTE_MS, 40_000]
  let orders: Known[] = first.map((one, at) => ({
    ...one,
    id: `o${at}`,
    at: from - (first.length - at) * betweenMs,
    isStop: one.isStop && at % 9 === 0,
    isFirst: one.isFirst && at % 7 === 0,
  }))
  let [layout, now, count]: [Layout | undefined, number, number] = [undefined, from, orders.length]
  const arrange = (calm: Calm, wasEdited: boolean): void => {
    const line = orders
      .map(({ id, stage, at, isStop, isFirst, hasCourier }) => ({
        ...{ id, stage, at, isStop, isFirst, courierSince: hasCourier ? at : undefined },
      }))
      .toSorted(bySequence)
    const sizes = new Map(orders.map((one) => [one.id, one.size]))
    const sizeOf = (id: string, step: Step): Heights =>
      heightsAt(sizes.get(id) ?? { names: 0, whole: 0 }, step, grids[step])
    const input = { line, heights: sizeOf, grids, previous: layout, calm, now }
    const before = layout
    layout = layoutOf(input)
    expect(layoutOf(input)).toEqual(layout)
    check({ layout, before, line, calm: before ? calm : 'calm', grid: grids[layout.step], sizeOf, wasEdited })
  }
  arrange('calm', false)
  for (const { event: one, calm } of events) {
    now += BETWEEN_MS
    const known = 'at' in one ? orders[one.at % Math.max(1, orders.length)] : undefined
    if ('comers' in one)
      orders.push(
        ...one.comers.map((fresh) => ({ ...fresh, id: `o${count++}`, at: now, isStop: false, isFirst: false })),
      )
    else if ('minutes' in one) now += one.minutes * MINUTE_MS
    else if (known && one.kind === 'go') orders = orders.filter((other) => other !== known)
    else if (known && 'size' in one) known.size = one.size
    else if (known)
      known.stage = known.stage === 'new' ? 'accepted' : known.stage === 'accepted' ? 'preparing' : 'ready'
    arrange(calm, one.kind === 'edit')
  }
}

const RUNS = { numRuns: 150 }

describe('the layout of the wall', () => {
  it('shows every order once, without overlap, on pages of which each has its slot and the first is never blank', () => {
    fc.assert(
      fc.property(evening, (input) =>
        run(input, ({ layout, line, calm, grid }) => {
          const { places, faults } = placesOf(layout.pages, grid)
          expect(faults).toEqual([])
          const missing = line.filter(({ id, stage }) => stage !== 'scheduled' && !places.has(id)).map(({ id }) => id)
          expect([...missing].toSorted()).toEqual([...layout.unseen].toSorted())
          if (calm !== 'touched') expect(missing).toEqual([])
          const hasOrders = line.some(({ stage }) => stage !== 'scheduled')
          if (hasOrders && calm === 'calm') expect((layout.pages[0] ?? []).flat().length).toBeGreaterThan(0)
        }),
      ),
      RUNS,
    )
  })

  it('moves nothing in sight while it is touched, folds nothing, and shows a part of a text that has grown', () => {
    fc.assert(
      fc.property(evening, (input) =>
        run(input, ({ layout, before, line, calm, grid, sizeOf }) => {
          if (calm !== 'touched' || !before) return
          const [then, now] = [placesOf(before.pages, grid).places, placesOf(layout.pages, grid).places]
          const stood = line.flatMap(({ id }) => then.get(id) ?? [])
          const stands = line.flatMap(({ id }) => (then.has(id) ? (now.get(id) ?? []) : []))
          expect(layout.step).toBe(before.step)
          expect(stands).toEqual(stood)
          for (const { id = '', form, height, isPart } of layout.pages.flat(2)) {
            if (form === 'strip' || !line.some((order) => order.id === id)) continue
            const sizes = sizeOf(id, layout.step)
            if ((form === 'names' ? sizes.names : sizes.whole) > height) expect(isPart).toBe(true)
          }
        }),
      ),
      RUNS,
    )
  })

  it('has no holes when it is calm, and denies no order the detail for which its column has room', () => {
    fc.assert(
      fc.property(evening, (input) =>
        run(input, ({ layout, line, calm, grid, sizeOf }) => {
          if (calm !== 'calm') return
          expect(layout.pages.flat(2).filter(({ id }) => id === undefined)).toEqual([])
          expect(deniedDetail(layout, line, grid, sizeOf)).toEqual([])
          if (layout.step !== 'S') {
            const folded = layout.pages
              .flat(2)
              .filter(({ form, isReady }) => form !== 'whole' && !(isReady && layout.step === 'M'))
            const scheduled = new Set(line.filter(({ stage }) => stage === 'scheduled').map(({ id }) => id))
            expect(folded.filter(({ id = '' }) => !scheduled.has(id))).toEqual([])
          }
        }),
      ),
      RUNS,
    )
  })

  it('has the first of the sequence at the top left when it is calm, and nothing before an order that is three minutes older', () => {
    fc.assert(
      fc.property(evening, (input) =>
        run(input, ({ layout, before, line, calm, grid }) => {
          if (calm !== 'calm') return
          const [first] = line
          if (first && isCooked(first)) expect(layout.pages[0]?.[0]?.[0]?.id).toBe(first.id)
          expect(overtaken(layout, line, standsTooEarly)).toEqual([])
          const isPlacedAnew = layout.times.laidAt !== before?.times.laidAt
          if (isPlacedAnew && grid.columns > 1) expect(overtaken(layout, line, gaveWayTooMuch)).toEqual([])
        }),
      ),
      RUNS,
    )
  })

  it('places all orders anew at most once in ten seconds', () => {
    fc.assert(
      fc.property(evening, (input) =>
        run(input, ({ layout, before }) => {
          const at = layout.times.laidAt
          if (before && at !== before.times.laidAt) expect(at - before.times.laidAt).toBeGreaterThanOrEqual(10_000)
        }),
      ),
      RUNS,
    )
  })

  const whole = (names: number, all: number): Size => ({ names, whole: all })
  const wall = { columns: 4, height: 700 }
  const layoutFor = (
    orders: readonly (readonly [Stage, Size])[],
    more: Partial<Parameters<typeof layoutOf>[0]> = {},
    area: World = wall,
  ) => {
    const grids = gridsOf(area)
    const line = orders.map(([stage], at) => ({ id: `${at}`, stage, at })).toSorted(bySequence)
    const heights = (id: string, step: Step) => heightsAt(orders[Number(id)]?.[1] ?? whole(0, 0), step, grids[step])
    return layoutOf({ line, heights, grids, previous: undefined, calm: 'calm', now: 0, ...more })
  }
  const formsOf = ({ pages }: Layout) => Object.fromEntries((pages[0] ?? []).flat().map(({ id, form }) => [id, form]))

  it('gives up detail from the end of the line: ready, new, accepted, and keeps the oldest order whole', () => {
    const orders: (readonly [Stage, Size])[] = [
      ...Array.from({ length: 6 }, () => ['preparing', whole(150, 300)] as const),
      ['accepted', whole(150, 300)],
      ['new', whole(150, 300)],
      ['ready', whole(150, 300)],
      ['ready', whole(150, 300)],
    ]
    const layout = layoutFor(orders)
    expect(layout.step).toBe('S')
    const forms = formsOf(layout)
    expect([forms['8'], forms['9'], forms['0']]).toEqual(['strip', 'strip', 'whole'])
    expect(Object.keys(forms)).toHaveLength(10)
    const details = Array.from({ length: 7 }, (_, id) => DETAIL.indexOf(forms[`${id}`] ?? 'strip'))
    expect(details).toEqual([2, 2, 2, 2, 1, 1, 1])
  })

  it('gives orders to cook the room below ready ones, so that they stay whole', () => {
    const orders: (readonly [Stage, Size])[] = [
      ...Array.from({ length: 4 }, () => ['preparing', whole(150, 250)] as const),
      ['ready', whole(150, 250)],
    ]
    const { pages } = layoutFor(orders, {}, { columns: 3, height: 670 })
    const forms = (pages[0] ?? []).map((entries) => entries.map(({ id, form }) => `${id} ${form}`))
    expect(forms).toEqual([['0 whole', '1 whole'], ['2 whole', '3 whole'], ['4 whole']])
    const narrow = layoutFor(orders, {}, { columns: 2, height: 670 })
    expect(narrow.pages[0]?.[1]?.map(({ id, form }) => `${id} ${form}`)).toEqual(['4 strip', '2 whole', '3 names'])
  })

  it('puts a ready order into free room below the others, where the columns at the right end would fold it', () => {
    const orders: (readonly [Stage, Size])[] = [
      ['preparing', whole(83, 118)],
      ['preparing', whole(310, 446)],
      ['new', whole(300, 435)],
      ['ready', whole(233, 301)],
    ]
    const { pages } = layoutFor(orders, {}, { columns: 3, height: 699 })
    const forms = (pages[0] ?? []).map((entries) => entries.map(({ id, form }) => `${id} ${form}`))
    expect(forms).toEqual([['0 whole', '3 whole'], ['1 whole'], ['2 whole']])
  })

  it('lets an order give way to the highest of those 90 s younger that fits, if only then all are whole', () => {
    const cooked = [365, 614, 185, 505, 360, 549, 152].map((all) => ['preparing', whole(80, all)] as const)
    const fresh = [110, 335, 490].map((all) => ['new', whole(80, all)] as const)
    const ready = [479, 293].map((all) => ['ready', whole(80, all)] as const)
    const { pages } = layoutFor([...cooked, ...fresh, ...ready], {}, { columns: 6, height: 1_011 })
    expect((pages[0] ?? []).flat().filter(({ form }) => form !== 'whole')).toEqual([])
    const columns = (pages[0] ?? []).map((entries) => entries.map(({ id }) => id).join(' '))
    expect(columns).toEqual(['0 4', '1 2', '3 6', '5 7', '8 9', '10 11'])
  })

  it('keeps the oldest order that needs one column whole, and gives all text back before the names of older orders', () => {
    const tall = ['preparing', whole(900, 1_300)] as const
    const crowd = Array.from({ length: 26 }, () => ['new', whole(400, 500)] as const)
    expect(formsOf(layoutFor([tall, ['preparing', whole(100, 300)], ...crowd]))).toMatchObject({
      0: 'strip',
      1: 'whole',
    })
    const sizes = [whole(300, 500), whole(500, 500), whole(200, 900), whole(100, 250)]
    const column = sizes.map((one) => ['preparing', one] as const)
    const forms = formsOf(layoutFor(column, {}, { columns: 1, height: 1_100 }))
    expect(forms).toEqual({ 0: 'whole', 1: 'strip', 2: 'strip', 3: 'whole' })
  })

  it('loses the youngest accepted orders to page two, then those in preparation, and new ones last', () => {
    const of = (stage: Stage, length: number) => Array.from({ length }, () => [stage, whole(100, 200)] as const)
    const layout = layoutFor([...of('preparing', 10), ...of('accepted', 4), ...of('new', 12), ...of('ready', 8)])
    const shown = new Set(Object.keys(formsOf(layout)))
    expect(layout.pages.length).toBe(2)
    for (let id = 14; id < 34; id += 1) expect(shown.has(`${id}`)).toBe(true)
    for (let id = 10; id < 14; id += 1) expect(shown.has(`${id}`)).toBe(false)
    expect(formsOf(layout)['0']).toBe('whole')
  })

  it('gives each new order room on page one at once, also where all fold for it and a second page begins', () => {
    const cooked = Array.from({ length: 16 }, () => ['preparing', whole(100, 200)] as const)
    const came = Array.from({ length: 24 }, () => ['new', whole(100, 200)] as const)
    let layout = layoutFor(cooked)
    const pages = came.map((_, count) => {
      layout = layoutFor([...cooked, ...came.slice(0, count + 1)], { previous: layout, calm: 'still' })
      expect(formsOf(layout)).toHaveProperty(`${16 + count}`)
      expect(layout.unseen).toEqual([])
      return layout.pages.length
    })
    expect(pages).toEqual(pages.toSorted())
    expect([pages[0], pages.at(-1)]).toEqual([1, 2])
  })

  it('uses a larger step only after it has fitted for ten minutes, and waits longer after a short one', () => {
    const many = Array.from({ length: 9 }, () => ['preparing', whole(100, 260)] as const)
    const one = many.slice(0, 1)
    const at = (minutes: number, orders: readonly (readonly [Stage, Size])[], previous: Layout | undefined) =>
      layoutFor(orders, { previous, now: minutes * MINUTE_MS })
    const full = at(0, many, undefined)
    expect(full.step).toBe('S')
    const fits = at(1, one, full)
    expect(fits.step).toBe('S')
    expect(at(10, one, fits).step).toBe('S')
    const larger = at(11, one, fits)
    expect(larger.step).toBe('L')
    const again = at(15, many, larger)
    expect(again.step).toBe('S')
    const waiting = at(16, one, again)
    expect(at(26, one, waiting).step).toBe('S')
    expect(at(36, one, waiting).step).toBe('L')
  })

  it('shows one side of an order that does not fit the wall, in fewer columns the more orders there are', () => {
    const long = ['preparing', whole(3_000, 9_000)] as const
    const entryWith = (count: number) =>
      layoutFor([long, ...Array.from({ length: count }, () => ['new', whole(100, 200)] as const)])
        .pages[0]?.flat()
        .find(({ id }) => id === '0')
    expect(entryWith(0)).toMatchObject({ form: 'whole', span: 3, isLong: true, height: 700 })
    expect(entryWith(5)).toMatchObject({ form: 'whole', span: 3, isLong: true })
    expect(entryWith(20)).toMatchObject({ form: 'names', span: 1, isLong: true, height: 700 })
    expect(entryWith(28)).toMatchObject({ form: 'strip', span: 1 })
  })

  it.each(STEPS)(
    'puts ready orders at the top of the last column, and a scheduled order where there is room, from step %s',
    () => {
      const layout = layoutFor([
        ['preparing', whole(40, 60)],
        ['ready', whole(40, 60)],
        ['scheduled', whole(40, 60)],
      ])
      const last = layout.pages[0]?.at(-1) ?? []
      expect(last[0]?.id).toBe('1')
      expect(formsOf(layout)['2']).toBe('strip')
    },
  )
})
