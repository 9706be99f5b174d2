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
  { at: minutesAgo(39), kind: 'tapped', detail: 'confirm', by: 'Balcão' },
  { at: minutesAgo(39) + 5_000, kind: 'sent', detail: 'confirm' },
  { at: minutesAgo(39) + 6_500, kind: 'confirmed', detail: 'confirm' },
]
const ENTRIES = [
  order('4821', {
    milestones: { receivedAt: minutesAgo(40), rungAt: minutesAgo(40) + 700, acceptedAt: minutesAgo(39) },
  }),
  order('4820', { status: 'CANCELLED', recall: 'no' }),
]
const LIST = { from: 0, total: 2, counts: { all: 2, late: 1, cancelled: 1 }, entries: ENTRIES }
const SHIFT = {
  from: 0,
  until: 1,
  orders: 64,
  ordersBefore: 60,
  cancelled: 3,
  cancelCode: 'UNAVAILABLE_ITEM',
  accept: { count: 61, medianMs: 31_000, p90Ms: 118_000 },
  onTime: { kept: 45, promised: 50 },
  loss: { hour: 20, late: 4, orders: 21, cause: 'prepare', ms: 1_140_000, otherMs: 720_000 },
  hours: [
    { hour: 20, orders: 21, late: 4 },
    { hour: 21, orders: 43, late: 1 },
  ],
  dishes: [{ name: 'Feijoada', times: 9, prepareMs: 1_440_000 }],
  channels: [{ name: 'iFood', orders: 64, kept: 45, promised: 50 }],
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
    dayBefore: () => opened.tap('[data-day="before"]'),
    openShift: async (): Promise<void> => {
      await opened.tap('@open-shift')
      await opened.find('[data-figure="orders"]')
    },
    save: (at = 0) => opened.touch(opened.all('@history-dialog button', 'Exportar')[at]),
  }
}

it('names the business days, which begin at 04:00: at 01:00 on Sunday yesterday is Friday', async () => {
  const platformNow = Date.parse('2026-11-22T01:00:00-03:00')
  const { tap, find, words } = await openInDom(snapshotOf([], { clock: { platformNow, skewMs: 0 } }), {
    'history:list': LIST,
  })
  await tap('@open-history')
  await find('.history-day', 'Hoje')
  const days: string[] = []
  for (let count = 0; count < 2; count += 1) {
    await tap('[data-day="before"]')
    days.push(words('.history-day').replaceAll('\u00a0', ' '))
  }
  expect(days).toEqual(['sex., 20 de nov.', 'qui., 19 de nov.'])
})

it('is searched during typing, by day, and for the late and the cancelled orders alone', async () => {
  const { search, dayBefore, tap, words, runFor, calls } = await openHistory()
  expect(['all', 'late', 'cancelled'].map((list) => words(`[data-list="${list}"]`))).toEqual([
    'Todos 2',
    'Atrasados 1',
    'Cancelados 1',
  ])
  await search('past')
  await search('pastel')
  await runFor(SEARCH_DELAY_MS)
  await dayBefore()
  await runFor(2 * SEARCH_DELAY_MS)
  await tap('[data-list="late"]')
  await runFor(2 * SEARCH_DELAY_MS)
  const all = { page: 0, only: 'all' }
  expect(calls('history:list')).toEqual([
    { daysAgo: 0, search: '', ...all },
    { daysAgo: 0, search: 'pastel', ...all },
    { daysAgo: 1, search: 'pastel', ...all },
    { daysAgo: 1, search: 'pastel', page: 0, only: 'late' },
  ])
})

it('tells the opened order in an owner’s words, and each entry on request', async () => {
  const { tap, find, all, words } = await openHistory()
  await find('[data-opened-order="order-4821"] [data-step="accepted"]')
  expect(words('[data-step="arrived"] .story-words')).toBe('Chegou e tocou1 s depois')
  expect(words('[data-step="accepted"] .story-words')).toBe('Aceito no Balcãoem 1:00')
  expect(all('.log li')).toEqual([])
  await tap('@history-dialog button', 'Todos os registros')
  await find('.log li:nth-child(6)', 'Confirmado')
  expect(words('.log li:nth-child(2)')).toContain('+0,6 s')
  expect(words('.log li:nth-child(4)')).toContain('Aceitar · Balcão')
  expect(words('.log li:nth-child(6)')).toContain('+66,5 s')
})

