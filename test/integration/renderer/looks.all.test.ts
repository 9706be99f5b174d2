import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { brokenWords, contrasts, cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import {
  EVENING,
  eveningTickets,
  line,
  option,
  rushTickets,
  settingsWith,
  snapshotOf,
  ticket,
  troubledTickets,
} from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'
import { eventually } from '../../fixtures/eventually.ts'

/**
 * The smallest, an upright and the largest size. A window opens in the first one, because another layout takes seconds.
 */
const EXTREME_SIZES = BOARD_SIZES.filter(({ width }) => [1024, 1080, 3840].includes(width))
/** The UTF-16 characters of the longest text that a window gets: `shared/order/order-cut.ts` cuts longer texts. */
const MAX_TEXT = 2_000
/** 4 CSS pixels per millimetre: tokens.css. */
const PX_PER_MM = 4
const HOUR_MS = 3_600_000

const board = boardForTests()

async function open(
  tickets: readonly Ticket[],
  settings: Parameters<typeof settingsWith>[0],
  options?: OpenOptions,
): Promise<Page> {
  // A window may be open for minutes, and no poll comes.
  const freshness: Freshness = { state: 'fresh', checkedAt: EVENING - 12_000, pollIntervalMs: HOUR_MS }
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings), freshness }), options)
  return page
}

const everything = (): readonly Ticket[] => [...eveningTickets(), ...troubledTickets()]

describe('at each size from 1024×768 to 3840×2160', () => {
  it.each(
    LOCALES.flatMap((locale) =>
      [
        { name: 'of an evening with trouble', tickets: everything },
        { name: 'of a rush', tickets: rushTickets },
      ].map((board) => ({ locale, ...board })),
    ),
  )('no order $name is cut or overlaps another one in $locale', async ({ locale, tickets }) => {
    const page = await open(tickets(), { locale }, BOARD_SIZES[0])
    await atEachSize(page, BOARD_SIZES, async (size) => {
      // Hidden pages are drawn in an idle moment.
      await expect.poll(() => page.locator('main [data-order-id]').count(), { message: size }).toBe(tickets().length)
      await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
    })
  })

  it('a text of a customer is shown as text and stays inside its ticket', async () => {
    const hostile = [
      '<img src=x onerror="document.title=1"><script>document.title=1</script>',
      `${'\u202e'}right to left override`,
      '🍕'.repeat(MAX_TEXT / '🍕'.length),
      `${'\u200b'.repeat(500)}zero width`,
      'W'.repeat(MAX_TEXT),
      `Z${'\u0300'.repeat(3)}algo`,
    ]
    const page = await open(
      [
        ...(['PREPARING', 'CREATED'] as const).map((status) =>
          ticket(status, {
            status,
            displayId: 'W'.repeat(80),
            customerName: `${'N'.repeat(200)} ${hostile[0]}`,
            channel: hostile[1],
            brand: hostile[4],
            lines: hostile.map((text, index) =>
              line(text, { lineId: `${index}`, unit: 'U'.repeat(60), notes: text, options: [option(text)] }),
            ),
            notes: hostile,
          }),
        ),
        ticket('2'),
      ],
      {},
      EXTREME_SIZES[0],
    )
    await expect.poll(() => page.title()).toBe('Comanda')
    await expect.poll(() => page.locator('.ticket img, .ticket script').count()).toBe(0)
    await atEachSize(page, EXTREME_SIZES, (size) =>
      expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([]),
    )
  })

  it('buttons are large enough for a finger in a glove', async () => {
    const page = await open(everything(), {}, BOARD_SIZES[0])
    const heights = async (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height).filter((height) => height > 0))
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await eventually(async () => {
        const primary = await heights('.act-primary')
        expect(primary.length, size).toBeGreaterThan(5)
        expect(Math.min(...primary), size).toBeGreaterThanOrEqual(15 * PX_PER_MM)
      })
      await expect
        .poll(async () => Math.min(...(await heights('button'))), { message: size })
        .toBeGreaterThanOrEqual(10 * PX_PER_MM)
    })
  })

  it('items can be read from one metre', async () => {
    const page = await open(eveningTickets(), {}, BOARD_SIZES[0])
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await eventually(async () => {
        const sizes = await page
          .locator('.page .line-name')
          .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
        expect(Math.min(...sizes), size).toBeGreaterThanOrEqual(22)
      })
    })
  })
})

