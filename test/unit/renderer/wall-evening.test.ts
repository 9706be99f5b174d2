import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCooked, standsTooEarly } from '../../../renderer/places/flow.ts'
import { BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { medianFigures, SEQUENCE_BOUNDS } from '../../fixtures/wall-evening/figures.ts'
import { modelFigures, runEvening } from '../../fixtures/wall-evening/model.ts'

const SEEDS = [1, 2, 3, 4, 5]
const SIZES = BOARD_SIZES.map(({ width, height }) => `${width}x${height}`)
/** Here heights are estimates: `npm run bench -- --only density` has the drawn ones. */
const ESTIMATED = 2
const BETWEEN_LAYOUTS_MS = 10_000

const cells = Object.entries(SEQUENCE_BOUNDS).flatMap(([open, bySize]) =>
  Object.entries(bySize).map(([size, bounds]) => [Number(open), size, bounds] as const),
)

describe('an evening on the wall', () => {
  it.each(cells)('with %i open at %s keeps the sequence, and shows what to cook', (open, size, bounds) => {
    const figures = medianFigures(SEEDS.map((seed) => modelFigures(size, { open, seed, minutes: 45, largeShare: 0 })))
    expect(figures.oldestFirst).toBe(bounds.oldestFirst)
    expect(figures.wrongPairs).toBeLessThanOrEqual(bounds.wrongPairs)
    expect(figures.minutesOlder).toBeLessThanOrEqual(bounds.minutesOlder)
    expect(figures.cookWhole).toBeGreaterThanOrEqual(bounds.cookWhole - ESTIMATED)
    expect(figures.inSight).toBeGreaterThanOrEqual(bounds.inSight)
    expect(figures.layoutsAnHour).toBeLessThanOrEqual(bounds.layoutsAnHour)
  })

  it.each(SIZES)('has the oldest to cook first and nothing before an order three minutes older, at %s', (size) => {
    const evening = fc.record({
      open: fc.integer({ min: 2, max: 34 }),
      seed: fc.nat(),
      minutes: fc.constant(25),
      largeShare: fc.constantFrom(0, 0.05, 0.3),
    })
    fc.assert(
      fc.property(evening, (options) => {
        runEvening(size, options, ({ layout, line, now }) => {
          const [page = []] = layout.pages
          const byId = new Map(line.map((order) => [order.id, order]))
          const standing = page.flat().flatMap(({ id = '', isReady }) => (isReady ? [] : (byId.get(id) ?? [])))
          const [first] = line
          const isFirst = !first || !isCooked(first) || page[0]?.[0]?.id === first.id
          const early = standing.some((one, at) => standing.slice(at + 1).some((after) => standsTooEarly(one, after)))
          // Otherwise a layout of all was made a moment ago, and the next one is due.
          if (now - layout.times.laidAt > BETWEEN_LAYOUTS_MS)
            expect({ isFirst, early }).toEqual({ isFirst: true, early: false })
        })
      }),
      { numRuns: 12 },
    )
  })
})
