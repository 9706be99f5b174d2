// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { HistoryEntry } from '../../../shared/contract/history.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

/** The delay between the last letter and the search (renderer/history/history-dialog.tsx). */
const SEARCH_DELAY_MS = 150
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
const ENTRIES = [order('4821'), order('4820', { status: 'CANCELLED', recall: 'no' })]
const LIST = { from: 0, total: 2, entries: ENTRIES }
const SHIFT = {
  from: 0,
  orders: 64,
  cancelled: 3,
  accept: { count: 61, medianMs: 31_000, p90Ms: 118_000 },
  onTime: { kept: 45, promised: 50 },
}
const FAILED = { ok: false, code: 'storage', message: '' }

async function openHistory(given: Partial<Settings> = {}) {
  const opened = await openInDom(snapshotOf([ticket('1')], { settings: settingsWith(given) }), {
    'history:list': LIST,
    'history:shift': SHIFT,
    'order:timeline': STORY,
    'history:export': { saved: true },
  })
  await opened.tap('@open-history')
  await opened.find('@history-dialog [data-history-order]')
  return {
    ...opened,
    search: (text: string) => opened.fill('@history-dialog [type="search"]', text),
    chooseDay: async (daysAgo: string): Promise<void> => {
      const day = await opened.find('@history-dialog select')
      Reflect.set(day, 'value', daysAgo)
      day.dispatchEvent(new Event('change', { bubbles: true }))
      await opened.runFor(1)
    },
    save: (at = 0) => opened.touch(opened.all('@history-dialog button', 'Exportar')[at]),
  }
}

it('names the business days, which begin at 04:00: at 01:00 on Sunday yesterday is Friday', async () => {
  const platformNow = Date.parse('2026-11-22T01:00:00-03:00')
  const { tap, find, all } = await openInDom(snapshotOf([], { clock: { platformNow, skewMs: 0 } }), {
    'history:list': LIST,
  })
  await tap('@open-history')
  await find('@history-dialog select option')
  const days = all('@history-dialog select option').slice(0, 3)
  expect(days.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Hoje',
    'sex., 20 de nov.',
    'qui., 19 de nov.',
  ])
})

it('is searched during typing, and by day', async () => {
  const { search, chooseDay, runFor, calls } = await openHistory()
  await search('past')
  await search('pastel')
  await runFor(SEARCH_DELAY_MS)
  await chooseDay('2')
  await runFor(2 * SEARCH_DELAY_MS)
  expect(calls('history:list')).toEqual([
    { daysAgo: 0, search: '', page: 0 },
    { daysAgo: 0, search: 'pastel', page: 0 },
    { daysAgo: 2, search: 'pastel', page: 0 },
  ])
})

it('shows the timeline of an order with the times since it was received, and the figures of the shift', async () => {
  const { tap, find, all, words } = await openHistory()
  await tap('@history-dialog button', 'Linha do tempo')
  await find('.story li:nth-child(6)', 'Confirmado')
  expect(words('.story li:nth-child(2)')).toContain('+0,6 s')
  expect(words('.story li:nth-child(4)')).toContain('Aceitar · nesta tela')
  expect(words('.story li:nth-child(6)')).toContain('+66,5 s')
  await tap('@history-dialog button', 'Fim do turno')
  await find('[data-figure="orders"]')
  expect(['orders', 'accept', 'prepare', 'on-time'].map((name) => words(`[data-figure="${name}"] dd`))).toEqual([
    '64',
    'tempo típico 31 s · 90 % em até 1 min',
    'Ainda sem dados',
    '90 % · 45 de 50 com horário prometido',
  ])
  expect(all('.story li')).toHaveLength(STORY.length)
})

it('recalls a finished order, and offers no recall of a cancelled order', async () => {
  const { tap, all, calls } = await openHistory()
  expect(all('@history-dialog [data-recall]')).toHaveLength(1)
  await tap('[data-recall="order-4821"]')
  expect(calls('history:recall')).toEqual([{ orderId: 'order-4821', recalled: true }])
})

it('shows only the result of the latest attempt', async () => {
  const { search, chooseDay, save, tap, find, gone, until, all, answer, ok, calls } = await openHistory()
  const alert = '@history-dialog [role="alert"]'
  answer('history:list', FAILED)
  await search('a')
  await find(alert)
  ok('history:list', LIST)
  await search('')
  await gone(alert)

  const listed = calls('history:list').length
  answer('history:recall', { ok: false, code: 'not-offered', message: '' })
  await tap('[data-recall="order-4821"]')
  await find(alert, 'O pedido mudou')
  // The list is read again after a recall and shows no message about it.
  await until('a second list', () => calls('history:list').length > listed)
  expect(all(alert)).toHaveLength(1)
  await save()
  await find('@history-dialog', 'Arquivo salvo.')
  expect(all(alert)).toEqual([])
  answer('history:export', FAILED)
  await save()
  await find(alert)
  expect(all('@history-dialog', 'Arquivo salvo.')).toEqual([])
  await chooseDay('2')
  await gone(alert)
})

it('is saved as data, as a page to print, and for one order', async () => {
  const { save, tap, find, calls } = await openHistory()
  await save()
  await find('@history-dialog', 'Arquivo salvo.')
  await tap('@history-dialog button', 'Folha para imprimir')
  await tap('@history-dialog button', 'Linha do tempo')
  await save(1)
  expect(calls('history:export')).toEqual([
    { daysAgo: 0, search: '', format: 'json' },
    { daysAgo: 0, search: '', format: 'html' },
    { daysAgo: 0, search: '', format: 'json', orderId: 'order-4821' },
  ])
})

it.each(LOCALES)('has a text for every entry in %s', async (locale) => {
  const { find, touch, all, words } = await openHistory({ locale })
  for (const at of [0, 1]) await touch(all('@history-dialog [aria-expanded]')[at])
  await find(`.story li:nth-child(${STORY.length})`)
  expect(words('@history-dialog')).not.toMatch(/\b(alarm|history)\.[a-z]|\{\{/i)
})
