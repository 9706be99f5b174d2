import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fontFor,
  largestFittingText,
  MIN_ARC_MINUTES,
  MIN_PRIMARY_MM,
  MIN_TOUCH_MM,
  type ScreenMeasures,
  tokensFor,
} from '../../../renderer/design/tokens.ts'

const facts = (more: Partial<ScreenMeasures> = {}): ScreenMeasures => {
  const width = more.width ?? 1920
  const height = more.height ?? 1080
  return {
    screenWidth: width,
    screenHeight: height,
    width,
    height,
    screenInches: 0,
    readingDistanceCm: 100,
    columns: 0,
    itemText: 'compact',
    ...more,
  }
}

const SCREENS = [
  [1024, 600, 10.1],
  [1366, 768, 15.6],
  [1920, 1080, 15.6],
  [1920, 1080, 21.5],
  [1920, 1080, 27],
  [3840, 2160, 32],
] as const

describe('the sizes of the board', () => {
  it('show large item text at 20 arc minutes, compact text at 16', () => {
    const px = (itemText: ScreenMeasures['itemText'], screenInches: number, readingDistanceCm: number) =>
      Math.round(tokensFor(facts({ itemText, screenInches, readingDistanceCm })).item)
    expect([px('large', 15.6, 75), px('large', 21.5, 100), px('large', 27, 100)]).toEqual([36, 35, 28])
    expect([px('compact', 15.6, 75), px('compact', 21.5, 100), px('compact', 27, 100)]).toEqual([29, 28, 22])
  })

  it('assume four pixels per millimetre when the size of the display is unknown', () => {
    expect(tokensFor(facts()).pxPerMm).toBe(4)
    expect(tokensFor(facts()).item).toBeCloseTo(27.9, 1)
  })

  it.each([
    [1024, 768, 3],
    [1280, 800, 4],
    [1366, 768, 4],
    [1920, 1080, 6],
    [1080, 1920, 3],
    [3840, 2160, 12],
  ])('give %i×%i %i columns', (width, height, columns) => {
    expect(tokensFor(facts({ width, height })).columns).toBe(columns)
  })

  it('show every word of a ticket at 16 arc minutes or more', () => {
    const { least, item, option, note, act, id } = tokensFor(facts())
    const readable = fontFor(MIN_ARC_MINUTES, 100, 4)
    for (const size of [least, item, option, note, act, id]) expect(size).toBeGreaterThanOrEqual(readable - 0.01)
  })

  it('use fewer columns than chosen when a name would not fit', () => {
    expect(tokensFor(facts({ columns: 6, readingDistanceCm: 200 })).columns).toBeLessThan(6)
    expect(tokensFor(facts({ columns: 2 })).columns).toBe(2)
  })

  it('never fall below the minimum for reading and touching, and always allow a column', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCREENS),
        fc.integer({ min: 40, max: 400 }),
        fc.integer({ min: 0, max: 6 }),
        ([width, height, screenInches], readingDistanceCm, columns) => {
          const tokens = tokensFor(facts({ width, height, screenInches, readingDistanceCm, columns }))
          const readable = fontFor(MIN_ARC_MINUTES, readingDistanceCm, tokens.pxPerMm)
          const least = Math.min(readable, largestFittingText(height, tokens.pxPerMm))
          expect(tokens.item).toBeGreaterThanOrEqual(least - 0.01)
          expect(Math.min(tokens.option, tokens.note)).toBeGreaterThanOrEqual(least - 0.01)
          expect(tokens.touchPrimary / tokens.pxPerMm).toBeGreaterThanOrEqual(MIN_PRIMARY_MM)
          expect(tokens.touch / tokens.pxPerMm).toBeGreaterThanOrEqual(MIN_TOUCH_MM)
          expect(tokens.touchLeast / tokens.pxPerMm).toBeGreaterThanOrEqual(MIN_TOUCH_MM)
          expect(tokens.columns).toBeGreaterThanOrEqual(1)
        },
      ),
    )
  })
})
