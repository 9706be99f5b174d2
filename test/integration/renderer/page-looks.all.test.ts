import type { Locator, Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { pictureAnswers } from '../../fixtures/board-harness/picture-answers.ts'
import { bagTickets, counterTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { eveningTickets, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'

/** What a person sees first on every page: one height of its buttons, and green for the next step alone. */

const SMALL = { width: 1366, height: 768 }
/** CSS pixels of 13 mm in the row on top, of 15 mm on the page, of 16 mm in its foot. */
const HEIGHTS = { top: 52, page: 60, foot: 64 }
const SECTIONS = [
  ...['platforms', 'accepting', 'orders', 'channels', 'allergies', 'screen', 'role', 'sound', 'keyboard', 'stations'],
  ...['screens', 'pin', 'practice', 'paper', 'webhook', 'advanced', 'support'],
]

const board = boardForTests()

async function open(tickets: Parameters<typeof snapshotOf>[0], given: Parameters<typeof settingsWith>[0] = {}) {
  const settings = settingsWith(given)
  const { page } = await board.open(snapshotOf(tickets, { settings }), { ...SMALL, answers: pictureAnswers(settings) })
  return page
}

/** What is wrong with the looks of a page: buttons of another height, and green that is no button of a next step. Runs in the page. */
function wrongLooks(root: Element, heights: typeof HEIGHTS): readonly string[] {
  const probe = document.createElement('i')
  probe.style.background = 'var(--go)'
  document.body.append(probe)
  const green = getComputedStyle(probe).backgroundColor
  probe.remove()
  const inSight = [...root.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.getBoundingClientRect().height > 0 && !one.closest('.ticket, .keyboard'),
  )
  const wanted = (one: Element): number => {
    if (one.closest('.dialog-head, .history-tools, .bag-bags')) return heights.top
    return one.closest('.bag-foot, .dialog-buttons') && !one.closest('.settings-section') ? heights.foot : heights.page
  }
  const low = inSight.filter((one) => {
    const { height } = one.getBoundingClientRect()
    // Words in two rows make a button higher.
    return (
      one.matches('.button') && (height < wanted(one) - 1 || (height > heights.foot && height < 1.3 * heights.foot))
    )
  })
  const greens = inSight.filter((one) => getComputedStyle(one).backgroundColor === green)
  const about = (one: Element) => `${one.className} "${one.textContent?.slice(0, 30)}"`
  return [
    ...low.map((one) => `height ${Math.round(one.getBoundingClientRect().height)}: ${about(one)}`),
    ...greens.filter((one) => !one.matches('button.button-primary')).map((one) => `green: ${about(one)}`),
    ...greens.slice(1).map((one) => `a second green: ${about(one)}`),
  ]
}

const expectLooks = (shown: Locator, name: string) =>
  expect.poll(() => shown.evaluate(wrongLooks, HEIGHTS), { message: name }).toEqual([])

const dialogOf = (page: Page): Locator => page.locator('[role="dialog"]').last()

it('every section of the settings', async () => {
  const page = await open(eveningTickets())
  await page.getByTestId('open-settings').click()
  for (const section of SECTIONS) {
    await page.locator(`[data-section="${section}"]`).click()
    await page.locator(`[data-section="${section}"][aria-pressed="true"]`).waitFor()
    await expectLooks(dialogOf(page), section)
  }
})

it('the history and the end of a shift', async () => {
  const page = await open(eveningTickets())
  await page.getByTestId('open-history').click()
  await page.locator('[data-opened-order]').first().waitFor()
  await expectLooks(dialogOf(page), 'history')
  await page.getByTestId('open-shift').click()
  await page.locator('[data-figure="orders"]').waitFor()
  await expectLooks(dialogOf(page), 'shift')
})

it('the code pad and the bag check', async () => {
  const counter = await open(counterTickets(), { view: 'counter' })
  await tapAction(counter, 'order-4809', 'validateCode')
  await dialogOf(counter).waitFor()
  await expectLooks(dialogOf(counter), 'code pad')
  const bags = await open(bagTickets(), { view: 'counter', checksBags: true })
  await bags.locator('[data-order-id="order-4814"] [data-command="check-bag"]').click()
  await bags.getByTestId('bag-check').waitFor()
  await expectLooks(dialogOf(bags), 'bag check')
})

it('the reasons of a cancellation, also of a chosen one', async () => {
  const page = await open(eveningTickets())
  await tapAction(page, 'order-4817', 'requestCancellation')
  await dialogOf(page).locator('input[type="radio"]').first().check()
  await expectLooks(dialogOf(page), 'cancel')
})

it('the score of a practice', async () => {
  const page = await open([])
  await page.getByTestId('open-settings').click()
  await page.locator('[data-section="practice"]').click()
  await page.locator('[data-practice="begin"]').first().click()
  await page.locator('[data-practice="end"]').click()
  await page.getByTestId('score-sheet').waitFor()
  await expectLooks(page.getByTestId('score-sheet'), 'score')
})
