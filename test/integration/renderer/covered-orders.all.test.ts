import { describe, expect, it } from 'vitest'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { contrasts } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, line, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

const cooking = Array.from({ length: 3 }, (_, index) => ticket(`${10 + index}`, { status: 'PREPARING' }))
const ringing = ticket('77', { createdAt: EVENING, confirmBy: EVENING + 480_000, alarm: 'new' })

async function open() {
  const { page } = await board.open(snapshotOf(cooking), { width: 1366, height: 768 })
  const push = () => page.evaluate((changed) => window.harness.push({ version: 2, changed, removed: [] }), [ringing])
  /** The orders that the window has reported as shown. */
  const shown = () =>
    page.evaluate(() =>
      window.harness.calls.flatMap(({ name, args }) => (name === 'order:shown' ? [JSON.stringify(args)] : [])),
    )
  const chip = page.locator(`.announcement-chip[data-alarm-order="${ringing.orderId}"]`)
  const card = page.locator(`.rail-cards [data-order-id="${ringing.orderId}"]`)
  return { page, push, shown, chip, card }
}

describe('a new order whose card is covered by the totals', () => {
  it('is announced in the header, and shown after a touch', async () => {
    const { page, push, shown, chip, card } = await open()
    await page.getByTestId('all-day-toggle').click()
    await page.getByTestId('all-day').waitFor()
    await push()
    await chip.waitFor()
    await expect.poll(async () => (await shown()).join()).not.toContain(ringing.orderId)
    await chip.click()
    await card.locator('button[data-action="confirm"]').click({ trial: true })
    await expect.poll(async () => (await shown()).join()).toContain(ringing.orderId)
    await expect.poll(() => chip.count()).toBe(0)
  })

  it('is announced while the totals are open, also when it was visible before', async () => {
    const { page, push, chip } = await open()
    await push()
    await page.locator(`.rail-cards [data-order-id="${ringing.orderId}"] button`).first().waitFor()
    await expect.poll(() => chip.count()).toBe(0)
    await page.getByTestId('all-day-toggle').click()
    await chip.waitFor()
    await page.getByTestId('all-day-toggle').click()
    await expect.poll(() => chip.count()).toBe(0)
  })
})

