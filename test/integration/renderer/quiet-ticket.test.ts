import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { cancelledTicket } from '../../fixtures/board-harness/alarm-window.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import {
  EVENING,
  eveningTickets,
  line,
  option,
  settingsWith,
  snapshotOf,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const MINUTE = 60_000
type Settings = Parameters<typeof settingsWith>[0]

async function open(tickets: readonly Ticket[], settings: Settings = {}) {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), BOARD_SIZES[0])
  await atRest(page)
  return page
}

const twins = [
  ticket('#1234', { customerName: 'Ana' }),
  ticket('#1234', { orderId: 'order-twin', status: 'PREPARING', createdAt: EVENING - 30 * MINUTE }),
]
const longOnes = [
  ticket('WA-2026-000981', { confirmBy: EVENING + MINUTE }),
  ticket('3f9d1c2b-77aa-4d1f-9a12-55d0c6e1f00a'),
  ticket('IFOOD12345', { confirmBy: EVENING - 1 }),
  ticket('MMMMWWWW', { status: 'READY', lane: 'ready' }),
  ticket('IFOOD1', { status: 'CONFIRMED', notes: ['Alergia a camarão'] }),
  ticket('WA-2026-000982', { status: 'CONFIRMED', notes: ['Alergia a camarão'] }),
  ticket('WWWW-MMMM-QQQQ', { confirmBy: EVENING + MINUTE, notes: ['Alergia a camarão'] }),
]

/** Runs in the page: numbers and deadlines that are not whole in sight. */
const hiddenParts = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('main .ticket')].flatMap((one) => {
    const about = one.querySelector('.head-about')?.getBoundingClientRect()
    return [
      ...one.querySelectorAll<HTMLElement>('.display-id > span, .figure .pill, .sign[data-allergy] > svg'),
    ].flatMap((part) => {
      const text = document.createRange()
      text.selectNodeContents(part)
      const { left, right, top, bottom, width } = text.getBoundingClientRect()
      const row = part.closest('.figure, .head-id')?.getBoundingClientRect()
      // The letters are smaller than the box of their row.
      const edge = 0.25 * (bottom - top)
      const isIn =
        about !== undefined &&
        row !== undefined &&
        width > 0 &&
        left >= about.left &&
        right <= about.right + 1 &&
        top >= row.top - edge &&
        bottom <= row.bottom + edge
      return isIn ? [] : [`${one.dataset.form} ${part.textContent}`]
    })
  })

/** Runs in the page: of each strip of an order with a note about an allergy, whether its head has the sign. */
const stripSigns = (): readonly boolean[] =>
  ['IFOOD1', 'WA-2026-000982', 'WWWW-MMMM-QQQQ'].flatMap((id) => {
    const one = document.querySelector(`main [data-order-id="order-${id}"][data-form="strip"]`)
    return one === null ? [] : [one.querySelector('.head-id > .sign[data-allergy] > svg') !== null]
  })

