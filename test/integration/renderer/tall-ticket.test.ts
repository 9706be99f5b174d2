import { describe, expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { line, minutesAgo, option, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

/** The lines of a ticket in two parts, and in three. */
const CASES = [
  { width: 1366, height: 768, lines: 17, parts: 2 },
  { width: 1366, height: 768, lines: 26, parts: 3 },
  { width: 1920, height: 1080, lines: 28, parts: 2 },
]

describe('a ticket that is higher than the page', () => {
  it.each(CASES)(
    'has $parts adjacent parts of the same height at $width×$height, each with its number and a button below it',
    async ({ lines: count, parts, ...size }) => {
      const lines = Array.from({ length: count }, (_, row) => line(`Item ${row}`, { lineId: `${row}` }))
      const { page } = await board.open(
        snapshotOf([
          ticket('1', { status: 'PREPARING', createdAt: minutesAgo(9), lines }),
          ticket('2', { status: 'PREPARING' }),
        ]),
        size,
      )
      const whole = page.locator('.slot[data-order-id="order-1"]')
      await page.locator('.pages[data-measured]').waitFor()
      const readParts = () =>
        whole.evaluate((article) => {
          const box = (element: Element): DOMRect => element.getBoundingClientRect()
          const rows = [...article.querySelectorAll('.line')].map(box)
          const buttons = [...article.querySelectorAll('.ticket-foot .act-primary')].map(box)
          return [...article.querySelectorAll('.parts > span')].map((part) => {
            const { left, right, bottom } = box(part)
            const own = rows.filter((row) => row.left < right && left < row.right)
            return {
              number: part.textContent,
              lines: own.length,
              isBelowNumber: own.every((row) => row.top >= bottom - 1),
              hasButton: buttons.some((one) => one.left < right && left < one.right && one.top >= bottom),
              left: Math.round(left),
            }
          })
        })
      await eventually(async () => {
        const shown = await readParts()
        expect(shown.map(({ number }) => number)).toEqual(
          Array.from({ length: parts }, (_, index) => expect.stringContaining(`${index + 1}/${parts}`)),
        )
        expect(shown.reduce((sum, one) => sum + one.lines, 0)).toBe(count)
        const each = shown.map((one) => one.lines)
        expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1)
        expect(shown).toEqual(shown.map((one) => ({ ...one, isBelowNumber: true, hasButton: true })))
        // Side by side, each in a column of the board.
        const { columnWidth, width } = await whole.evaluate((article, wanted) => {
          const frame = article.getBoundingClientRect()
          return { columnWidth: frame.width / wanted, width: frame.width }
        }, parts)
        const steps = shown.slice(1).map(({ left }, index) => left - (shown[index]?.left ?? 0))
        for (const step of steps) expect(Math.abs(step - columnWidth)).toBeLessThan(0.02 * width)
      })
    },
  )

  it.each([0, 1, 2, 3])('keeps the options of an item below it, with %i lines above', async (above) => {
    const names = ['Ao ponto', 'Ovo frito', 'Cebola caramelizada', 'Queijo extra (gorgonzola)']
    const lines = [
      ...Array.from({ length: above }, (_, row) => line(`Item ${row}`, { lineId: `above ${row}` })),
      ...Array.from({ length: 5 }, (_, row) =>
        line(`Hambúrguer de costela ${row}`, { lineId: `${row}`, options: names.map((name) => option(name)) }),
      ),
    ]
    const { page } = await board.open(snapshotOf([ticket('1', { status: 'PREPARING', lines })]), {
      width: 1366,
      height: 768,
    })
    await page.locator('.pages[data-measured]').waitFor()
    await eventually(async () => {
      const columnsOfLines = await page.locator('.slot[data-order-id="order-1"] .lines > li').evaluateAll((all) =>
        all.map((one) => {
          const texts = [...one.querySelectorAll('.line-main, .option')]
          return new Set(texts.map((text) => text.getBoundingClientRect().left > innerWidth / 4)).size
        }),
      )
      expect(columnsOfLines).toHaveLength(above + 5)
      expect(new Set(columnsOfLines)).toEqual(new Set([1]))
    })
  })
})
