import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/lifecycle.ts'
import { LOCALES } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
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

/** The smallest screen, the screen with the narrowest columns, the most frequent and the largest screen. */
const SIZES = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 3840, height: 2160 },
]
const IDS = ['1', '4821', '123456', 'A-1024', 'MMMMM', '12345678', 'AB-123456789', 'W'.repeat(40)]
const LONGEST_HOLD_MS = 10_000

const board = boardForTests()

const stopped = (displayId: string): Ticket =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    actions: [],
    cancelled: { reason: 'Cliente desistiu', at: minutesAgo(1), acknowledged: false },
  })

async function open(tickets: readonly Ticket[], settings: Parameters<typeof settingsWith>[0] = {}): Promise<Page> {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), SIZES[0])
  return page
}

const expectNothingCut = (page: Page): Promise<void> =>
  atEachSize(page, SIZES, (size) => expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([]))

describe('a card', () => {
  it.each(LOCALES)('of a tap that can be undone shows what is sent, in %s', async (locale) => {
    const steps: readonly (readonly [string, QueuedAction])[] = [
      ['CREATED', 'confirm'],
      ['CREATED', 'requestCancellation'],
      ['READY', 'dispatch'],
      ['READY', 'delivered'],
      ['READY', 'requestCancellation'],
    ]
    const page = await open(
      steps.flatMap(([status, action], at) =>
        [0, LONGEST_HOLD_MS].map((holdMs) =>
          ticket(`${100 + at}-${holdMs}`, {
            status,
            actions: [],
            // Longer than the test runs.
            tap: tap('held', { action, holdUntil: holdMs === 0 ? EVENING : EVENING + 6 * holdMs, by: 'Chapa quente' }),
          }),
        ),
      ),
      { locale },
    )
    await expectNothingCut(page)
  })

  it('has enough space for the pickup code of any platform', async () => {
    const codes = ['1', '4821', 'ABC123', 'WWWWWW', '12345678', 'K37-2290-11', 'W'.repeat(12), 'Mesa 12 do salão']
    const endless = ['550e8400-e29b-41d4-a716-446655440000', 'x'.repeat(120)]
    const page = await open(
      [...codes, ...endless].map((pickupCode, at) =>
        ticket(`${100 + at}`, { status: 'READY', orderType: 'TAKEOUT', pickupCode }),
      ),
    )
    await expectNothingCut(page)
  })

  it.each(LOCALES)('shows the word of a new order completely or not at all, in %s', async (locale) => {
    await expectNothingCut(
      await open(
        IDS.map((id) => ticket(id)),
        { locale },
      ),
    )
  })

  it.each(LOCALES)('of a cancelled order shows "stop" with any number, in %s', async (locale) => {
    const page = await open(IDS.map(stopped), { locale })
    await expectNothingCut(page)
    const word = { 'pt-BR': 'PARE', en: 'STOP', es: 'PARE' }[locale]
    await expect
      .poll(() =>
        page.locator('.card .stop-word').evaluateAll((all) =>
          all.map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            const card = one.closest('.card-text')?.getBoundingClientRect() ?? new DOMRect()
            const isInside = left >= card.left && right <= card.right && top >= card.top && bottom <= card.bottom
            return `${one.textContent?.trim()} ${isInside ? 'inside' : 'outside'}`
          }),
        ),
      )
      .toEqual(IDS.map(() => `${word} inside`))
  })
})

describe('the bar of several stops', () => {
  it.each([3, 6])(
    'shows each number completely beside its button, and every button can be touched: %i',
    async (count) => {
      const ids = ['4817', 'A-1024', 'K37', '12345678', '4820', '#77'].slice(0, count)
      const page = await open([...ids.map(stopped), ticket('1', { status: 'PREPARING' })])
      await atEachSize(page, SIZES, async (size) => {
        await expect
          .poll(
            () =>
              page.getByTestId('stop-strip').evaluate((bar) => {
                const parts = [...bar.querySelectorAll<HTMLElement>('strong, .stop-button')]
                const boxes = parts.map((part) => part.getBoundingClientRect())
                return parts.flatMap((part, at) => {
                  const { right = 0 } = boxes[at] ?? {}
                  const next = boxes[at + 1]
                  const isCovered = next !== undefined && next.left < right
                  return isCovered || part.scrollWidth > part.clientWidth + 1 ? [part.textContent] : []
                })
              }),
            { message: size },
          )
          .toEqual([])
        const last = page.getByTestId('stop-strip').locator('.stop-button').last()
        // Playwright scrolls to another position when it has to wait for the button.
        await expect.poll(() => last.getAttribute('aria-disabled')).toBeNull()
        await last.click({ trial: true })
        await eventually(async () => {
          const { right } = await last.evaluate((button) => button.getBoundingClientRect().toJSON())
          expect(right, size).toBeLessThanOrEqual(await page.evaluate(() => innerWidth))
        })
      })
    },
  )

  it('leaves enough space to open it beside a long pickup code, also in the narrowest column', async () => {
    const page = await open(
      [ticket('110', { status: 'READY', orderType: 'TAKEOUT', pickupCode: 'ABCDEFGHIJKLMNOP' })],
      {
        readingDistanceCm: 60,
      },
    )
    await atEachSize(page, [{ width: 1080, height: 1920 }, ...SIZES], async (size) => {
      await expect
        .poll(
          () =>
            page.locator('.card').evaluate((card) => {
              const text = card.querySelector('.card-text')
              return (text?.getBoundingClientRect().width ?? 0) / card.getBoundingClientRect().width
            }),
          { message: size },
        )
        .toBeGreaterThan(0.3)
    })
  })
})

