import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printDocument } from '../../../electron/printing/print-document.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { PAPERS, type Paper } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { fontsOf } from '../../fixtures/board-harness/fonts-of.ts'
import {
  EVENING,
  eveningTickets,
  line,
  option,
  rushTickets,
  settingsWith,
  ticket,
  troubledTickets,
} from '../../fixtures/board-harness/tickets.ts'
import { type ServedPaper, servePaper, WIDTH_MM } from '../../fixtures/paper/served-paper.ts'

const LONGEST = rushTickets().toSorted((a, b) => b.lines.length - a.lines.length)[0]

let paper: ServedPaper
beforeAll(async () => {
  paper = await servePaper()
})
afterAll(() => paper.close())

const documentOf = (tickets: readonly Ticket[], size: Paper, settings: Partial<Settings> = {}): string =>
  printDocument({
    tickets: tickets.map((one, index) => ({ ticket: one, isReprint: index % 2 === 1 })),
    paper: size,
    settings: settingsWith(settings),
    printedAt: EVENING,
    staleSince: EVENING - 600_000,
  })

/** Runs in the page. Returns the parts that cross an edge, overlap another part or are too small to read on paper. */
function faults(): readonly string[] {
  const found: string[] = []
  const slack = 0.6
  const name = (element: Element): string =>
    `${element.tagName}.${element.className} "${element.textContent?.slice(0, 30)}"`
  const body = document.body.getBoundingClientRect()
  for (const element of document.querySelectorAll('article, article *')) {
    const box = element.getBoundingClientRect()
    if (box.width === 0) continue
    if (box.left < body.left - slack || box.right > body.right + slack) found.push(`over the edge: ${name(element)}`)
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
      found.push(`cut: ${name(element)}`)
    const style = getComputedStyle(element)
    if (Number.parseFloat(style.fontSize) * 0.75 < 7.9) found.push(`too small: ${name(element)}`)
    for (const colour of [style.color, style.backgroundColor, style.borderTopColor]) {
      const channels = (colour.match(/[\d.]+/g) ?? []).map(Number)
      const isInk = channels.slice(0, 3).every((value) => value === 0)
      const isPaper = channels.slice(0, 3).every((value) => value === 255)
      if (channels[3] !== 0 && !isInk && !isPaper) found.push(`neither ink nor paper: ${colour} ${name(element)}`)
    }
  }
  const blocks = [...document.querySelectorAll('.line, .option, .note, .head, .facts > p, .foot, .mark, .stop')]
  for (const [index, block] of blocks.entries()) {
    for (const other of blocks.slice(index + 1, index + 6)) {
      if (block.contains(other) || other.contains(block)) continue
      const a = block.getBoundingClientRect()
      const b = other.getBoundingClientRect()
      const isOver =
        a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack
      if (isOver) found.push(`overlap: ${name(block)} and ${name(other)}`)
    }
  }
  return found
}

describe.each(PAPERS)('a ticket on %s', (size) => {
  it('fits on its paper without cut texts', async () => {
    const everything = [...eveningTickets(), ...troubledTickets(), ...(LONGEST ? [LONGEST] : [])]
    const shown = await paper.show(documentOf(everything, size, { locale: 'es' }), size)
    await expect.poll(() => shown.page.evaluate(faults)).toEqual([])
    expect(shown.unexpected).toEqual([])
    await shown.page.context().close()
  })

  it("is printed in the board's font, with a slash in the zero of its number alone", async () => {
    const order = ticket('4080', { lines: [line('Açaí 500 ml')], pickupCode: 'B10' })
    const shown = await paper.show(documentOf([order], size), size)
    const fontsIn = async (selector: string) =>
      (await fontsOf(shown.page, selector)).map(({ familyName, isCustomFont }) => [familyName, isCustomFont])
    const atkinson = ['Atkinson Hyperlegible Next', true]
    await expect.poll(() => fontsIn('h1')).toEqual([atkinson])
    await expect.poll(() => fontsIn('.code strong')).toEqual([atkinson])
    await expect
      .poll(async () => (await fontsIn('.line bdi')).toSorted())
      .toEqual([atkinson, ['Comanda Plain Zero', true]])
    expect(shown.unexpected).toEqual([])
    await shown.page.context().close()
  })

  it('has the width of its paper, and on a roll the length of the ticket', async () => {
    const tickets = size === 'a4' ? rushTickets() : rushTickets().slice(4, 5)
    const shown = await paper.show(documentOf(tickets, size), size)
    const { pages } = await shown.pdf()
    for (const [wide] of pages) expect(Math.abs(wide - WIDTH_MM[size])).toBeLessThan(0.6)
    if (size === 'a4') expect(pages.length).toBeGreaterThan(2)
    else expect(pages).toHaveLength(1)
    await shown.page.context().close()
  })

  it('runs no script and requests nothing, for any text of a customer', async () => {
    const hostile = '<img src="/x" onerror="document.title=1"><script src="/y"></script><b>‮‭'
    const shown = await paper.show(
      documentOf(
        [
          ticket(hostile, {
            notes: [hostile, '🍔'.repeat(2_000)],
            customerName: `${'N'.repeat(300)}`,
            lines: [line(hostile, { notes: hostile, options: [option('W'.repeat(400))] })],
          }),
        ],
        size,
      ),
      size,
    )
    expect(shown.unexpected).toEqual([])
    await expect.poll(() => shown.page.evaluate(() => document.querySelectorAll('img, script, b').length)).toBe(0)
    await expect.poll(() => shown.page.title()).toBe('Comanda')
    await expect.poll(() => shown.page.evaluate(faults)).toEqual([])
    await shown.page.context().close()
  })

  it('runs no script that is added to its page, because its policy forbids it', async () => {
    const shown = await paper.show(`<script>document.title = 'ran'</script><p style="color:red">x</p>`, size)
    await expect.poll(() => shown.page.title()).not.toBe('ran')
    expect(shown.unexpected.length).toBeGreaterThan(0)
    await shown.page.context().close()
  })
})
