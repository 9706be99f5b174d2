import type { Locator, Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { SETUP_STEPS } from '../../../shared/contract/values.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { pictureAnswers } from '../../fixtures/board-harness/picture-answers.ts'
import { bagTickets, counterTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { openSetupStep } from '../../fixtures/board-harness/setup-step.ts'
import { eveningTickets, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'

/** What a person sees first on every page: one height of its buttons, and green for the next step alone. */

const SMALL = { width: 1366, height: 768 }
/** CSS pixels of 13 mm in the row on top, of 15 mm on the page, of 16 mm in its foot, and of the smallest text. */
const HEIGHTS = { top: 52, page: 60, foot: 64, text: 17.9 }
const SECTIONS = [
  ...['platforms', 'accepting', 'orders', 'channels', 'allergies', 'screen', 'role', 'sound', 'keyboard', 'stations'],
  ...['screens', 'pin', 'practice', 'paper', 'webhook', 'advanced', 'support'],
]

const board = boardForTests()

async function open(tickets: Parameters<typeof snapshotOf>[0], given: Parameters<typeof settingsWith>[0] = {}) {
  const settings = settingsWith(given)
  const { page } = await board.open(snapshotOf(tickets, { settings }), {
    ...SMALL,
    answers: { ...pictureAnswers(settings), 'print:tickets': { printed: 3 } },
  })
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
    const isInFoot = one.closest('.bag-foot, .dialog-buttons, .wizard-foot, .setup-buttons')
    return isInFoot && !one.closest('.settings-section') ? heights.foot : heights.page
  }
  const low = inSight.filter((one) => {
    const { height } = one.getBoundingClientRect()
    // Words in two rows make a button higher.
    return (
      one.matches(
        '.button, .choice:not(.choice-row) .choice-option, .field > .field-input:not(.code-input, .pin-input)',
      ) &&
      (height < wanted(one) - 1 || (height > heights.foot && height < 1.3 * heights.foot))
    )
  })
  // Two thirds of the text of a page are its help; smaller is for nobody who stands.
  const small = inSight.filter(
    (one) =>
      one.matches('p, label, dt, dd, li, h3, legend, span, button') &&
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '') &&
      !one.closest('.visually-hidden, [inert], svg') &&
      Number.parseFloat(getComputedStyle(one).fontSize) < heights.text,
  )
  const greens = inSight.filter((one) => getComputedStyle(one).backgroundColor === green)
  const about = (one: Element) => `${one.className} "${one.textContent?.slice(0, 30)}"`
  return [
    ...small.map((one) => `text of ${getComputedStyle(one).fontSize}: ${about(one)}`),
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

it('what is printed, and an order that is whole', async () => {
  const page = await open([...eveningTickets(), ticket('4900', { status: 'PREPARING', moreLines: 160 })])
  await page.getByTestId('open-settings').click()
  await page.getByTestId('print-open').click()
  await page.getByTestId('print-dialog').waitFor()
  await expectLooks(page.getByTestId('print-dialog'), 'print')
  await page.keyboard.press('Escape')
  await page.locator('[data-command="open-whole"]').first().click()
  await page.getByTestId('whole-order').waitFor()
  await expectLooks(page.getByTestId('whole-order'), 'whole order')
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

it('every step of the set-up, its PIN and the form of a further screen', async () => {
  for (const step of SETUP_STEPS) {
    const { page } = await openSetupStep(board, step, SMALL)
    await page.locator('.wizard-title').waitFor()
    await expectLooks(dialogOf(page), step)
    if (step === 'welcome' || step === 'access') {
      await page.locator('[data-wizard="join-another"], [data-wizard="choose-pin"]').first().click()
      await page.locator('[data-wizard="join"], [data-pin-key]').first().waitFor()
      await expectLooks(dialogOf(page), `second page of ${step}`)
    }
    await page.context().close()
  }
})

it('refused credentials, and the dialogs of the queue, of the sound and of the PIN', async () => {
  const { page: refused } = await board.open(
    snapshotOf([], {
      settings: settingsWith({ setupStep: 'done' }),
      freshness: { state: 'setup', trouble: 'credentials-refused' },
    }),
    SMALL,
  )
  await refused.locator('.setup-card').waitFor()
  await expectLooks(refused.locator('.setup'), 'refused')
  const page = await open(eveningTickets())
  for (const testId of ['unsettled', 'open-sound']) {
    await page.getByTestId(testId).click()
    await dialogOf(page).waitFor()
    await expectLooks(dialogOf(page), testId)
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  await page.evaluate(() => {
    window.harness.answers['lock:status'] = { ok: true, value: { isSet: true, isOpen: false, waitMs: 0 } }
  })
  await page.getByTestId('open-settings').click()
  await page.getByTestId('pin-pad').waitFor()
  await expectLooks(dialogOf(page), 'pin pad')
})
