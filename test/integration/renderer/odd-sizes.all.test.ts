import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import {
  EVENING,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

/** Screens with the narrowest columns, and those with the largest text for their size. */
const PLACES = [
  { width: 1366, height: 768, readingDistanceCm: 60 },
  { width: 1080, height: 1920, readingDistanceCm: 60 },
  { width: 1024, height: 768, readingDistanceCm: 150 },
  { width: 1024, height: 768, readingDistanceCm: 200 },
  { width: 1080, height: 1920, readingDistanceCm: 200 },
  { width: 3840, height: 2160, readingDistanceCm: 150 },
] as const
const NAMED = PLACES.map((place) => [`${place.width}×${place.height} at ${place.readingDistanceCm} cm`, place] as const)
/** Longer than a test runs. */
const HELD_UNTIL = EVENING + 60_000
const DAY_MS = 24 * 3_600_000

type Place = { readonly width: number; readonly height: number; readonly readingDistanceCm: number }

async function open(
  tickets: readonly Ticket[],
  { width, height, readingDistanceCm }: Place,
  settings: Parameters<typeof settingsWith>[0] = {},
): Promise<Page> {
  const shown = snapshotOf(tickets, { settings: settingsWith({ readingDistanceCm, ...settings }) })
  const { page } = await board.open(shown, { width, height, reducedMotion: true })
  await atRest(page)
  return page
}

describe.each(NAMED)('on a screen of %s', (_, place) => {
  it.each(LOCALES)('the card of a held tap shows its text, and both buttons can be touched, in %s', async (locale) => {
    const ids = ['4821', 'A-1029-7', 'IFOOD-2026-000123456', 'W'.repeat(13)]
    const actions = ['confirm', 'dispatch', 'requestCancellation', 'preparing'] as const
    const held = ids.map((id, at) =>
      ticket(id, { actions: [], tap: tap('held', { action: actions[at] ?? 'confirm', holdUntil: HELD_UNTIL }) }),
    )
    const page = await open(held, place, { locale })
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    await expect
      .poll(() =>
        page.locator('.card').evaluateAll((cards) => {
          const least = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--mm')) * 10
          return cards.flatMap((card) => {
            const frame = card.getBoundingClientRect()
            const words = document.createRange()
            words.selectNodeContents(card.querySelector('.held-words') ?? card)
            const text = words.getBoundingClientRect()
            const isCut = text.top < frame.top || text.bottom > frame.bottom || text.right > frame.right
            const small = [...card.querySelectorAll('.held-buttons > button')]
              .map((button) => button.getBoundingClientRect())
              .filter(({ width, height }) => width < least || height < least)
              .map(({ width, height }) => `a button of ${width}×${height}`)
            return [...(isCut ? [`cut: ${card.textContent}`] : []), ...small]
          })
        }),
      )
      .toEqual([])
  })

  it.each(LOCALES)('a number of four digits has one row beside the longest age, in %s', async (locale) => {
    const old = ticket('4057', { status: 'PREPARING', createdAt: minutesAgo(95) })
    const page = await open([old], place, { locale })
    await expect
      .poll(() =>
        page.locator('.slot .display-id').evaluate((id) => {
          const text = document.createRange()
          text.selectNodeContents(id)
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
        }),
      )
      .toBe(1)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })

  it.each(LOCALES)('the text of the next step has one row beside its icon, in %s', async (locale) => {
    const page = await open([ticket('1', { status: 'CONFIRMED' }), ticket('2', { status: 'PREPARING' })], place, {
      locale,
    })
    await expect
      .poll(() =>
        page.locator('.slot .act-primary').evaluateAll((all) =>
          all.map((button) => {
            const text = document.createRange()
            text.selectNodeContents(button.querySelector('span') ?? button)
            const { left = 0 } = text.getClientRects()[0] ?? {}
            const { right = 0 } = button.querySelector('svg')?.getBoundingClientRect() ?? {}
            const size = Number.parseFloat(getComputedStyle(button).fontSize)
            return `${text.getClientRects().length} row, ${left - right <= size ? 'beside' : 'far from'} the icon`
          }),
        ),
      )
      .toEqual(['1 row, beside the icon', '1 row, beside the icon'])
  })

  it.each(LOCALES)('the card of an order for another day shows the day and the time, in %s', async (locale) => {
    const later = ticket('5010', {
      status: 'CONFIRMED',
      lane: 'scheduled',
      timing: 'SCHEDULED',
      startAt: EVENING + 2 * DAY_MS,
      actions: [],
    })
    const page = await open([later], place, { locale })
    await page.locator('.tab[data-filter="scheduled"]').click()
    await page.locator('.card .start-time').waitFor()
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    await expect.poll(() => page.locator('.card .start-time [aria-hidden]:not(svg)').textContent()).toMatch(/22/)
  })

  it('an endless number does not fill the ticket, and is shown completely among its lines', async () => {
    const endless = 'A'.repeat(119)
    const page = await open([ticket(endless, { status: 'AWAITING_DRONE', lines: [line('Pizza')] })], place)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    await expect.poll(() => page.locator('.slot .display-id').textContent()).toMatch(/^A{40}…$/)
    await expect.poll(() => page.locator('.slot .long-labels').textContent()).toBe(endless)
  })
})

describe('a card', () => {
  it.each([
    { width: 1366, height: 768, readingDistanceCm: 60 },
    { width: 1920, height: 1080, readingDistanceCm: 100 },
  ])('shows its items beside an endless number at $width px and $readingDistanceCm cm', async (place) => {
    const endless = 'A'.repeat(119)
    const page = await open([ticket(endless, { customerName: 'Sebastião', lines: [line('Pizza')] })], place)
    const item = page.locator('.card .card-item').first()
    await eventually(async () => {
      const { left, width } = await item.evaluate((element) => {
        const own = element.getBoundingClientRect()
        const summary = element.closest('.card-summary')?.getBoundingClientRect() ?? own
        return { left: own.left - summary.left, width: summary.width }
      })
      expect(left).toBeLessThan(width / 3)
    })
    await expect.poll(() => page.locator('.card .card-name').isVisible()).toBe(false)
  })
})

describe('lanes', () => {
  it.each([
    { width: 1024, height: 768, readingDistanceCm: 200 },
    { width: 1920, height: 1080, readingDistanceCm: 400 },
  ])('show the complete number of each order at $width px and $readingDistanceCm cm', async (place) => {
    const later = { lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + DAY_MS / 24 } as const
    const orders = [
      ticket('4817'),
      ticket('4818', { status: 'PREPARING', createdAt: minutesAgo(95) }),
      ticket('4819', { status: 'READY' }),
      ticket('4820', { status: 'CONFIRMED', ...later }),
    ]
    const page = await open(orders, place, { layout: 'lanes' })
    await expect.poll(() => page.locator('.lane .display-id').count()).toBe(orders.length)
    await eventually(async () => {
      const shown = await page.locator('.lane .display-id').evaluateAll((all) =>
        all.flatMap((id) => {
          const text = document.createRange()
          text.selectNodeContents(id)
          const { left, right } = text.getBoundingClientRect()
          const frame = id.closest('article')?.getBoundingClientRect() ?? new DOMRect()
          const isWhole =
            left >= frame.left &&
            right <= frame.right &&
            new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size === 1
          return isWhole ? [id.textContent] : []
        }),
      )
      expect(shown.toSorted()).toEqual(['4817', '4818', '4819', '4820'])
    })
  })
})

describe('the bar of several stops', () => {
  it('shortens a long number visibly, and shows a short one in a button that is large enough for a finger', async () => {
    const stopped = ['1', 'x'.repeat(60)].map((id) =>
      ticket(id, {
        status: 'CANCELLED',
        lane: 'preparing',
        actions: [],
        cancelled: { at: minutesAgo(1), acknowledged: false },
      }),
    )
    const page = await open(stopped, { width: 1366, height: 768, readingDistanceCm: 100 })
    await expect
      .poll(() =>
        page.locator('.stop-bar-show').evaluateAll((all) =>
          all.map((button) => {
            const id = button.querySelector('strong')
            const isCut = id !== null && id.scrollWidth > id.clientWidth + 1
            const how = isCut ? getComputedStyle(id).textOverflow : 'whole'
            return `${how}, ${button.getBoundingClientRect().width >= 40 ? 'large' : 'small'}`
          }),
        ),
      )
      .toEqual(['whole, large', 'ellipsis, large'])
  })
})
