import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { LOCALES, SETUP_STEPS } from '../../../shared/contract/values.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openSetupStep } from '../../fixtures/board-harness/setup-step.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
  { width: 800, height: 600 },
]

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
      await page.context().close()
    }
  }
})
