import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { LOCALES, SETUP_STEPS } from '../../../shared/contract/values.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { brokenWords } from '../../fixtures/board-harness/geometry.ts'
import { pictureAnswers } from '../../fixtures/board-harness/picture-answers.ts'
import { openSetupStep } from '../../fixtures/board-harness/setup-step.ts'
import { eveningTickets, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
  { width: 800, height: 600 },
] as const

const board = boardForTests()

/** The controls of the page that something covers when they are brought into sight, and words that are cut. */
const faultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const wizard = document.querySelector('.wizard')
    for (const control of wizard?.querySelectorAll('button, input, [role="switch"]') ?? []) {
      if (!(control instanceof HTMLElement) || control.hidden || control.closest('[inert]')) continue
      control.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height, bottom, right } = control.getBoundingClientRect()
      const name = control.getAttribute('data-wizard') ?? control.getAttribute('name') ?? control.textContent ?? ''
      for (const y of [top + 3, top + height / 2, bottom - 3]) {
        const hit = document.elementFromPoint(left + width / 2, y)
        const isOwn = hit !== null && (control.contains(hit) || hit.contains(control))
        if (!isOwn) found.push(`covered: ${name} at ${Math.round(y)}`)
      }
      if (left < 0 || right > innerWidth + 1) found.push(`outside: ${name}`)
    }
    for (const text of wizard?.querySelectorAll(
      '.button, .segment, .choice-option, .wizard-step, .wizard-choice, p, h2',
    ) ?? [])
      if (text.scrollWidth > text.clientWidth + 1 && !text.matches('.visually-hidden, .ticket *'))
        found.push(`cut: ${text.textContent}`)
    return found
  })

it.each(SIZES)('no step hides a control or cuts a word at $width×$height', async (size) => {
  for (const step of SETUP_STEPS) {
    for (const locale of LOCALES) {
      const { page } = await openSetupStep(board, step, size, locale)
      await page.locator('.wizard-title').waitFor()
      await expect.poll(() => faultsOf(page), { message: `${step} in ${locale}` }).toEqual([])
      await expect.poll(() => page.evaluate(brokenWords), { message: `${step} in ${locale}` }).toEqual([])
      await page.context().close()
    }
  }
})

/** What is on the page and not in sight: how far it scrolls, and the rows of the choice of a platform but one. */
const hiddenOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const body = document.querySelector('.wizard-body')
    const tops = [...document.querySelectorAll('[data-testid="which-platform"] label')].map(
      (one) => one.getBoundingClientRect().top,
    )
    return [(body?.scrollHeight ?? 0) - (body?.clientHeight ?? 0), Math.max(...tops) - Math.min(...tops)]
  })

it.each([SIZES[0], SIZES[1], { width: 1280, height: 800 }])(
  'the three fields of a platform are in sight at once, also with a refused secret, at $width×$height',
  async (size) => {
    for (const locale of LOCALES) {
      const { page, answer } = await openSetupStep(board, 'platform', size, locale)
      await page.locator('input[name="client-secret"]').waitFor()
      await expect.poll(() => hiddenOf(page), { message: locale }).toEqual([0, 0])
      await answer('setup:test', { mayKeep: false, fault: 'credentials-refused', failedAt: 'token', status: 401 })
      await page.locator('[data-wizard="paste-all"]').tap()
      const secret = page.locator('.field', { has: page.locator('input[name="client-secret"]') })
      await secret.getByRole('alert').waitFor()
      const below = () =>
        page.evaluate(() => {
          const bottom = document.querySelector('input[name="client-secret"]')?.getBoundingClientRect().bottom ?? 0
          const title = document.querySelector('.wizard-title')?.getBoundingClientRect().top ?? 0
          const foot = document.querySelector('.wizard-foot')?.getBoundingClientRect().top ?? 0
          return [title >= 0, bottom <= foot]
        })
      await expect.poll(below, { message: locale }).toEqual([true, true])
      await page.context().close()
    }
  },
)

it.each([SIZES[1], SIZES[2]])(
  'the practice order breaks no word, and is as on the wall, at $width×$height',
  async (size) => {
    for (const locale of LOCALES) {
      const { page } = await openSetupStep(board, 'sound', size, locale)
      await page.locator('[data-wizard="next"]').tap()
      await page.locator('.wizard-frame .ticket').waitFor()
      await atRest(page)
      const rows = () =>
        page
          .locator('.wizard-frame .display-id')
          .evaluate((id) => id.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(id).fontSize))
      await expect.poll(rows, { message: locale }).toBeLessThan(1.7)
      await expect.poll(() => page.evaluate(brokenWords), { message: locale }).toEqual([])
      await expect.poll(() => faultsOf(page), { message: locale }).toEqual([])
      await page.context().close()
    }
  },
)

it('a high screen has the result of the test below the fields', async () => {
  const { page } = await openSetupStep(board, 'platform', SIZES[2])
  await page.locator('[data-wizard="paste-all"]').tap()
  const report = page.getByTestId('test-report')
  const below = async () =>
    ((await report.boundingBox())?.y ?? 0) - ((await page.locator('.wizard-form').boundingBox())?.y ?? 0)
  await expect.poll(below).toBeGreaterThan(300)
})

it.each([SIZES[0], SIZES[1]])('the form of a further screen lies over nothing, at $width×$height', async (size) => {
  for (const locale of LOCALES) {
    const { page, answer } = await openSetupStep(board, 'welcome', size, locale)
    await answer('screens:find', { computers: [{ name: 'Caixa', address: '192.168.0.12' }] })
    await page.locator('[data-wizard="join-another"]').tap()
    await page.locator('[data-station]').waitFor()
    await expect.poll(() => faultsOf(page), { message: locale }).toEqual([])
    await expect.poll(() => hiddenOf(page).then(([hidden]) => hidden), { message: locale }).toBe(0)
    await page.context().close()
  }
})

it.each([SIZES[0], SIZES[1]])(
  'a further platform has its three fields in sight over the board, at $width×$height',
  async (size) => {
    for (const locale of LOCALES) {
      const settings = settingsWith({ locale })
      const { page } = await board.open(snapshotOf(eveningTickets(), { settings }), {
        ...size,
        answers: pictureAnswers(settings),
      })
      await page.getByTestId('open-settings').click()
      await page.locator('[data-section="platforms"]').click()
      await page.locator('[data-command="add"]').click()
      await page.locator('input[name="client-secret"]').waitFor()
      await expect.poll(() => hiddenOf(page), { message: locale }).toEqual([0, 0])
      await expect.poll(() => faultsOf(page), { message: locale }).toEqual([])
      await page.context().close()
    }
  },
)