const ringingTickets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${100 + index}`, { createdAt: EVENING + index, confirmBy: EVENING + 480_000 + index, alarm: 'new' }),
  )

/** Runs in the page. Returns the announcements that a finger can touch completely. */
function touchableChips(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('.header-row .announcement-chip[data-alarm-order]')].flatMap(
    (chip) => {
      const { left, right, top, bottom } = chip.getBoundingClientRect()
      const points = [left + 3, (left + right) / 2, right - 3]
      const isWhole = points.every((x) => chip.contains(document.elementFromPoint(x, (top + bottom) / 2)))
      return isWhole ? [chip.dataset.alarmOrder ?? ''] : []
    },
  )
}

describe('in the view of the lanes, more new orders than the list and the header have space for', () => {
  it('are each visible, or announced after some touches of the button that counts them', async () => {
    const bar = { name: 'Bebidas', keywords: ['suco'] }
    const settings = settingsWith({
      layout: 'lanes',
      theme: 'light',
      station: 'Grelha',
      stations: [bar, { name: 'Grelha', keywords: ['picanha'] }],
    })
    const juice = ticket('50', { status: 'READY', lines: [line('Suco de laranja')] })
    const stop = ticket('51', {
      status: 'CANCELLED',
      lane: 'preparing',
      actions: [],
      cancelled: { at: EVENING, acknowledged: false },
    })
    const freshness = { state: 'stale', checkedAt: EVENING - 600_000 } as const
    const snapshot = snapshotOf([...ringingTickets(20), juice], { settings, freshness })
    const { page } = await board.open(snapshot, { width: 1024, height: 768 })
    const more = page.locator('.announcement-more')
    await more.waitFor()
    const named = () => page.locator('.header-row [data-alarm-order]').count()
    const left = async () => Number(await more.getAttribute('data-count'))
    // The alarm checks the page in idle moments. Until then the orders that the list shows are announced too.
    const unaccounted = async () => (await page.evaluate(touchableChips)).length + (await left()) - (await named())
    await atRest(page)
    await expect.poll(named).toBeLessThan(20)
    const seen = new Set<string>()
    for (let touches = 0; touches < 20 && seen.size < (await named()); touches += 1) {
      const now = await eventually(async () => {
        const chips = await page.evaluate(touchableChips)
        expect(chips.length).toBeGreaterThan(0)
        expect(await unaccounted()).toBe(0)
        return chips
      })
      for (const id of now) seen.add(id)
      await more.click()
      await expect.poll(() => page.evaluate(touchableChips)).not.toEqual(now)
    }
    expect(seen.size).toBe(await named())
    // A card of which only an edge is visible does not count as visible.
    await eventually(async () => {
      const inList = await page.locator('[data-lane-column="new"] .card').evaluateAll((cards) => {
        const { bottom } = cards[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect()
        const half = (box: DOMRect): boolean => bottom - box.top >= box.height / 2
        return cards.filter((card) => half(card.getBoundingClientRect())).length
      })
      expect(inList + seen.size).toBe(20)
    })
    // On the red of the badge.
    await eventually(async () => {
      const weak = await page.evaluate(contrasts, '.freshness .header-button')
      expect(weak.map(({ ratio }) => ratio >= 4.5)).toEqual([true])
    })
    await page.getByTestId('silence-stale').click({ trial: true })
    // The totals move nothing and can be closed again. An order that they cover is announced in the header when it
    // rings.
    const places = () =>
      page.locator('.lanes article').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    const before = await places()
    await page.getByTestId('all-day-toggle').click()
    await page.getByTestId('all-day').waitFor()
    await expect.poll(() => places()).toEqual(before)
    await page.locator('.lanes-totals button').click()
    await expect.poll(() => page.getByTestId('all-day').count()).toBe(0)
    // A stop has a row of its own and covers no title.
    // It moves the lanes: a finger that already moves to a button sends no step of another order.
    await page.evaluate(
      async (changed) => {
        await window.harness.push({ version: 2, changed, removed: [] })
        while (document.querySelector('.stop-bar') === null) await new Promise(requestAnimationFrame)
        document.querySelector<HTMLElement>('[data-lane-column="new"] .act-primary')?.click()
      },
      [stop],
    )
    const accepted = () => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length)
    await expect
      .poll(() =>
        page.locator('.lane-head :is(h2, .tab)').evaluateAll((parts) =>
          parts.flatMap((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect()
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return hit !== null && part.contains(hit) ? [] : [part.textContent]
          }),
        ),
      )
      .toEqual([])
    // Playwright waits until the button is enabled again. The tap under the finger was not sent.
    await page.locator('[data-lane-column="new"] .act-primary').first().click()
    await expect.poll(accepted).toBe(1)
    // An opened order of another station shows its dishes.
    await page.locator('[data-order-id="order-50"] [data-command="open"]').click()
    await page.locator('.opened .lines-elsewhere').getByText('Suco de laranja').waitFor()
  })
})

describe('a board without a rail', () => {
  it('counts no order for the rail, covers panels completely, and shows the pages beside a stop', async () => {
    const settings = settingsWith({ readingDistanceCm: 200, itemText: 'large' })
    const ready = Array.from({ length: 9 }, (_, index) => ticket(`${60 + index}`, { status: 'READY' }))
    const snapshot = snapshotOf([...ringingTickets(9), ...ready], { settings })
    const { page } = await board.open(snapshot, { width: 1024, height: 768 })
    await page.locator('.page article').first().waitFor()
    await expect.poll(() => page.locator('.side').count()).toBe(0)
    await page.locator('.tab[data-filter="new"]').click()
    await expect.poll(() => page.locator('.page [data-lane="ready"]').count()).toBe(0)
    await expect.poll(() => page.getByTestId('rail-more').count()).toBe(0)
    await page.locator('.tab[data-filter="done"]').click()
    await expect
      .poll(() => page.locator('.side').evaluate((side) => getComputedStyle(side).backgroundColor))
      .not.toBe('rgba(0, 0, 0, 0)')
    await page.locator('.pane[data-pane="done"] .panel-head button').click()
    const cancelled = { reason: 'Cliente desistiu da compra', at: EVENING, acknowledged: false }
    const stopped = ticket('61', { status: 'CANCELLED', actions: [], alarm: 'cancelled', cancelled })
    await page.evaluate((changed) => window.harness.push({ version: 2, changed, removed: [] }), [stopped])
    await page.getByTestId('stop-strip').waitFor()
    await page.locator('.page-next').click({ trial: true })
    await page.getByTestId('stop-strip').getByRole('button').last().click({ trial: true })
  })
})
