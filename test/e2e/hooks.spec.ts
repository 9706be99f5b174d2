import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import { electronProgram, expect, ROOT, test } from './kitchen.ts'

test.use({ sharesApp: true })

test('a ticket and its buttons have the documented hooks', { tag: '@gate' }, async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id, displayId } = platform.place({ orderType: 'DELIVERY' })
  const card = kitchen.card(id)
  await expect(card).toHaveRole('article')
  await expect(card).toHaveAccessibleName(new RegExp(displayId))
  await expect(card).toHaveAttribute('data-status', 'CREATED')
  await expect(card).toHaveAttribute('data-lane', 'new')
  const actions = () => card.locator('button[data-action]').evaluateAll((all) => all.map((each) => each.dataset.action))
  const opened = kitchen.page().getByTestId('opened-ticket').locator(`[data-order-id="${id}"]`)
  // A ticket has only its next step. A press on its head opens the order.
  await expect(card).toHaveAttribute('data-form', 'whole')
  await expect.poll(() => actions()).toEqual(['confirm'])
  await card.locator('button[data-command="open"]').click()
  await expect(opened).toHaveAttribute('data-status', 'CREATED')
  await expect(card).toHaveCount(1)
  await expect.poll(() => actions()).toEqual(['confirm', 'requestCancellation'])
  await expect(card.locator('button[data-command="print"]')).toBeVisible()
  await kitchen.tap(id, 'confirm')
  // The ticket is in its place on the wall, and the opened ticket is closed.
  await expect(kitchen.page().getByTestId('opened-ticket')).toHaveCount(0)
  await kitchen.expectTapStatus(id, 'confirmed')
  await expect.poll(actions).toEqual(['preparing'])
  await kitchen.tap(id, 'ready-for-pickup')
  await kitchen.expectStatus(id, 'READY')
  await expect.poll(actions).toEqual(['dispatch'])
  await card.locator('button[data-command="open"]').click()
  await expect.poll(actions).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
  await kitchen.page().locator('[data-testid="opened-ticket"] button[data-command="close"]').click()
  await expect.poll(actions).toEqual(['dispatch'])
})

test('the freshness badge follows the polls: fresh, late, stale, fresh again', { tag: '@gate' }, async ({
  kitchen,
}) => {
  const { platform } = kitchen
  await kitchen.open()
  const badge = kitchen.page().getByTestId('freshness')
  await expect(badge).toHaveAttribute('data-state', 'fresh')
  await platform.beginOutage()
  await expect(badge).toHaveAttribute('data-state', /late|stale/)
  await expect(badge).toHaveAttribute('data-state', 'stale')
  await platform.endOutage()
  await expect(badge).toHaveAttribute('data-state', 'fresh')
})

test.describe('with a separate app', () => {
  test.use({ needsOwnApp: true })

  test('the header, the tabs and the pages have the documented hooks', async ({ kitchen }) => {
    const { platform } = kitchen
    await kitchen.open()
    const page = kitchen.page()
    const deadline = page.getByTestId('nearest-deadline')
    await expect(deadline).toHaveCount(0)
    await expect(page.locator('.pages')).toHaveAttribute('data-page', '1')
    await expect(page.locator('.pages')).toHaveAttribute('data-pages', '1')
    const { id } = platform.place({ orderType: 'DELIVERY', startsAs: 'IN_DELIVERY' })
    const later = platform.place({ orderTiming: 'SCHEDULED', dueInMs: 120 * 60_000, startsAs: 'CONFIRMED' }).id
    for (const [panel, orderId] of [
      ['done', id],
      ['scheduled', later],
    ] as const) {
      const tab = page.locator(`button[data-filter="${panel}"]`)
      await expect(tab).toHaveAttribute('data-count', '1')
      await tab.click()
      await expect(tab).toHaveAttribute('aria-pressed', 'true')
      await expect(page.locator(`.pane[data-pane="${panel}"] [data-order-id="${orderId}"]`)).toBeInViewport({
        ratio: 1,
      })
      await tab.click()
      await expect(tab).toHaveAttribute('aria-pressed', 'false')
    }
    const ids = Array.from({ length: 20 }, () => platform.place().id)
    await expect(page.locator('button[data-filter="new"]')).toHaveAttribute('data-count', '20')
    // Each order has more than two minutes until it must be accepted.
    await expect(deadline).toHaveAttribute('data-urgency', 'calm')
    // Each new order has one ticket. Orders on further pages are counted.
    await expect(page.locator('article[data-lane="new"]')).toHaveCount(ids.length)
    const more = page.getByTestId('more-orders').first()
    const further = page.locator('.page:not([data-in-sight]) article')
    if ((await more.count()) > 0) await expect(more).toHaveAttribute('data-count', `${await further.count()}`)
  })
})

test('--practice shows orders without any credentials, and they can be tapped', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-practice-'))
  const program = electronProgram()
  const app = await _electron.launch({
    executablePath: program.executable,
    args: [...program.switches, ROOT, '--practice', `--user-data-dir=${profile}`],
    cwd: ROOT,
  })
  try {
    const page = await firstBoardWindow(app)
    const orderId = await page.locator('[data-status="CREATED"]').first().getAttribute('data-order-id')
    // By its id: another order may be the first one meanwhile.
    const card = page.locator(`[data-order-id="${orderId}"]`)
    await card.locator('button[data-action="confirm"]').click()
    await expect(card.locator('[data-truth="confirmed"]')).toBeVisible()
  } finally {
    await app.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
})
