import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COLUMN_EM,
  fontFor,
  largestFittingText,
  MIN_ARC_MINUTES,
  MIN_PRIMARY_MM,
  MIN_TOUCH_MM,
  type ScreenMeasures,
  tokensFor,
} from '../../../renderer/ui/design/tokens.ts'

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
  it('give the text steps 16, 20 and 26 arc minutes at the reading distance', () => {
    const px = (screenInches: number, readingDistanceCm: number) => {
      const { S, M, L } = tokensFor(facts({ screenInches, readingDistanceCm })).steps
      return [S, M, L].map(({ item }) => Math.round(item))
    }
    expect(px(0, 80)).toEqual([22, 28, 36])
    expect(px(0, 100)).toEqual([28, 35, 45])
    expect(px(27, 100)).toEqual([22, 28, 36])
  })

  it.each([
    [1024, 768, 3],
    [1280, 800, 4],
    [1366, 768, 4],
    [1920, 1080, 6],
    [1080, 1920, 3],
    [3840, 2160, 12],
  ])('give %i×%i %i columns', (width, height, columns) => {
    expect(tokensFor(facts({ width, height })).steps.S.columns).toBe(columns)
  })

  it('never fall below the minimum for reading and touching, and always allow a column', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCREENS),
        fc.integer({ min: 40, max: 400 }),
        ([width, height, screenInches], readingDistanceCm) => {
          const tokens = tokensFor(facts({ width, height, screenInches, readingDistanceCm }))
          const readable = fontFor(MIN_ARC_MINUTES, readingDistanceCm, tokens.pxPerMm)
          const least = Math.min(readable, largestFittingText(height, tokens.pxPerMm))
          expect(tokens.least).toBeGreaterThanOrEqual(least - 0.01)
          const mm = (name: `--${string}`): number => (tokens.sizes[name] ?? 0) / tokens.pxPerMm
          expect(mm('--touch-primary')).toBeGreaterThanOrEqual(MIN_PRIMARY_MM)
          expect(Math.min(mm('--touch'), mm('--touch-least'))).toBeGreaterThanOrEqual(MIN_TOUCH_MM)
          for (const { columns, columnWidth, item, head, button } of Object.values(tokens.steps)) {
            expect(columns).toBeGreaterThanOrEqual(1)
            expect(columns === 1 || columnWidth >= COLUMN_EM * item - 0.01).toBe(true)
            expect(head).toBeGreaterThanOrEqual(button)
            expect(button / tokens.pxPerMm).toBeGreaterThanOrEqual(MIN_PRIMARY_MM)
          }
        },
      ),
    )
  })
})
