import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

it.each([
  { width: 800, height: 600 },
  { width: 1366, height: 768 },
])('the set-up shows that the file of credentials was refused, at $width×$height', async (size) => {
  const snapshot = snapshotOf([], {
    settings: settingsWith({ setupStep: 'welcome' }),
    freshness: { state: 'setup', trouble: 'not-configured' },
    clock: { platformNow: EVENING, skewMs: 0 },
    notice: 'provision-refused',
  })
  const { page } = await board.open(snapshot, size)
  // It opens by itself, because it was begun.
  await page.getByTestId('setup-wizard').waitFor()
  const notice = page.getByTestId('wizard-notice')
  await notice.waitFor()
  const isOnTop = (): Promise<boolean> =>
    notice.evaluate((shown) => {
      const { left, top, width, height, bottom } = shown.getBoundingClientRect()
      return bottom <= innerHeight && shown.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(() => isOnTop()).toBe(true)
  await expect.poll(() => notice.textContent()).toContain('credenciais')
  // The next step is in sight at once; the other choices below the fold are brought up.
  for (const choice of ['.wizard-foot button', '.wizard-body button']) {
    for (const one of await page.locator(choice).all()) {
      if (choice.includes('body')) await one.scrollIntoViewIfNeeded()
      await eventually(async () => {
        const box = await one.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
      })
    }
  }
})
