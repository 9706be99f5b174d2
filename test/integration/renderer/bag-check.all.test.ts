import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openCounter } from '../../fixtures/board-harness/counter-window.ts'
import { fingersOn, middleOf } from '../../fixtures/board-harness/fingers.ts'
import { brokenWords, contrasts } from '../../fixtures/board-harness/geometry.ts'
import { bagTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { line, option, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const MM_PX = 4
/** Of the row of a dish, 84 px at four pixels to the millimetre. */
const ROW_MM = 21

const board = boardForTests()

/** Long names, a combo, a removal and an allergy inside a dish. */
const crowded = ticket('4900', {
  status: 'READY',
  orderType: 'TAKEOUT',
  pickupCode: 'AB-1234-XYZ',
  customerName: 'Maximiliana Wolfeschlegelsteinhausen',
  notes: ['Alergia a amendoim, castanhas e glúten', 'Mandar guardanapos'],
  lines: [
    line('Executivo de contrafilé acebolado com fritas e arroz à grega', { lineId: 'a', quantity: 12 }),
    line('Combo da casa', {
      lineId: 'b',
      options: [option('Sem cebola'), option('Guaraná Antarctica 350 ml', { group: 'Bebida' }), option('Batata média')],
      notes: 'Alérgico a leite',
    }),
    ...Array.from({ length: 12 }, (_, at) => line(`Pastel de sabor ${at}`, { lineId: `p${at}` })),
    line('Molho de pimenta', { lineId: 'm', quantity: 0.5, unit: 'KG' }),
  ],
})

async function openBag(orderId: string, settings: Partial<Settings>) {
  const opened = await openCounter(board, [...bagTickets(), crowded], { checksBags: true, ...settings })
  await opened.page.locator(`[data-order-id="${orderId}"] [data-command="check-bag"]`).click()
  await opened.page.locator('.bag-row').first().waitFor()
  return opened
}

/** Runs in the page. Returns texts that are cut, and parts that leave the page or overlap each other. */
function faults(): readonly string[] {
  const found: string[] = []
  const slack = 1.5
  const page = document.querySelector('.dialog.is-page')?.getBoundingClientRect() ?? new DOMRect()
  const name = (element: Element): string => `.${element.className} "${element.textContent?.slice(0, 40)}"`
  for (const element of document.querySelectorAll<HTMLElement>('.bag-page *, .bag-foot *')) {
    if (element.closest('svg, .visually-hidden')) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 0 && (left < page.left - slack || right > page.right + slack)) found.push(`leaves: ${name(element)}`)
    if (getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + slack)
      found.push(`is cut: ${name(element)}`)
  }
  const blocks = [...document.querySelectorAll('.bag-row, .bag-head, .bag-columns h3, .bag-foot > *')]
  // What is scrolled lies behind the foot.
  const scrolled = document.querySelector('.bag-page')
  for (const [index, one] of blocks.entries()) {
    for (const other of blocks.slice(index + 1)) {
      if (scrolled?.contains(one) !== scrolled?.contains(other)) continue
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      if (a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack)
        found.push(`overlap: ${name(one)} and ${name(other)}`)
    }
  }
  const foot = document.querySelector('.bag-foot')?.getBoundingClientRect() ?? new DOMRect()
  if (foot.height === 0 || foot.bottom > innerHeight + slack) found.push('the foot is out of sight')
  return found
}

describe.each(LOCALES)('the check of a bag in %s', (locale) => {
  it.each(['order-4814', 'order-4900'])('cuts no text and breaks no word at any size, %s', async (orderId) => {
    const { page, pageErrors } = await openBag(orderId, { locale })
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(() => page.evaluate(faults), { message: size }).toEqual([])
      await expect.poll(() => page.evaluate(brokenWords), { message: size }).toEqual([])
      await eventually(async () => {
        const rows = await page
          .locator('.bag-row')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
        expect(Math.min(...rows), size).toBeGreaterThanOrEqual(ROW_MM * MM_PX - 0.5)
      })
    })
    expect(pageErrors).toEqual([])
  })
})

it.each(AXE_BY_THEME)(
  'the check of a bag has no fault that axe finds, and enough contrast, in $theme',
  async ({ theme, rules }) => {
    const { page } = await openBag('order-4814', { theme })
    await eventually(async () => {
      const violations = await axeViolations(page, { rules })
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      const weak = await page.evaluate(contrasts, '.bag-name, .bag-remark, .bag-code, .bag-count')
      expect(weak.filter(({ ratio }) => ratio < 7)).toEqual([])
    })
  },
)

it('a finger that lies on the button ticks all lines, and its end makes no other step', async () => {
  const { page, calls } = await openBag('order-4814', {})
  const fingers = await fingersOn(page)
  await fingers.down(1, await middleOf(page.locator('[data-command="hold-all"]')))
  const together = [{ orderId: 'order-4814', rows: ['molho', 'cutlery'], isTicked: true }]
  await expect.poll(() => calls('order:tick-bag')).toEqual(together)
  await fingers.up(1)
  await page.locator('[data-bag-row="salada"]').click()
  await expect.poll(() => calls('order:tick-bag')).toHaveLength(2)
  await expect.poll(() => calls('order:act')).toEqual([])
})
