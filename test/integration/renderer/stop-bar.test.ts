import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { brokenWords } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

const SHORT = [line('Pudim'), line('X-Salada')]
const LONG = [
  line('Feijoada completa para duas pessoas', { quantity: 2 }),
  line('Pizza grande de calabresa com borda recheada de cheddar e catupiry'),
  line('Picanha fatiada na brasa com farofa de banana'),
  line('Coca-Cola zero 2 L'),
]
const stopped = (displayId: string, more: Partial<ReturnType<typeof ticket>> = {}) =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    createdAt: minutesAgo(9),
    actions: [],
    alarm: 'cancelled',
    cancelled: { at: EVENING, acknowledged: false, reason: 'Cliente desistiu da compra' },
    lines: SHORT,
    ...more,
  })

/** Texts of the bar that leave it, their box or each other's place, and what it tells. Runs inside the page. */
function readBar() {
  const bar = document.querySelector<HTMLElement>('[data-testid="stop-strip"]')
  if (bar === null) return { faults: ['no bar'], text: '' }
  const frame = bar.getBoundingClientRect()
  const others = bar.querySelector('.stop-bar-others')?.getBoundingClientRect()
  const found: { readonly text: string; readonly box: DOMRect }[] = []
  const faults: string[] = []
  const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || parent.closest('.visually-hidden')) continue
    const chip = parent.closest('.announcement-chip')?.getBoundingClientRect()
    // A number that does not fit is in a row out of sight, and counted.
    if (chip && others && chip.top >= others.bottom - 1) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const about = parent.closest('.stop-bar-about, button')?.getBoundingClientRect() ?? frame
    for (const box of range.getClientRects()) {
      const slack = 0.2 * box.height
      const leaves = [frame, about].some(
        (one) =>
          box.left < one.left - 1.5 ||
          box.right > one.right + 1.5 ||
          box.top < one.top - slack ||
          box.bottom > one.bottom + slack,
      )
      if (leaves) faults.push(`is cut: ${text}`)
      for (const other of found)
        if (
          box.left < other.box.right - 1 &&
          other.box.left < box.right - 1 &&
          box.top < other.box.bottom - slack &&
          other.box.top < box.bottom - slack &&
          other.text !== text
        )
          faults.push(`${text} lies over ${other.text}`)
      found.push({ text, box })
    }
  }
  return { faults, text: found.map(({ text }) => text).join(' | ') }
}

const SEE_TICKET = {
  'pt-BR': '4 pratos: veja o bilhete vermelho',
  en: '4 dishes: see the red ticket',
  es: '4 platos: vea el pedido rojo',
}
const ACKNOWLEDGE = { 'pt-BR': 'Entendi, parei', en: 'Got it, stopped', es: 'Entendido, paré' }
const UNVERIFIED = { 'pt-BR': 'Ainda não conferido', en: 'Not verified yet', es: 'Aún sin verificar' }

describe.each(LOCALES)('the bar of cancelled orders in %s', (locale) => {
  const open = async (orders: readonly ReturnType<typeof ticket>[]) => {
    const { page } = await board.open(
      snapshotOf([...orders, ticket('1')], { settings: settingsWith({ locale }) }),
      BOARD_SIZES[0],
    )
    await page.getByTestId('stop-strip').waitFor()
    return page
  }

  it.each([
    ['all dishes where they fit', SHORT, /Pudim.*X-Salada/s],
    ['the number of dishes where one of them would be cut', LONG, new RegExp(SEE_TICKET[locale])],
  ] as const)('shows %s, and is nowhere cut at any size', async (_name, lines, expected) => {
    const page = await open([stopped('4142', { lines })])
    await atEachSize(page, BOARD_SIZES.slice(0, 5), async (size) => {
      await eventually(async () => {
        const { faults, text } = await page.evaluate(readBar)
        expect(faults, size).toEqual([])
        expect(text, size).toMatch(expected)
        expect(text, size).toContain(ACKNOWLEDGE[locale])
        expect(await page.evaluate(brokenWords), size).toEqual([])
      })
    })
    await expect
      .poll(() => page.locator('[data-order-id] [data-action="acknowledge"]').textContent())
      .toBe(ACKNOWLEDGE[locale])
  })

  it('names every one of several orders, is about one of them, and says which is not verified', async () => {
    const page = await open([
      stopped('4142', { lines: LONG }),
      stopped('4149', { status: 'PREPARING', cancellationAnnounced: true }),
    ])
    const bar = page.getByTestId('stop-strip')
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await eventually(async () => {
        const { faults, text } = await page.evaluate(readBar)
        expect(faults, size).toEqual([])
        expect(text, size).toMatch(/4142.*4149/s)
        expect(text, size).toMatch(/1 (de|of) 2/)
        expect(text.split('4149')[1], size).toContain(UNVERIFIED[locale])
      })
    })
    await bar.locator('[data-stop-order="order-4149"]').click()
    await expect.poll(() => bar.locator('.stop-bar-order').textContent()).toMatch(/4149/)
    await expect.poll(() => bar.locator('.stop-bar-about').textContent()).toContain(UNVERIFIED[locale])
    await expect.poll(() => bar.locator('.stop-bar-others').textContent()).not.toContain(UNVERIFIED[locale])
  })

  it('is nowhere cut with twelve of them, whose numbers are long', async () => {
    const page = await open(Array.from({ length: 12 }, (_, at) => stopped(`WA-2026-0009${at + 10}`, { lines: LONG })))
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await eventually(async () => {
        const { faults, text } = await page.evaluate(readBar)
        expect(faults, size).toEqual([])
        expect(text, size).toMatch(/1 (de|of) 12/)
      })
    })
  })
})
