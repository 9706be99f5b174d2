import { describe, expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZE = { width: 1366, height: 768 }
const HOUR_MS = 3_600_000

const board = boardForTests()

describe('the numbers on the tabs', () => {
  it('count a scheduled order that waits to be accepted with the new ones, where it is shown', async () => {
    const scheduled = { lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + HOUR_MS } as const
    const { page } = await board.open(
      snapshotOf([
        ticket('1'),
        ticket('2', { status: 'CONFIRMED' }),
        ticket('3', scheduled),
        ticket('4', { ...scheduled, status: 'CONFIRMED' }),
      ]),
      SIZE,
    )
    await expect
      .poll(() =>
        page.locator('.tabs > .tab').evaluateAll((all) => all.map((tab) => [tab.dataset.filter, tab.dataset.count])),
      )
      .toEqual([
        ['all', '3'],
        ['new', '2'],
        ['preparing', '1'],
        ['ready', '0'],
        ['scheduled', '1'],
        ['done', '0'],
      ])
    await page.locator('.tab[data-filter="scheduled"]').click()
    await page.locator('.panel-cards > .card').first().waitFor()
    await expect.poll(() => page.locator('.panel-cards > .card').count()).toBe(1)
  })
})

describe('a tap that can be undone', () => {
  it.each(['grid', 'lanes'] as const)('names the other screen on which it was made, on %s', async (layout) => {
    // Longer than the test runs.
    const held = { holdUntil: EVENING + 60_000, by: 'Grelha' }
    const { page } = await board.open(
      snapshotOf(
        [
          ticket('1', { tap: tap('held', held), actions: [] }),
          ticket('2', { status: 'PREPARING', tap: tap('held', { ...held, action: 'ready-for-pickup' }), actions: [] }),
        ],
        { settings: settingsWith({ layout }) },
      ),
      SIZE,
    )
    for (const id of ['order-1', 'order-2']) {
      const names = page.locator(`[data-order-id="${id}"] .held-by`)
      await names.first().waitFor()
      await expect
        .poll(
          () =>
            names.first().evaluate((name) => {
              const text = name.closest('.held-text')?.getBoundingClientRect() ?? new DOMRect()
              const { left, right, top, bottom } = name.getBoundingClientRect()
              // An inline element is as high as its font, whatever the height of its line.
              const middle = (top + bottom) / 2
              return left >= text.left - 1 && right <= text.right + 1 && middle > text.top && middle < text.bottom
            }),
          { message: id },
        )
        .toBe(true)
    }
  })
})

describe('a scheduled order that waits to be accepted', () => {
  it('comes first on the rail in its last two minutes, also when nothing else changes', async () => {
    const { page } = await board.open(snapshotOf([ticket('1', { confirmBy: EVENING + 200_000 })]), SIZE)
    await page.locator('[data-order-id="order-1"]').waitFor()
    await page.evaluate((delta) => window.harness.push(delta), {
      version: 2,
      changed: [
        ticket('2', {
          lane: 'scheduled',
          timing: 'SCHEDULED',
          startAt: EVENING + HOUR_MS,
          // The board settles several times before these two minutes begin.
          confirmBy: EVENING + 128_000,
        }),
      ],
      removed: [],
    })
    const top = (id: string) =>
      page.locator(`[data-order-id="${id}"]`).evaluate((card) => card.getBoundingClientRect().top)
    await page.locator('[data-order-id="order-2"]').waitFor()
    const above = async () => (await top('order-2')) - (await top('order-1'))
    await expect.poll(above).toBeGreaterThan(0)
    await expect.poll(above).toBeLessThan(0)
  })
})

describe('a large button whose words need two rows', () => {
  const MANY = ['1', '2', '3', '4'].map((id) => ticket(id, { status: 'READY', pickupCode: '4471' }))
  const STATIONS = [
    { name: 'Chapa', keywords: ['x-'] },
    { name: 'Bebidas', keywords: ['guaraná'] },
  ]

  it.each([
    ['the counter', MANY, { view: 'counter' }, '[data-action="dispatch"]'],
    [
      'a station',
      [ticket('1', { status: 'PREPARING' })],
      { role: 'prep', stations: STATIONS, station: 'Chapa' },
      '[data-command="part-done"]',
    ],
  ] as const)('has its icon before the first word, at %s', async (_, tickets, settings, selector) => {
    const { page } = await board.open(
      snapshotOf(tickets, { settings: settingsWith({ ...settings, stations: STATIONS }) }),
      SIZE,
    )
    const button = page.locator(`[data-order-id="order-1"] .act-primary${selector}`)
    await button.waitFor()
    await eventually(async () => {
      const { rows, gap, size } = await button.evaluate((one) => {
        const words = document.createRange()
        words.selectNodeContents(one.querySelector('span') ?? one)
        const boxes = [...words.getClientRects()]
        const icon = one.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
        return {
          rows: new Set(boxes.map((box) => Math.round(box.top))).size,
          gap: (boxes[0]?.left ?? 0) - icon.right,
          size: Number.parseFloat(getComputedStyle(one).fontSize),
        }
      })
      expect(rows).toBe(2)
      expect(gap).toBeGreaterThan(0)
      expect(gap).toBeLessThan(0.6 * size)
    })
  })
})
