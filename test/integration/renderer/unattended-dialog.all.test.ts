import { describe, expect, it } from 'vitest'
import { UNATTENDED_MS } from '../../../renderer/app/unattended-dialog.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { installFakeLock } from '../../fixtures/board-harness/fake-lock.ts'
import { EVENING, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

async function open(tickets = [ticket('1')], size = { width: 1366, height: 768 }) {
  const settings = settingsWith({ setupStep: 'done' })
  const { page } = await board.open(snapshotOf(tickets, { settings }), { ...size, ownWindow: true })
  await page.evaluate(() => {
    window.harness.answers['history:list'] = {
      ok: true,
      value: { from: 0, total: 0, counts: { all: 0, late: 0, cancelled: 0 }, entries: [] },
    }
    window.harness.answers['setup:status'] = { ok: true, value: { state: 'empty' } }
  })
  await page.clock.install()
  const push = (version: number, changed: Parameters<typeof ticket>[1][]) =>
    page.evaluate((delta) => window.harness.push(delta), {
      version,
      changed: changed.map((more, index) => ticket(String(version * 10 + index), more)),
      removed: [],
    })
  return { page, push, leave: () => page.clock.runFor(UNATTENDED_MS + 1_000) }
}

describe('a page in front of orders that is not used', () => {
  it('closes and keeps the text of the search', async () => {
    const { page, leave } = await open()
    await page.getByTestId('open-history').click()
    const dialog = page.getByTestId('history-dialog')
    await dialog.getByRole('searchbox').fill('pastel')
    await leave()
    await dialog.waitFor({ state: 'hidden' })
    // The board accepts touches again.
    await page.getByTestId('open-history').click()
    await dialog.waitFor()
    await expect.poll(() => dialog.getByRole('searchbox').inputValue()).toBe('pastel')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  })

  it('closes the settings and keeps what was typed on one of their pages', async () => {
    const { page, leave } = await open()
    await page.getByTestId('open-settings').click()
    const dialog = page.getByTestId('settings-dialog')
    await dialog.locator('[data-section="stations"]').click()
    await dialog.getByRole('button', { name: 'Adicionar praça' }).click()
    const name = dialog.getByRole('textbox', { name: 'Nome da praça' })
    await name.fill('Chapa quente')
    await leave()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByTestId('open-settings').click()
    await dialog.waitFor()
    await expect.poll(() => name.inputValue()).toBe('Chapa quente')
    await expect
      .poll(() => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'settings:change').length))
      .toBe(0)
  })

  it('is not shown again without the PIN', async () => {
    const { page, leave } = await open()
    await page.getByTestId('open-history').click()
    const dialog = page.getByTestId('history-dialog')
    await dialog.waitFor()
    await leave()
    await dialog.waitFor({ state: 'hidden' })
    await installFakeLock(page, '4071')
    await page.getByTestId('open-history').click()
    await page.getByTestId('pin-pad').waitFor()
    await expect.poll(() => dialog.isVisible()).toBe(false)
    await page.locator('[data-pin-key="cancel"]').click()
    await page.getByTestId('pin-pad').waitFor({ state: 'detached' })
    await expect.poll(() => dialog.isVisible()).toBe(false)
  })

  it.each([
    ['open-history', 'new', 'order-20'],
    ['open-settings', 'new', 'order-20'],
    ['open-history', 'cancelled', 'order-21'],
    ['open-settings', 'cancelled', 'order-21'],
  ])(
    '%s is below the row of cancelled orders and has the new ones beside its title; a tap on a %s one shows it',
    async (id, _, orderId) => {
      const { page, push } = await open()
      await page.getByTestId(id).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await push(2, [
        { createdAt: minutesAgo(0), alarm: 'new' },
        { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: false }, alarm: 'cancelled', actions: [] },
      ])
      const strip = page.getByTestId('stop-strip')
      const chip = dialog.getByTestId('orders-above').locator('[data-alarm-order="order-20"]')
      await strip.locator('[data-stop-order="order-21"]').waitFor()
      await eventually(async () => {
        const bottom = await strip.evaluate((element) => element.getBoundingClientRect().bottom)
        const box = await chip.boundingBox()
        expect(box !== null && box.y >= bottom && box.y + box.height <= 768 && box.height >= 40).toBe(true)
      })
      await page.clock.runFor(1_000)
      await page.locator(`:is(.stop-bar, .orders-above) [data-alarm-order="${orderId}"]`).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.clock.runFor(1_000)
      await expect.poll(() => page.locator(`main [data-order-id="${orderId}"]`).isVisible()).toBe(true)
    },
  )

  it.each([
    ['open-history', 1366, 768],
    ['open-history', 768, 1024],
    ['open-settings', 1920, 1080],
    ['open-settings', 1366, 768],
    ['open-settings', 768, 1024],
  ])('does not move any part of %s at %i×%i when orders appear above it', async (id, width, height) => {
    const { page, push } = await open([ticket('1', { status: 'PREPARING' })], { width, height })
    await page.getByTestId(id).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button').nth(3).waitFor()
    // The counts of the history come with its first page.
    if (id === 'open-history') await dialog.getByText('Todos 0').waitFor()
    const places = () =>
      dialog.evaluate((element) =>
        [...element.querySelectorAll('button, input, select')]
          .filter((one) => !one.closest('[data-testid="orders-above"]'))
          .map((one) => [one.textContent, one.getBoundingClientRect().left, one.getBoundingClientRect().top]),
      )
    await atRest(page)
    const before = await places()
    await push(2, [
      { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: false }, alarm: 'cancelled', actions: [] },
      ...Array.from({ length: 9 }, () => ({ createdAt: minutesAgo(0), alarm: 'new' as const })),
    ])
    const above = dialog.getByTestId('orders-above')
    await above.waitFor()
    await expect.poll(() => places()).toEqual(before)
    await eventually(async () => {
      const title = await dialog.locator('.dialog-title').boundingBox()
      const row = await above.boundingBox()
      expect(row?.x).toBeGreaterThanOrEqual((title?.x ?? 0) + (title?.width ?? 0))
      // The first new order is visible, and the title is below the row of cancelled orders.
      const chip = await above.locator('.announcement-chip').first().boundingBox()
      expect((chip?.x ?? 0) + (chip?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 1)
      const strip = await page.getByTestId('stop-strip').boundingBox()
      expect(title?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
    })
  })

  it.each([
    ['open-sound', 1080, 1920],
    ['open-sound', 1024, 768],
    ['open-sound', 768, 1024],
    ['open-settings', 768, 1024],
    ['open-history', 1024, 768],
    ['open-history', 1080, 1920],
  ])(
    '%s at %i×%i keeps its buttons free, and names whole orders only, however many ring',
    async (id, width, height) => {
      const { page, push } = await open([ticket('1', { status: 'PREPARING' })], { width, height })
      await page.getByTestId(id).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('button').nth(3).waitFor()
      await push(
        2,
        Array.from({ length: 20 }, (_, index) => ({
          displayId: `${5_800 + index}`,
          createdAt: minutesAgo(0),
          alarm: 'new' as const,
        })),
      )
      const above = dialog.getByTestId('orders-above')
      await above.waitFor()
      await expect
        .poll(() =>
          dialog.evaluate((frame) => {
            const isFree = (button: Element): boolean => {
              const { left, top, width, height } = button.getBoundingClientRect()
              return [1, width / 2, width - 1].every((x) =>
                button.contains(document.elementFromPoint(left + x, top + height / 2)),
              )
            }
            const chips = [...frame.querySelectorAll('.orders-above button')]
            const others = [...frame.querySelectorAll('.dialog-head button')].filter((one) => !chips.includes(one))
            const shown = chips.filter((chip) => {
              const { left, top, width, height } = chip.getBoundingClientRect()
              return [1, width - 1].some((x) => chip.contains(document.elementFromPoint(left + x, top + height / 2)))
            })
            return {
              covered: others.filter((one) => !isFree(one)).length,
              cut: shown.filter((one) => !isFree(one)).length,
              isShown: shown.length > 0,
            }
          }),
        )
        .toEqual({ covered: 0, cut: 0, isShown: true })
    },
  )

  it('does not close while a finger moves to a button and an order appears there', async () => {
    const { page, push } = await open()
    await page.getByTestId('open-settings').click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.clock.pauseAt(Date.now() + 10_000)
    await push(2, [{ createdAt: minutesAgo(0), alarm: 'new' }])
    await page.clock.runFor(50)
    const chip = dialog.locator('[data-alarm-order="order-20"]')
    await chip.dispatchEvent('click')
    await page.clock.runFor(600)
    await chip.dispatchEvent('click')
    await page.clock.runFor(200)
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await chip.dispatchEvent('click')
    await page.clock.runFor(200)
    await dialog.waitFor({ state: 'hidden' })
  })

  it.each([
    [1920, 1080],
    [1600, 960],
    [1280, 900],
    [1366, 768],
    [1024, 600],
    [768, 1024],
  ])('does not move the buttons of the set-up when orders appear above them, at %i x %i', async (width, height) => {
    const { page, push } = await open([], { width, height })
    await page.getByTestId('open-settings').click()
    await page.locator('[data-section="platforms"]').click()
    await page.getByTestId('open-setup').click()
    const wizard = page.getByTestId('setup-wizard')
    const button = wizard.locator('button.wizard-on')
    await button.waitFor()
    await atRest(page)
    const before = await button.boundingBox()
    await expect.poll(() => wizard.getByTestId('orders-above').count()).toBe(0)
    await push(2, [
      { createdAt: minutesAgo(0), alarm: 'new' },
      { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: false }, alarm: 'cancelled', actions: [] },
    ])
    await wizard.getByTestId('orders-above').waitFor()
    await expect.poll(() => button.boundingBox()).toEqual(before)
    await eventually(async () => {
      const strip = await page.getByTestId('stop-strip').boundingBox()
      const close = await wizard.locator('[data-wizard="close"]').boundingBox()
      expect(close?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
    })
  })
})
