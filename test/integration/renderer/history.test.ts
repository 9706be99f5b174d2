import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../shared/history.ts'
import { LOCALES } from '../../../shared/settings.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** The delay between the last letter and the search (renderer/history/history-dialog.tsx). */
const SEARCH_DELAY_MS = 150

const board = boardForTests()

const order = (displayId: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  orderId: `order-${displayId}`,
  displayId,
  status: 'DELIVERED',
  orderType: 'DELIVERY',
  customerName: 'Marina',
  items: ['2× Pastel de queijo'],
  milestones: { receivedAt: minutesAgo(40) },
  recall: 'possible',
  ...more,
})

const STORY = [
  { at: minutesAgo(40), kind: 'received', detail: 'CREATED' },
  { at: minutesAgo(40) + 600, kind: 'shown' },
  { at: minutesAgo(40) + 700, kind: 'rang', detail: 'new' },
  { at: minutesAgo(39), kind: 'tapped', detail: 'confirm' },
  { at: minutesAgo(39) + 5_000, kind: 'sent', detail: 'confirm' },
  { at: minutesAgo(39) + 6_500, kind: 'confirmed', detail: 'confirm' },
]

async function openHistory(
  settings: Parameters<typeof settingsWith>[0] = {},
  { hasClock = false }: { readonly hasClock?: boolean } = {},
) {
  const { page, pageErrors } = await board.open(snapshotOf([ticket('1')], { settings: settingsWith(settings) }), {
    ownWindow: hasClock,
  })
  if (hasClock) await page.clock.install()
  await page.evaluate(
    ({ entries, story }) => {
      const page1 = { ok: true, value: { from: 0, total: 2, entries } }
      const shift = {
        from: 0,
        orders: 64,
        cancelled: 3,
        accept: { count: 61, medianMs: 31_000, p90Ms: 118_000 },
        onTime: { kept: 45, promised: 50 },
      }
      Object.assign(window.harness.answers, {
        'history:list': page1,
        'history:shift': { ok: true, value: shift },
        'order:timeline': { ok: true, value: story },
        'history:export': { ok: true, value: { saved: true } },
      })
    },
    { entries: [order('4821'), order('4820', { status: 'CANCELLED', recall: 'no' })], story: STORY },
  )
  await page.getByTestId('open-history').click()
  const dialog = page.getByTestId('history-dialog')
  await dialog.locator('[data-history-order]').first().waitFor()
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  return { page, dialog, calls, pageErrors }
}

