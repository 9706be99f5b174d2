import { describe, expect, it } from 'vitest'
import { READING_DISTANCES_CM } from '../../../renderer/ui/design/screen-choices.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { openCounter } from '../../fixtures/board-harness/counter-window.ts'
import { brokenWords, contrasts } from '../../fixtures/board-harness/geometry.ts'
import { bagTickets, counterTickets, stoppedTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { EVENING, settingsWith, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const EVERY_SIZE = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
]
const MM_PX = 4

const board = boardForTests()

const open = (tickets: readonly Ticket[], settings: Partial<Settings> = {}, options: OpenOptions = {}) =>
  openCounter(board, tickets, settings, options)

const ready = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', ...more })

const newTickets = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) => ticket(`49${10 + index}`, { confirmBy: EVENING + 200_000 }))

const cancelled = stoppedTickets()
  .filter((one) => one.cancelled)
  .map((one) => ({ ...one, orderId: 'order-4700', displayId: '4700' }))

/**
 * Runs in the page. Returns what a person cannot see or touch without scrolling: parts of the first new order and of
 * the ready orders in the first row.
 */
function outOfReach(): readonly string[] {
  const found: string[] = []
  const slack = 1.5
  const isWhole = (part: Element): boolean => {
    const box = part.getBoundingClientRect()
    const x = (box.left + box.right) / 2
    for (let frame = part.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'visible') continue
      const { top, bottom } = frame.getBoundingClientRect()
      if (box.top < top - slack || box.bottom > bottom + slack) return false
    }
    // A button without text covers each card and the head of each ticket. It opens the whole order.
    const isUncovered = (y: number) => {
      const [hit, next] = document.elementsFromPoint(x, y)
      const seen = hit?.matches('.card-open, .head-open') ? next : hit
      return seen !== undefined && (part.contains(seen) || seen.contains(part))
    }
    return (
      box.height > 0 && box.bottom <= innerHeight + slack && isUncovered(box.top + 3) && isUncovered(box.bottom - 3)
    )
  }
  const check = (card: Element, selectors: readonly string[]): void => {
    for (const selector of selectors) {
      for (const part of card.querySelectorAll(selector)) {
        if (part.checkVisibility() && !isWhole(part)) found.push(`${card.getAttribute('data-order-id')} ${selector}`)
      }
    }
  }
  const first = document.querySelector('.counter-new-cards .ticket')
  if (first) check(first, ['.head', '.display-id', '.figure', '.act-primary', '.act-primary > *'])
  const ready = [...document.querySelectorAll('.counter-ready .handover')]
  const top = Math.min(...ready.map((card) => card.getBoundingClientRect().top))
  for (const card of ready.filter((one) => one.getBoundingClientRect().top === top)) {
    check(card, ['.handover-number', '.handover-payment', '.promise', '.held'])
    check(card, ['.handover-steps > button'])
  }
  return found
}