describe('the head of a ticket', () => {
  it.each(LOCALES)(
    'has its whole number, or its last characters, and its deadline at each size, in %s',
    async (locale) => {
      const page = await open([...twins, ...longOnes, ...eveningTickets()], { locale })
      const idOf = (orderId: string) =>
        page.locator(`main [data-order-id="${orderId}"] .display-id`).evaluate((id) => id.textContent)
      let seen = 0
      await atEachSize(page, BOARD_SIZES, async (size) => {
        await expect.poll(() => page.evaluate(hiddenParts), { message: size }).toEqual([])
        await expect.poll(() => idOf('order-WA-2026-000981')).toBe('WA-2026-000981')
        await expect.poll(() => idOf('order-twin')).toBe('#1234')
        await expect.poll(() => idOf('order-3f9d1c2b-77aa-4d1f-9a12-55d0c6e1f00a')).toBe('…e1f00a')
        // No note shows the allergy on a strip: its sign always stands.
        await expect.poll(() => page.evaluate(stripSigns), { message: size }).not.toContain(false)
        seen += (await page.evaluate(stripSigns)).length
      })
      expect(seen).toBeGreaterThan(0)
    },
  )

  it('is no higher for a number of one row, in each state and at each size', async () => {
    const ids = ['4321', 'A7F33K', '#12345']
    const page = await open([
      ...ids.map((id) => ticket(id, { status: 'PREPARING' })),
      ...ids.map((id) => ticket(`${id}R`.slice(-id.length), { orderId: `ready-${id}`, status: 'READY' })),
      ...eveningTickets(),
    ])
    const heights = () =>
      page.locator('main [data-order-id]').evaluateAll((all, known) => {
        const heads = all.filter(({ dataset: { orderId = '' } }) => known.some((id) => orderId.endsWith(id)))
        return [...new Set(heads.map((one) => one.querySelector('.head')?.getBoundingClientRect().height))].length
      }, ids)
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(heights, { message: size }).toBe(1)
      await expect.poll(() => page.evaluate(hiddenParts), { message: size }).toEqual([])
    })
  })

  it.each([
    ['pt-BR', ['Agendado 20:50', 'Agendado 21/11 22:15']],
    ['en', ['Scheduled 11/21 10:15 PM', 'Scheduled 8:50 PM']],
    ['es', ['Programado 20:50', 'Programado 21/11 22:15']],
  ] as const)('of an order for later says for when at each size and in each form, in %s', async (locale, expected) => {
    const later = { timing: 'SCHEDULED', dueAt: EVENING + 35 * MINUTE } as const
    const page = await open(
      [
        ticket('1', { ...later, lane: 'scheduled', startAt: EVENING + 10 * MINUTE }),
        ticket('2', { ...later, status: 'CONFIRMED', lane: 'scheduled', startAt: EVENING + 10 * MINUTE }),
        ticket('3', { ...later, status: 'PREPARING', dueAt: EVENING + 26 * 60 * MINUTE }),
        ...eveningTickets(),
      ],
      { locale },
    )
    const words = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main .schedule > span:not(.visually-hidden)')].map((one) =>
          one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 ? `cut ${one.textContent}` : one.textContent,
        ),
      )
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(async () => [...new Set(await words())].toSorted(), { message: size }).toEqual(expected)
    })
  })

  it('has no letters of the channel, and the last line its word', async () => {
    const page = await open([ticket('1', { channel: 'MARKETPLACE' }), ticket('2', { channel: 'APP' })])
    const texts = () => page.locator('main .ticket').evaluateAll((all) => all.map((one) => one.textContent))
    await expect.poll(async () => (await texts()).join('\n')).toMatch(/Marketplace.*App|App.*Marketplace/s)
    await expect.poll(async () => (await texts()).join('\n')).not.toMatch(/\b(MA|AP|Mr|MARKETPLACE|APP)\b/)
  })

  it.each(['dark', 'light'] as const)('that flashes can be read lit and dark, in the %s theme', async (theme) => {
    const ringing = [
      ticket('1', { alarm: 'new' }),
      ticket('2', { status: 'PREPARING', alarm: 'changed', changes: { at: EVENING, removed: [] } }),
      cancelledTicket('3'),
      ticket('4', { status: 'PREPARING', alarm: 'delayed' }),
    ]
    const page = await open(ringing, { theme })
    await expect
      .poll(() =>
        page
          .locator('main [data-flash]')
          .evaluateAll((all) => all.map((one) => Reflect.get(one, 'dataset').orderId).toSorted()),
      )
      .toEqual(['order-1', 'order-2', 'order-3'])
    await expect.poll(() => page.evaluate(leastContrast)).toBeGreaterThanOrEqual(7)
    await expect
      .poll(() =>
        page.evaluate(
          () => getComputedStyle(document.querySelector('[data-flash] .head-about') ?? document.body).outlineStyle,
        ),
      )
      .toBe('none')
  })
})

