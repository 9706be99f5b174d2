import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { electronProgram, expect, ROOT, test } from './kitchen.ts'

test('a ticket and its buttons can be found by what the documentation promises', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id, displayId } = platform.place({ orderType: 'DELIVERY' })
  const card = kitchen.card(id)
  await expect(card).toHaveRole('article')
  await expect(card).toHaveAccessibleName(new RegExp(displayId))
  await expect(card).toHaveAttribute('data-status', 'CREATED')
  await expect(card).toHaveAttribute('data-lane', 'new')
  const actions = () => card.locator('button[data-action]').evaluateAll((all) => all.map((each) => each.dataset.action))
  expect(await actions()).toEqual(['confirm', 'requestCancellation'])
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTruth(id, 'confirmed')
  await expect.poll(actions).toEqual(['preparing', 'ready-for-pickup', 'requestCancellation'])
  await kitchen.tap(id, 'ready-for-pickup')
  await kitchen.expectStatus(id, 'READY')
  await expect.poll(actions).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
})

test('the freshness badge follows the polls: fresh, late, stale, fresh again', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const badge = kitchen.page().getByTestId('freshness')
  await expect(badge).toHaveAttribute('data-state', 'fresh')
  await platform.beginOutage()
  await expect(badge).toHaveAttribute('data-state', /late|stale/, { timeout: 15_000 })
  await expect(badge).toHaveAttribute('data-state', 'stale', { timeout: 15_000 })
  await platform.endOutage()
  await expect(badge).toHaveAttribute('data-state', 'fresh', { timeout: 15_000 })
})

test('--rehearsal brings orders without any credentials, and they can be tapped', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-rehearsal-'))
  const program = electronProgram()
  const app = await _electron.launch({
    executablePath: program.executable,
    args: [...program.switches, ROOT, '--rehearsal', `--user-data-dir=${profile}`],
    cwd: ROOT,
  })
  try {
    const page = await app.firstWindow()
    const confirm = page.locator('[data-status="CREATED"] button[data-action="confirm"]').first()
    await confirm.waitFor()
    const orderId = await confirm.evaluate((button) => button.closest('[data-order-id]')?.getAttribute('data-order-id'))
    await confirm.click()
    const card = page.locator(`[data-order-id="${orderId}"]`)
    await expect(card.locator('[data-truth="held"]')).toBeVisible()
    await expect(card.locator('[data-truth="confirmed"]')).toBeVisible({ timeout: 20_000 })
  } finally {
    await app.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
})