describe('the history', () => {
  it('names the business days, which begin at 04:00: at 01:00 on Sunday yesterday is Friday', async () => {
    const platformNow = Date.parse('2026-11-22T01:00:00-03:00')
    const { page } = await board.open(snapshotOf([], { clock: { platformNow, skewMs: 0 } }), {
      timezoneId: 'America/Sao_Paulo',
    })
    await page.getByTestId('open-history').click()
    const options = page.getByTestId('history-dialog').locator('select option')
    await options.first().waitFor({ state: 'attached' })
    await expect
      .poll(async () => (await options.allTextContents()).slice(0, 3).map((text) => text.replaceAll('\u00a0', ' ')))
      .toEqual(['Hoje', 'sex., 20 de nov.', 'qui., 19 de nov.'])
  })

  it('is searched during typing, and by day', async () => {
    const { dialog, calls, page } = await openHistory({}, { hasClock: true })
    const first = { daysAgo: 0, search: '', page: 0 }
    const typed = { daysAgo: 0, search: 'pastel', page: 0 }
    await dialog.getByRole('searchbox').fill('pastel')
    await expect.poll(() => calls('history:list')).toEqual([first, typed])
    await dialog.getByRole('combobox').selectOption('2')
    await expect.poll(() => calls('history:list')).toHaveLength(3)
    // A further search would have come after this time.
    await page.clock.runFor(2 * SEARCH_DELAY_MS)
    await expect.poll(() => calls('history:list')).toEqual([first, typed, { daysAgo: 2, search: 'pastel', page: 0 }])
  })

  it('shows the timeline of an order with the times since it was received', async () => {
    const { dialog } = await openHistory()
    await dialog.getByRole('button', { name: 'Linha do tempo' }).first().click()
    const story = dialog.locator('.story li')
    await story.nth(5).waitFor()
    await eventually(async () => {
      const words = (await story.allTextContents()).map((text) => text.replaceAll(/[\s\u00a0]+/g, ' '))
      expect(words[1]).toMatch(/\+0,6 s/)
      expect(words[3]).toContain('Aceitar · nesta tela')
      expect(words[5]).toMatch(/\+66,5 s.*Confirmado/)
    })
  })

  it('keeps facts and buttons in sight beside a display id, a name and an item of any length', async () => {
    const { dialog, page } = await openHistory()
    const endless = 'x'.repeat(300)
    const rows = [order(endless, { customerName: endless, items: [endless] }), order('4821')]
    await page.evaluate((entries) => {
      window.harness.answers['history:list'] = { ok: true, value: { from: 0, total: 2, entries } }
    }, rows)
    await dialog.getByRole('searchbox').fill('x')
    const row = dialog.locator(`[data-history-order="order-${endless}"]`)
    await row.waitFor()
    await eventually(async () => {
      const shown = await row.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        overflow: element.scrollWidth - element.clientWidth,
        facts: element.querySelector('.history-facts')?.getBoundingClientRect().width ?? 0,
        visible: innerHeight,
      }))
      expect(shown.overflow).toBe(0)
      expect(shown.height).toBeLessThan(shown.visible / 3)
      expect(shown.facts).toBeGreaterThan(200)
    })
  })

  it('recalls a finished order, and offers no recall of a cancelled order', async () => {
    const { dialog, calls } = await openHistory()
    await expect.poll(() => dialog.locator('[data-recall]').count()).toBe(1)
    await dialog.locator('[data-recall="order-4821"]').click()
    await expect.poll(() => calls('history:recall')).toEqual([{ orderId: 'order-4821', recalled: true }])
  })

  it('shows only the result of the latest attempt', async () => {
    const { dialog, page, calls } = await openHistory()
    const answer = (name: string, value: unknown) =>
      page.evaluate(
        ([call, given]) => {
          window.harness.answers[String(call)] = given
        },
        [name, value],
      )
    const alert = dialog.getByRole('alert')
    const list = await page.evaluate(() => window.harness.answers['history:list'])
    await answer('history:list', { ok: false, code: 'storage', message: '' })
    await dialog.getByRole('searchbox').fill('a')
    await alert.waitFor()
    await answer('history:list', list)
    await dialog.getByRole('searchbox').fill('')
    await alert.waitFor({ state: 'detached' })

    const listed = (await calls('history:list')).length
    await answer('history:recall', { ok: false, code: 'not-offered', message: '' })
    await dialog.locator('[data-recall="order-4821"]').click()
    await alert.getByText('O pedido mudou').waitFor()
    // The list is read again after a recall and shows no message about it.
    await expect.poll(async () => (await calls('history:list')).length).toBeGreaterThan(listed)
    await atRest(page)
    await expect.poll(() => alert.count()).toBe(1)
    await dialog.getByRole('button', { name: 'Salvar dados' }).click()
    await dialog.getByText('Arquivo salvo.').waitFor()
    await expect.poll(() => alert.count()).toBe(0)
    await answer('history:export', { ok: false, code: 'storage', message: '' })
    await dialog.getByRole('button', { name: 'Salvar dados' }).click()
    await alert.waitFor()
    await expect.poll(() => dialog.getByText('Arquivo salvo.').count()).toBe(0)
    await dialog.getByRole('combobox').selectOption('2')
    await alert.waitFor({ state: 'detached' })
  })

  it('is saved as data, as a page to print, and for one order', async () => {
    const { dialog, calls } = await openHistory()
    await dialog.getByRole('button', { name: 'Salvar dados' }).click()
    await dialog.getByText('Arquivo salvo.').waitFor()
    await dialog.getByRole('button', { name: 'Salvar para imprimir' }).click()
    await dialog.getByRole('button', { name: 'Linha do tempo' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar dados' }).nth(1).click()
    await expect
      .poll(() => calls('history:export'))
      .toEqual([
        { daysAgo: 0, search: '', format: 'json' },
        { daysAgo: 0, search: '', format: 'html' },
        { daysAgo: 0, search: '', format: 'json', orderId: 'order-4821' },
      ])
  })

  it('shows the figures of the shift', async () => {
    const { dialog } = await openHistory()
    await dialog.getByRole('button', { name: 'Fim do turno' }).click()
    const figure = async (name: string) =>
      ((await dialog.locator(`[data-figure="${name}"] dd`).textContent()) ?? '').replaceAll('\u00a0', ' ')
    await expect.poll(() => figure('orders')).toBe('64')
    await expect.poll(() => figure('accept')).toBe('tempo típico 31 s · 9 em 10 em até 1 min')
    await expect.poll(() => figure('ready')).toBe('Ainda sem dados')
    await expect.poll(() => figure('on-time')).toBe('90 % · 45 de 50 com horário prometido')
  })

  it.each(AXE_BY_THEME)(
    'has no fault that axe finds in the $theme theme; the sound dialog has none either',
    async ({ theme, rules }) => {
      const { page, dialog, pageErrors } = await openHistory({ theme })
      await dialog.getByRole('button', { name: 'Linha do tempo' }).first().click()
      await dialog.getByRole('button', { name: 'Fim do turno' }).click()
      await expect.poll(() => axeViolations(page, { rules })).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByTestId('open-sound').click()
      await page.getByTestId('sound-dialog').waitFor()
      await expect.poll(() => axeViolations(page, { rules })).toEqual([])
      expect(pageErrors).toEqual([])
    },
  )

  it.each(LOCALES)('has a text for every entry in %s', async (locale) => {
    const { page, dialog } = await openHistory({ locale })
    await dialog.locator('[aria-expanded]').first().click()
    await dialog.locator('[aria-expanded]').nth(1).click()
    await dialog.locator('[aria-expanded="true"]').nth(1).waitFor()
    await dialog
      .locator('.story li')
      .nth(STORY.length - 1)
      .waitFor()
    await atRest(page)
    await expect.poll(() => dialog.textContent()).not.toMatch(/\b(alarm|history)\.[a-z]|\{\{/i)
  })
})

it('a recalled ticket shows that it was recalled, and has a button that puts it away', async () => {
  const recalled = ticket('7', {
    status: 'DELIVERED',
    lane: 'preparing',
    actions: [],
    recalled: true,
    createdAt: EVENING,
  })
  const { page } = await board.open(snapshotOf([recalled]))
  const card = page.locator('[data-order-id="order-7"]')
  await card.getByText('A plataforma não sabe.').waitFor()
  await card.locator('[data-command="put-away"]').click()
  await eventually(async () => {
    const calls = await page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'history:recall'))
    expect(calls.map(({ args }) => args)).toEqual([{ orderId: 'order-7', recalled: false }])
  })
})