describe.each(AXE_BY_THEME)('in the $theme theme', ({ theme, rules }) => {
  it('items, options and notes have a contrast of at least 7:1', async () => {
    const page = await open(everything(), { theme }, EXTREME_SIZES[0])
    await atEachSize(page, EXTREME_SIZES, async (size) => {
      await eventually(async () => {
        const found = await page.evaluate(
          contrasts,
          '.line-name, .quantity, .option-name, .note, .display-id, .figure, .act-words, .last',
        )
        expect(found.length, size).toBeGreaterThan(20)
        expect(
          found.filter(({ ratio }) => ratio < 7),
          size,
        ).toEqual([])
      })
    })
  })

  it('axe finds no fault on the board', async () => {
    const page = await open(everything(), { theme })
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
  })

  it('axe finds no fault in the dialogs of an order and of the queue', async () => {
    const page = await open(eveningTickets(), { theme })
    for (const [testId, openDialog] of [
      ['cancel-dialog', () => tapAction(page, 'order-4817', 'requestCancellation')],
      ['code-pad', () => tapAction(page, 'order-4809', 'validateCode')],
      ['queue-dialog', () => page.getByTestId('unsettled').click()],
    ] as const) {
      await openDialog()
      const dialog = page.locator(`[role="dialog"][data-testid="${testId}"]`)
      await dialog.waitFor()
      await expect.poll(() => axeViolations(page, { rules }), { message: testId }).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

it.each(LOCALES)('no word of a dialog is in two rows at any size, in %s', async (locale) => {
  const page = await open(eveningTickets(), { locale })
  await page.evaluate(() => {
    window.harness.answers['history:list'] = {
      ok: true,
      value: { from: 0, total: 0, counts: { all: 0, late: 0, cancelled: 0 }, entries: [] },
    }
  })
  for (const [testId, openDialog] of [
    ['cancel-dialog', () => tapAction(page, 'order-4817', 'requestCancellation')],
    ['code-pad', () => tapAction(page, 'order-4809', 'validateCode')],
    ['queue-dialog', () => page.getByTestId('unsettled').click()],
    ['history-dialog', () => page.getByTestId('open-history').click()],
  ] as const) {
    await openDialog()
    const dialog = page.locator(`[role="dialog"][data-testid="${testId}"]`)
    await dialog.waitFor()
    await atEachSize(page, BOARD_SIZES, (size) =>
      // Of the whole window, while the dialog is open.
      expect.poll(() => dialog.evaluate(brokenWords), { message: `${testId} at ${size}` }).toEqual([]),
    )
    // The buttons stay in sight, and cover nothing where the whole dialog is in sight.
    const covered = () =>
      dialog.evaluate((one) => {
        const [above, buttons] = [...one.children].slice(-2).map((part) => part.getBoundingClientRect())
        return above && buttons && one.scrollHeight <= one.clientHeight + 1 ? above.bottom - buttons.top : 0
      })
    await expect.poll(covered, { message: testId }).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

it.each(LOCALES)('no text of an opened ticket is cut or has a word in two rows at any size, in %s', async (locale) => {
  const page = await open(everything(), { locale })
  const opened = page.getByTestId('opened-ticket')
  await atEachSize(page, BOARD_SIZES, async (size) => {
    // New with a code, ready with a code and payment, refused with the platform's words, with a reason to cancel it.
    for (const orderId of ['order-4820', 'order-4809', 'order-5002', 'order-4997']) {
      await page.locator(`main [data-order-id="${orderId}"] button[data-command="open"]`).click()
      await expect.poll(() => opened.evaluate(cutOrOverlapping), { message: `${orderId} at ${size}` }).toEqual([])
      const broken = async () => (await opened.evaluate(brokenWords)).filter((one) => !/[A-Z]_[A-Z]/.test(one))
      await expect.poll(broken, { message: `${orderId} at ${size}` }).toEqual([])
      // Its last row has all its words side by side, and it is inside the wall.
      const rows = () =>
        opened
          .locator('.opened-words > button')
          .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size)
      await expect.poll(rows, { message: `${orderId} at ${size}` }).toBe(1)
      const leaves = () =>
        opened.evaluate(
          (one) => one.getBoundingClientRect().bottom - (one.parentElement?.getBoundingClientRect().bottom ?? 0),
        )
      await expect.poll(leaves, { message: `${orderId} at ${size}` }).toBeLessThanOrEqual(1)
      await opened.locator('[data-command="close"]').click()
      await opened.waitFor({ state: 'detached' })
    }
  })
})

it('the screen shows no key of a text in place of the text', async () => {
  for (const locale of LOCALES) {
    const page = await open(everything(), { locale })
    await eventually(async () => {
      const words = (await page.locator('body').textContent()) ?? ''
      expect(words).not.toMatch(/\b(ticket|truth|action|board|freshness|conflict|payment|courier|stop|lane)\.[a-z]/)
      expect(words).not.toContain('{{')
    })
  }
})
