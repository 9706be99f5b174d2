import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/settings.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, line, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const SIZES = [
  { width: 1920, height: 1080, readingDistanceCm: 100 },
  { width: 1366, height: 768, readingDistanceCm: 100 },
  { width: 1366, height: 768, readingDistanceCm: 60 },
  { width: 1024, height: 768, readingDistanceCm: 200 },
  { width: 1080, height: 1920, readingDistanceCm: 150 },
  { width: 3840, height: 2160, readingDistanceCm: 60 },
  { width: 3840, height: 2160, readingDistanceCm: 150 },
]
/** The steps of a whole ticket, and the longest undo time. */
const STEPS = ['preparing', 'ready-for-pickup', 'dispatch', 'delivered', 'requestCancellation'] as const
const HELD_MS = 10_000
const WORDS = { 'pt-BR': 'Preparar: envio em', en: 'Prepare: sends in', es: 'Preparar: se envía en' }

const order = ticket('1', {
  status: 'CONFIRMED',
  lines: [line('a', { name: 'Pizza' }), line('b', { name: 'Suco' })],
  actions: ['preparing', 'ready-for-pickup', 'requestCancellation'],
})

describe('a held tap on a whole ticket', () => {
  it.each(
    SIZES.flatMap((size) => LOCALES.map((locale) => [size.width, size.readingDistanceCm, locale, size] as const)),
  )(
    'is not higher than the buttons that it replaces: %i px, %i cm, %s',
    async (_width, readingDistanceCm, locale, size) => {
      const settings = settingsWith({ locale, readingDistanceCm })
      const { page } = await board.open(snapshotOf([order], { settings }), size)
      const whole = page.locator('main .slot[data-order-id="order-1"]')
      const heights = () =>
        whole.evaluate((article) => {
          const heightOf = (selector: string) => article.querySelector(selector)?.getBoundingClientRect().height
          return { ticket: article.getBoundingClientRect().height, foot: heightOf('.ticket-foot') }
        })
      await whole.locator('.act-primary').waitFor()
      const before = await heights()
      for (const [index, action] of STEPS.entries()) {
        const held = { ...order, actions: [], tap: tap('held', { action, holdUntil: EVENING + HELD_MS }) }
        await page.evaluate((delta) => window.harness.push(delta), { version: 2 + index, changed: [held], removed: [] })
        await whole.locator('[data-truth="held"]').waitFor()
        await expect.poll(() => heights(), { message: action }).toEqual(before)
        await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
        // Assistive technology reads what will happen, and when.
        if (action === 'preparing')
          await expect.poll(() => whole.getByRole('status').textContent()).toContain(WORDS[locale])
      }
    },
  )
})