describe('the text of a card', () => {
  const LONG = [line('Feijoada completa para duas pessoas'), line('Guaraná Antarctica 350 ml', { quantity: 3 })]

  /** The characters of the items of each card that are in sight, and the names and channels that are. */
  const inSight = (page: Page) =>
    page.locator('.card').evaluateAll((cards) =>
      cards.map((card) => {
        const isShown = (selector: string): boolean => {
          const part = card.querySelector(selector)
          const text = part?.querySelector('bdi') ?? part
          const frame = text?.closest('.card-summary, .card-channel')?.getBoundingClientRect() ?? new DOMRect()
          const { top, bottom, width } = text?.getBoundingClientRect() ?? new DOMRect()
          return width > 0 && (top + bottom) / 2 < frame.bottom
        }
        const frame = card.querySelector('.card-summary')?.getBoundingClientRect() ?? new DOMRect()
        const range = document.createRange()
        const texts = document.createTreeWalker(card.querySelector('.card-items') ?? card, NodeFilter.SHOW_TEXT)
        let characters = 0
        while (texts.nextNode()) {
          const { data = '' } = texts.currentNode as Text
          for (let at = 0; at < data.length; at += 1) {
            range.setStart(texts.currentNode, at)
            range.setEnd(texts.currentNode, at + 1)
            const { right, top, bottom } = range.getBoundingClientRect()
            if (right <= frame.right && (top + bottom) / 2 < frame.bottom) characters += 1
          }
        }
        return { characters, hasName: isShown('.card-name'), hasChannel: isShown('.card-channel .chip') }
      }),
    )

  it.each([
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
  ])('shows more of the items than one line at $width×$height, and the channel', async (size) => {
    const { page } = await board.open(snapshotOf([ticket('4821', { lines: LONG, channel: 'iFood' })]), size)
    await eventually(async () => {
      const [card] = await inSight(page)
      expect(card?.characters).toBeGreaterThan(20)
      expect(card?.hasChannel).toBe(true)
    })
  })

  it('shows two letters of a narrow channel, or none', async () => {
    const tickets = ['iFood', 'Site', 'App', 'Tel'].map((channel, index) => ticket(`48${index}1`, { channel }))
    for (const view of ['kitchen', 'counter'] as const) {
      const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith({ view }) }), SIZES[0])
      await atEachSize(page, SIZES, async (size) => {
        await expect
          .poll(
            () =>
              page.locator('.card-channel').evaluateAll((channels) =>
                channels.flatMap((channel) => {
                  const { bottom } = channel.getBoundingClientRect()
                  const [text] = channel.querySelector('bdi')?.childNodes ?? []
                  const letter = document.createRange()
                  const shown = [0, 1, 2].filter((at) => {
                    if (text === undefined) return false
                    letter.setStart(text, at)
                    letter.setEnd(text, at + 1)
                    const box = letter.getBoundingClientRect()
                    return (box.top + box.bottom) / 2 < bottom
                  })
                  return shown.length === 1 ? [channel.textContent] : []
                }),
              ),
            { message: `${view} ${size}` },
          )
          .toEqual([])
      })
    }
  })

  it('shows no accent of a line that does not fit', async () => {
    const lines = [line('X-Salada da casa'), ...['Água', 'Água', 'Ácido', 'Água'].map((name) => line(name))]
    const { page } = await board.open(snapshotOf([ticket('4821', { lines, channel: undefined })]), SIZES[0])
    await atEachSize(page, SIZES, async (size) => {
      await eventually(async () => {
        const reachingIn = await page.locator('.card-summary').evaluate((summary) => {
          const { bottom: end } = summary.getBoundingClientRect()
          const rects = [...summary.querySelectorAll('bdi')].flatMap((text) => [...text.getClientRects()])
          const hidden = rects.filter(({ top, bottom }) => (top + bottom) / 2 > end)
          return { hidden: hidden.length, reachingIn: hidden.filter(({ top }) => top < end).length }
        })
        expect(reachingIn, size).toEqual({ hidden: expect.any(Number), reachingIn: 0 })
        expect(reachingIn.hidden, size).toBeGreaterThan(0)
      })
    })
  })

  it('of a short order has the name behind the items, and of a ready one the whole first name', async () => {
    const { page } = await board.open(
      snapshotOf([
        ticket('1', { lines: [line('Açaí 500 ml')], customerName: 'João' }),
        ticket('4809', {
          status: 'READY',
          lines: LONG,
          customerName: 'Rafael',
          orderType: 'TAKEOUT',
          pickupCode: 'B12',
          tap: tap('confirmed', { action: 'ready-for-pickup' }),
        }),
      ]),
      { width: 1366, height: 768 },
    )
    await expect.poll(async () => (await inSight(page)).map(({ hasName }) => hasName)).toEqual([true, true])
    await expect
      .poll(() =>
        page.locator('.card[data-lane="ready"] .card-facts').evaluate((facts) => {
          const name = facts.querySelector('.card-name')
          return Math.max(facts.scrollWidth - facts.clientWidth, name ? name.scrollWidth - name.clientWidth : 1)
        }),
      )
      .toBeLessThanOrEqual(0)
  })
})