it('names the platforms whose orders are missing, beside the list and beside the figures', async () => {
  const { ok, search, find, openShift } = await openHistory()
  ok('history:list', { ...LIST, missing: ['Keeta', 'Rua'] })
  await search('4')
  await find('@history-missing', 'Os pedidos de Keeta, Rua não podem ser lidos agora: faltam aqui.')
  ok('history:shift', { ...SHIFT, missing: ['Keeta'] })
  await openShift()
  await find('@history-missing', 'Os pedidos de Keeta não podem ser lidos agora: faltam aqui.')
})

it('opens an order by a touch on its row', async () => {
  const { tap, find } = await openHistory()
  await tap('[data-history-order="order-4820"]')
  await find('[data-opened-order="order-4820"]')
})

it('shows five figures of the shift, and in one sentence where time was lost; of a week and a month too', async () => {
  const { openShift, tap, find, all, words, calls } = await openHistory()
  await openShift()
  expect(all('[data-figure] > dt').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    '90 %no prazo45 de 50 com horário prometido',
    '64pedidos4 a mais que há uma semana',
    '–de preparoAinda sem dados',
    '0:31para aceitar9 em cada 10 em até 1:58',
    '3canceladosItem indisponível',
  ])
  expect(words('[data-figure="loss"]').replaceAll('\u00a0', ' ')).toContain(
    'Das 20:00 às 21:00, 4 de 21 ficaram prontos com atraso. O preparo levou 19 min; nas outras horas, 12 min.',
  )
  expect(words('[data-hour="21"]')).toContain('43')
  await tap('[data-span="30"]')
  await find('@shift[data-days="30"]')
  expect(calls('history:shift')).toEqual([
    { daysAgo: 0, days: 1 },
    { daysAgo: 0, days: 30 },
  ])
  await tap('[data-command="back"]')
  await find('[data-history-order="order-4821"]')
})

it('recalls a finished order, and offers no recall of a cancelled order', async () => {
  const { tap, all, calls } = await openHistory()
  expect(all('@history-dialog [data-recall]')).toHaveLength(1)
  await tap('[data-recall="order-4821"]')
  expect(calls('history:recall')).toEqual([{ orderId: 'order-4821', recalled: true }])
})

it('shows only the result of the latest attempt', async () => {
  const { search, dayBefore, save, openShift, tap, find, gone, until, all, answer, ok, calls } = await openHistory()
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
  await openShift()
  await save()
  await find('@history-dialog', 'Arquivo salvo.')
  expect(all(alert)).toEqual([])
  answer('history:export', FAILED)
  await save()
  await find(alert)
  expect(all('@history-dialog', 'Arquivo salvo.')).toEqual([])
  await tap('[data-command="back"]')
  await dayBefore()
  await gone(alert)
})

it('is saved as data, as a page to print, and as the sheet of one order', async () => {
  const { save, openShift, tap, find, calls } = await openHistory()
  await tap('@order-sheet')
  await find('@history-dialog', 'Arquivo salvo.')
  await tap('@history-dialog button', 'Todos os registros')
  await save(1)
  await openShift()
  await save()
  await tap('@history-dialog button', 'Folha para imprimir')
  expect(calls('history:export')).toEqual([
    { daysAgo: 0, search: '', format: 'html', orderId: 'order-4821' },
    { daysAgo: 0, search: '', format: 'json', orderId: 'order-4821' },
    { daysAgo: 0, search: '', format: 'json' },
    { daysAgo: 0, search: '', format: 'html' },
  ])
})

it.each(LOCALES)('has a text for every entry in %s', async (locale) => {
  const { find, tap, words } = await openHistory({ locale })
  const broken = /\b(alarm|history)\.[a-z]|\{\{/i
  await tap('@history-dialog button[aria-expanded]')
  await find(`.log li:nth-child(${STORY.length})`)
  expect(words('@history-dialog')).not.toMatch(broken)
  await tap('@open-shift')
  await find('[data-figure="orders"]')
  expect(words('@history-dialog')).not.toMatch(broken)
})
