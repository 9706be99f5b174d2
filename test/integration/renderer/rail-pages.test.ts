import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/settings.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

/** More new orders than three pages of the rail and the gaps of page one have space for. */
const fresh = Array.from({ length: 60 }, (_, index) =>
  ticket(`${100 + index}`, { createdAt: EVENING + index, confirmBy: EVENING + 480_000 + index }),
)

async function open(tickets = fresh, settings: Partial<Settings> = {}) {
  const snapshot = snapshotOf(tickets, { settings: settingsWith(settings) })
  const { page } = await board.open(snapshot, { width: 1024, height: 768 })
  const more = page.getByTestId('rail-more')
  await more.waitFor()
  /** Top of each visible drawn card of the rail, by order id. */
  const inRail = (): Promise<Readonly<Record<string, number>>> =>
    page.evaluate(() => {
      const rail = document.querySelector('.rail-cards')?.getBoundingClientRect() ?? new DOMRect()
      return Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>('.rail-cards .card')].flatMap((card) => {
          const { top, bottom } = card.getBoundingClientRect()
          const isInSight = card.childElementCount > 0 && top >= rail.top - 1 && bottom <= rail.bottom + 1
          return isInSight ? [[card.dataset.orderId ?? '', Math.round(top)]] : []
        }),
      )
    })
  const push = (removed: readonly string[]) =>
    page.evaluate((ids) => window.harness.push({ version: 2, changed: [], removed: [...ids] }), removed)
  return { page, more, inRail, push }
}

describe('the rail with more new orders than places', () => {
  it('shows each of them after some taps, and the number of those that are left', async () => {
    // With everything that its bar can contain, in the language with the longest words.
    const stations = [{ name: 'Grelha', keywords: ['picanha'] }]
    const { page, more, inRail } = await open(fresh, { locale: 'es', stations })
    await page.locator('.station-choice').waitFor()
    await expect
      .poll(() =>
        page
          .locator('.board-bar, .board-choice, .tabs, .tabs > .tab, .pager')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)),
      )
      .toEqual([])
    const onPages = await page.locator('.page .card').evaluateAll((all) => all.map((one) => one.dataset.orderId ?? ''))
    const seen = new Set(onPages)
    for (const id of Object.keys(await inRail())) seen.add(id)
    const left = async (): Promise<number> => Number(/\+(\d+)/.exec((await more.textContent()) ?? '')?.[1] ?? 0)
    await expect.poll(() => left()).toBeGreaterThan(12)
    while ((await left()) > 0) {
      const before = seen.size
      await expect.poll(async () => before + (await left())).toBe(fresh.length)
      await more.click()
      await eventually(async () => {
        const now = new Set([...seen, ...Object.keys(await inRail())])
        expect(now.size).toBeGreaterThan(before)
        expect(now.size + (await left())).toBe(fresh.length)
        for (const id of now) seen.add(id)
      })
    }
    await more.click()
    await expect.poll(left).toBeGreaterThan(12)
  })

  it('moves no visible card when another card leaves', async () => {
    const { more, inRail, push } = await open()
    const first = Object.keys(await inRail())
    await more.click()
    await expect.poll(async () => Object.keys(await inRail()).some((id) => first.includes(id))).toBe(false)
    const before = await inRail()
    const [gone = '', ...others] = Object.keys(before)
    await push([gone])
    await expect.poll(async () => Object.keys(await inRail()).includes(gone)).toBe(false)
    await eventually(async () => {
      const after = await inRail()
      expect(others.map((id) => after[id])).toEqual(others.map((id) => before[id]))
    })
  })

  it('shows the new order that rings there when its announcement is touched', async () => {
    const last = ticket('199', { createdAt: EVENING + 99, confirmBy: EVENING + 480_099, alarm: 'new' })
    const { page, inRail } = await open([...fresh, last])
    await page.locator(`.announcement-chip[data-alarm-order="${last.orderId}"]`).click()
    await expect.poll(async () => Object.keys(await inRail())).toContain(last.orderId)
  })
})