/** Runs in the page. Returns the parts of the counter that are cut, cross an edge or overlap another part. */
function faults(): readonly string[] {
  const found: string[] = []
  const slack = 1.5
  const name = (element: Element): string => `.${element.className} "${element.textContent?.slice(0, 40)}"`
  const cards = [...document.querySelectorAll<HTMLElement>('.handover, .strip-order')]
  for (const card of cards) card.style.contentVisibility = 'visible'
  for (const card of cards) {
    const frame = card.getBoundingClientRect()
    for (const element of card.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('svg, .visually-hidden')) continue
      const box = element.getBoundingClientRect()
      if (box.width === 0) continue
      if (
        box.left < frame.left - slack ||
        box.right > frame.right + slack ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack
      )
        found.push(`leaves its card: ${name(element)}`)
      const { display, textOverflow } = getComputedStyle(element)
      if (textOverflow === 'ellipsis') found.push(`is shortened: ${name(element)}`)
      if (display !== 'inline' && element.scrollWidth > element.clientWidth + slack)
        found.push(`is cut: ${name(element)}`)
    }
  }
  const frames = cards.map((card) => card.getBoundingClientRect())
  for (const [index, a] of frames.entries()) {
    for (const b of frames.slice(index + 1)) {
      if (
        a.left < b.right - slack &&
        b.left < a.right - slack &&
        a.top < b.bottom - slack &&
        b.top < a.bottom - slack
      ) {
        const isScrolledUnder = a.bottom > innerHeight || b.bottom > innerHeight || a.top < 0 || b.top < 0
        if (!isScrolledUnder && cards[index]?.parentElement === document.elementFromPoint(b.left, b.top)?.parentElement)
          found.push(`cards overlap at ${a.left},${a.top}`)
      }
    }
  }
  const zones = [...document.querySelectorAll('.counter-new, .counter-ready, .counter-out, .strip')]
  const areas = zones.map((zone) => zone.getBoundingClientRect())
  for (const [index, a] of areas.entries()) {
    for (const b of areas.slice(index + 1)) {
      const isBeside = a.right <= b.left + slack || b.right <= a.left + slack
      if (!isBeside && a.top < b.bottom - slack && b.top < a.bottom - slack)
        found.push(`zones overlap at ${a.left},${a.top}`)
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the window scrolls sideways')
  return found
}

describe('the counter', () => {
  const STRANGE = [
    '<img src=x onerror=alert(1)>',
    '\u202eevil\u202c',
    '🍔'.repeat(300),
    'W'.repeat(200),
    'a\u200bb\u200bc',
  ]
  const strange = STRANGE.map((text, index) =>
    ready(`${index}`, {
      displayId: text,
      pickupCode: index % 2 === 0 ? text : undefined,
      customerName: `${text} ${text}`,
      deliverTo: text,
      courier: 'at-store',
      lines: [{ lineId: '0', name: text, quantity: 1, options: [], struck: false }],
    }),
  )

  const [DARK, LIGHT] = AXE_BY_THEME
  // The colours do not depend on the language, so one language covers the second theme.
  it.each([...LOCALES.map((locale) => ({ locale, ...DARK })), { locale: LOCALES[0], ...LIGHT }])(
    'cuts no text in $locale, $theme, at any size, and axe finds no fault',
    async ({ locale, theme, rules }) => {
      const { page, pageErrors } = await open([...counterTickets(), ...strange], { locale, theme })
      await atEachSize(page, BOARD_SIZES, async (size) => {
        await atRest(page)
        await expect.poll(() => page.evaluate(faults), { message: size }).toEqual([])
      })
      await eventually(async () => {
        const violations = await axeViolations(page, { rules })
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        const weak = await page.evaluate(
          contrasts,
          '.handover-number, .handover-name, .handover-courier, .strip-head strong',
        )
        expect(weak.filter(({ ratio }) => ratio < 7)).toEqual([])
      })
      expect(pageErrors).toEqual([])
    },
  )

  it.each(LOCALES)('breaks no word in %s, at any size', async (locale) => {
    const { page } = await open([...counterTickets(), ...bagTickets(), ...newTickets(2)], { locale })
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await atRest(page)
      await expect.poll(() => page.evaluate(brokenWords), { message: size }).toEqual([])
      await expect.poll(() => page.evaluate(faults), { message: size }).toEqual([])
    })
  })

  it('has no cut text beside a column that is empty', async () => {
    const { page } = await open(counterTickets(), {}, { width: 1920, height: 1080 })
    await expect
      .poll(() =>
        page
          .locator('.counter-ready .handover')
          .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom > innerHeight).length),
      )
      .toBe(0)
    await expect
      .poll(() =>
        page.locator('.counter-column').evaluateAll((all) => all.filter((one) => one.children.length === 0).length),
      )
      .toBe(0)
  })

  it.each([
    ['a few new orders', counterTickets()],
    ['two rows of new orders', [...counterTickets(), ...newTickets(6)]],
    ['three new orders and a cancelled one', [...counterTickets(), ...newTickets(1), ...cancelled]],
    ['two rows of new orders and a cancelled one', [...counterTickets(), ...newTickets(6), ...cancelled]],
  ])(
    'shows the next step of each ready order in the first row, and the amount to pay, beside %s',
    async (_, tickets) => {
      const { page } = await open(tickets)
      await page.locator('.handover .act-primary').first().waitFor()
      await atEachSize(page, EVERY_SIZE, async (size) => {
        // The browser decides in a frame which cards it draws (content-visibility). A card that is not drawn cannot be
        // touched.
        await atRest(page)
        await eventually(async () => {
          const parts = await page.evaluate(() => {
            const cards = [...document.querySelectorAll<HTMLElement>('.counter-ready .handover')]
            const top = Math.min(...cards.map((card) => card.getBoundingClientRect().top))
            const isUncovered = (part: Element): boolean => {
              const { left, right, top: upper, bottom } = part.getBoundingClientRect()
              const points = [upper + 3, (upper + bottom) / 2, bottom - 3]
              return points.every((y) => {
                // A button without text covers the text of each card. It opens the whole order.
                const hits = document.elementsFromPoint((left + right) / 2, y)
                return part.contains(hits.find((hit) => !hit.matches('.card-open')) ?? null)
              })
            }
            return cards
              .filter((card) => card.getBoundingClientRect().top === top)
              .flatMap((card) =>
                ['.handover-number', '.handover-payment', '.act-primary, .held', '.handover-steps > button'].flatMap(
                  (selector) => {
                    const part = card.querySelector(selector)
                    return part ? [{ order: card.dataset.orderId, selector, isUncovered: isUncovered(part) }] : []
                  },
                ),
              )
          })
          expect(parts.length, size).toBeGreaterThan(3)
          expect(
            parts.filter(({ isUncovered }) => !isUncovered),
            size,
          ).toEqual([])
        })
      })
    },
  )

  it.each([
    ['', newTickets(6)],
    [' and a cancelled order', [...newTickets(6), ...cancelled]],
  ])(
    'needs no scrolling for the first new order and the first ready ones, at any reading distance, beside two rows of new orders%s',
    async (_, tickets) => {
      const { page, push } = await open([...counterTickets(), ...tickets])
      await atEachSize(page, EVERY_SIZE, async (size) => {
        for (const readingDistanceCm of READING_DISTANCES_CM) {
          await push([], [], settingsWith({ view: 'counter', readingDistanceCm }))
          await atRest(page)
          await expect.poll(() => page.evaluate(outOfReach), { message: `${size} ${readingDistanceCm} cm` }).toEqual([])
        }
      })
    },
  )

  it('shows the first words of an address beside two rows of new orders at 1366×768', async () => {
    const deliverTo = 'Rua Vergueiro, 982 · Casa dos fundos'
    const delivery = { orderType: 'DELIVERY', deliverTo } as const
    const pending = counterTickets().find(({ payment }) => payment?.parts.some(({ change }) => change !== undefined))
    const tickets = [ready('4801', delivery), ready('4802', { ...delivery, payment: pending?.payment })]
    const { page, card } = await open([...tickets, ...newTickets(6)], {}, { width: 1366, height: 768 })
    await expect.poll(() => card('4802').locator('.handover-change').count()).toBe(1)
    for (const displayId of ['4801', '4802']) {
      const address = card(displayId).locator('.handover-address bdi')
      await eventually(async () => {
        const { width, height } = await address.evaluate((text) => text.getBoundingClientRect().toJSON())
        expect([width > 150, height > 12], displayId).toEqual([true, true])
      })
    }
    await expect.poll(() => page.evaluate(outOfReach)).toEqual([])
  })

  describe.each(EVERY_SIZE)('at $width×$height', ({ width, height }) => {
    it('has buttons that are large enough for a finger, also at a reading distance of 200 cm', async () => {
      const { page, push } = await open([...counterTickets(), ...newTickets(6)], {}, { width, height })
      await expect
        .poll(() =>
          page.evaluate(
            (least) =>
              [...document.querySelectorAll('main button, header button')]
                .filter((button) => !button.closest('.visually-hidden, [popover]:not(:popover-open)'))
                // The button of the view in sight gives way in a narrow header.
                .filter((button) => button.checkVisibility())
                .map((button) => ({ text: button.textContent, ...button.getBoundingClientRect().toJSON() }))
                .filter((box) => box.width < least || box.height < least),
            10 * MM_PX - 0.5,
          ),
        )
        .toEqual([])
      await push([], [], settingsWith({ view: 'counter', readingDistanceCm: 200 }))
      await atRest(page)
      // Beside its buttons an order shows its number and the amount to pay. The text of the button is not cut.
      await eventually(async () => {
        const cards = await page.locator('.counter-ready .handover').evaluateAll((all) =>
          all.map((card) => {
            const button = card.querySelector('.act-primary')
            const words = document.createRange()
            if (button) words.selectNodeContents(button)
            const lines = new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size
            const step = button?.getBoundingClientRect() ?? new DOMRect()
            const texts = [...card.querySelectorAll('.handover-number, .handover-name, .handover-payment')]
            const covered = texts.filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect()
              return left < step.right - 1 && right > step.left + 1 && top < step.bottom - 1 && bottom > step.top + 1
            })
            return { lines, covered: covered.length }
          }),
        )
        expect(cards.length).toBeGreaterThan(3)
        expect(cards.filter(({ lines, covered }) => lines > 3 || covered > 0)).toEqual([])
      })
    })
  })
})
