import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fontFor,
  LEAST_ARC_MINUTES,
  LEAST_PRIMARY_MM,
  LEAST_TOUCH_MM,
  roomForText,
  type ScreenFacts,
  tokensFor,
} from '../../../renderer/design/tokens.ts'

const facts = (more: Partial<ScreenFacts> = {}): ScreenFacts => {
  const width = more.width ?? 1920
  const height = more.height ?? 1080
  return {
    screenWidth: width,
    screenHeight: height,
    width,
    height,
    screenInches: 0,
    readingDistanceCm: 80,
    columns: 0,
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
  it('follow the table of the field study: 20 arc-minutes on the usual screens', () => {
    const px = (inches: number, distance: number) =>
      Math.round(tokensFor(facts({ screenInches: inches, readingDistanceCm: distance })).item)
    expect([px(15.6, 75), px(15.6, 100), px(21.5, 75), px(21.5, 100), px(27, 100)]).toEqual([34, 45, 25, 33, 26])
  })

  it('take four pixels for a millimetre where nobody told the size', () => {
    expect(tokensFor(facts()).pxPerMm).toBe(4)
    expect(tokensFor(facts()).item).toBeCloseTo(26, 0)
  })

  it('give 1366×768 four columns of whole tickets and full HD five of halves', () => {
    expect(tokensFor(facts({ width: 1366, height: 768 }))).toMatchObject({ columns: 4, rows: 1 })
    expect(tokensFor(facts())).toMatchObject({ columns: 5, rows: 2 })
  })

  it('take fewer columns than asked for when a name would not fit in them', () => {
    expect(tokensFor(facts({ columns: 6, readingDistanceCm: 200 })).columns).toBeLessThan(6)
    expect(tokensFor(facts({ columns: 2 })).columns).toBe(2)
  })

  it('never fall below what can be read and hit, and always leave a column and a row', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCREENS),
        fc.integer({ min: 40, max: 400 }),
        fc.integer({ min: 0, max: 6 }),
        ([width, height, screenInches], readingDistanceCm, columns) => {
          const tokens = tokensFor(facts({ width, height, screenInches, readingDistanceCm, columns }))
          const readable = fontFor(LEAST_ARC_MINUTES, readingDistanceCm, tokens.pxPerMm)
          const least = Math.min(readable, roomForText(height, tokens.pxPerMm))
          expect(tokens.item).toBeGreaterThanOrEqual(least - 0.01)
          expect(Math.min(tokens.option, tokens.note)).toBeGreaterThanOrEqual(least - 0.01)
          expect(tokens.touchPrimary / tokens.pxPerMm).toBeGreaterThanOrEqual(LEAST_PRIMARY_MM)
          expect(tokens.touch / tokens.pxPerMm).toBeGreaterThanOrEqual(LEAST_TOUCH_MM)
          expect(tokens.touchLeast / tokens.pxPerMm).toBeGreaterThanOrEqual(LEAST_TOUCH_MM)
          expect(tokens.columns).toBeGreaterThanOrEqual(1)
          expect(tokens.rows).toBeGreaterThanOrEqual(1)
        },
      ),
    )
  })
})