/** Runs in the page: the least contrast of the texts in the heads that flash, lit. */
function leastContrast(): number {
  const rgb = (color: string): readonly number[] => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (canvas === null) return [0, 0, 0]
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const light = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = rgb(color).map((one) => {
      const part = one / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const found = [...document.querySelectorAll<HTMLElement>('main [data-flash]')].flatMap((one) => {
    one.dataset.lit = 'true'
    const about = one.querySelector('.head-about')
    if (about === null) return [0]
    const fill = light(getComputedStyle(about).backgroundColor)
    return [...one.querySelectorAll('.display-id, .figure')].map((text) => {
      const ink = light(getComputedStyle(text).color)
      return (Math.max(fill, ink) + 0.05) / (Math.min(fill, ink) + 0.05)
    })
  })
  return Math.min(...found)
}

const wide = [
  line('Pizza grande', {
    lineId: 'a',
    quantity: 12,
    options: [
      option('Tradicional', { group: 'Massa' }),
      option('Cebola roxa em rodelas bem finas', { group: 'Retirar' }),
      option('Queijo parmesão ralado na hora e mais', { quantity: 2 }),
    ],
  }),
  line('Suco de laranja natural', { lineId: 'b' }),
  line('Picanha fatiada', { lineId: 'c', quantity: 0.35, unit: 'KG', notes: 'Alergia a amendoim, por favor' }),
]

describe('the body of a ticket', () => {
  it.each(LOCALES)('has one column for quantities at each size and in each form, in %s', async (locale) => {
    const page = await open(
      [
        ticket('1', { status: 'PREPARING', lines: wide }),
        ...Array.from({ length: 12 }, (_, at) => ticket(`9${at}`, { status: 'CONFIRMED', lines: wide })),
      ],
      { locale },
    )
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(() => page.evaluate(columnFaults), { message: size }).toEqual([])
      await expect.poll(() => page.evaluate(hangingFaults), { message: size }).toEqual([])
    })
  })

  it('has the unit of a weight below its number, so that no word below it breaks at any size', async () => {
    const nested = (id: string) => [
      line('Picanha na brasa', { lineId: `${id}a`, quantity: 1.25, unit: 'KG', notes: 'gordura separada' }),
      line('Pizza broto', {
        lineId: `${id}b`,
        quantity: 2,
        options: [
          option('Borda recheada', { options: [option('Acabamento: Simples', { options: [option('Liso')] })] }),
        ],
      }),
    ]
    const page = await open(
      Array.from({ length: 9 }, (_, at) =>
        ticket(`9${at}`, { status: 'PREPARING', lines: at < 8 ? nested('1') : [...nested('1'), ...nested('2')] }),
      ),
    )
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(() => page.evaluate(columnFaults), { message: size }).toEqual([])
      await expect.poll(() => page.evaluate(brokenWords), { message: size }).toEqual([])
      await expect
        .poll(() => page.locator('main .quantity[data-high]').allInnerTexts(), { message: size })
        .toContain('1,25 kg')
    })
  })

  it('shows what changed with a sign, what it was, and an amber bar', async () => {
    const page = await open([
      ticket('1', {
        status: 'PREPARING',
        changes: { at: EVENING, removed: [{ name: 'Suco', quantity: 1, options: [] }] },
        lines: [
          line('Pudim', { lineId: 'a', isAdded: true }),
          line('Parmegiana', { lineId: 'b', quantity: 2, was: { name: 'Parmegiana', quantity: 1, options: [] } }),
          line('Arroz', { lineId: 'c' }),
        ],
      }),
    ])
    const rows = () =>
      page.locator('main .line').evaluateAll((all) =>
        all.map((one) => {
          const seen = one.cloneNode(true) as HTMLElement
          for (const hidden of seen.querySelectorAll('.visually-hidden, button')) hidden.remove()
          const bar = getComputedStyle(one, '::before').content !== 'none'
          return `${bar ? '| ' : ''}${(seen.textContent ?? '').replaceAll(/\s+/g, ' ').trim()}`
        }),
      )
    await expect.poll(rows).toEqual(['| +1× Pudim', '| 2× Parmegiana (era 1×)', '1× Arroz', '| −1× Suco'])
    await expect
      .poll(() =>
        page
          .locator('main .line .line-name', { hasText: 'Suco' })
          .evaluate((one) => getComputedStyle(one).textDecorationLine),
      )
      .toBe('line-through')
  })
})

/** Runs in the page: names that begin elsewhere than the others of their ticket, and quantities that lie over a name. */
function columnFaults(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('main .ticket:not([data-span])')].flatMap((one) => {
    const lines = [...one.querySelectorAll('.line')]
    const lefts = lines.map((row) => Math.round(row.querySelector('.line-name')?.getBoundingClientRect().left ?? 0))
    const isOver = lines.some((row) => {
      const quantity = row.querySelector('.quantity')
      const text = document.createRange()
      if (quantity === null) return true
      text.selectNodeContents(quantity)
      return text.getBoundingClientRect().right > (row.querySelector('.line-name')?.getBoundingClientRect().left ?? 0)
    })
    return new Set(lefts).size > 1 || isOver ? [`${one.dataset.form} ${lefts.join()} ${isOver}`] : []
  })
}

/** Runs in the page: options with a sign or a quantity of which a row does not begin where the first one begins. */
function hangingFaults(): readonly string[] {
  const texts = [
    ...document.querySelectorAll<HTMLElement>('main .option-name:has(> :is(svg, .node-quantity)) > .option-text'),
  ]
  return texts.flatMap((text) => {
    const words = document.createRange()
    words.selectNodeContents(text)
    const boxes = [...words.getClientRects()].filter(({ width }) => width > 1)
    const first = Math.min(...boxes.map(({ top }) => top))
    const left = Math.min(...boxes.filter(({ top }) => top < first + 4).map((box) => box.left))
    return boxes.some((box) => box.left < left - 1) ? [text.textContent ?? ''] : []
  })
}

/** Runs in the page: words of dishes, options and quantities that stand in two rows. */
function brokenWords(): readonly string[] {
  return [...document.querySelectorAll('main .lines')].flatMap((lines) => {
    const texts = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{N},]+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    return broken
  })
}
