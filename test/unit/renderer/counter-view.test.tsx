// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { counterTickets, stoppedTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { EVENING, line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const cardOf = (displayId: string): string => `main [data-order-id="order-${displayId}"]`
const ready = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', ...more })

async function openCounter(tickets: readonly Ticket[], given: Partial<Settings> = {}) {
  const settings = settingsWith({ view: 'counter', ...given })
  const opened = await openInDom(snapshotOf(tickets, { settings }), { 'print:tickets': { printed: 1 } })
  await opened.find('main.counter')
  return {
    ...opened,
    part: (displayId: string, name: string) => opened.words(`${cardOf(displayId)} .handover-${name}`),
  }
}

it('shows the pickup code or the number, the short name, the courier, and the amount to pay', async () => {
  const { part } = await openCounter(counterTickets())
  expect([part('4809', 'number'), part('4809', 'id'), part('4808', 'number')]).toEqual(['B12', '4809', '4808'])
  expect(part('4810', 'name')).toBe('João S.')
  expect(part('4808', 'courier')).toContain('Entregador na loja')
  expect(part('4806', 'courier')).toContain('Retirado pelo entregador')
  expect(part('4809', 'payment')).toMatch(
    /Cobrar R\$ 87,50 · Dinheiro · Troco para R\$ 100,00.*Troco a devolver: R\$ 12,50/,
  )
  expect(part('4810', 'payment')).toBe('Já pago')
})

it('sends a hand-over, and offers to undo it at once', async () => {
  const { tap, push, calls, runFor } = await openCounter(counterTickets())
  await tap(`${cardOf('4808')} button[data-action="dispatch"]`)
  expect(calls('order:act')).toEqual([{ orderId: 'order-4808', action: 'dispatch' }])
  const held = {
    tapId: 't',
    action: 'dispatch',
    truth: 'held',
    tappedAt: EVENING,
    holdUntil: EVENING + 60_000,
  } as const
  await push({ changed: [ready('4808', { actions: [], tap: held })] })
  // A button that takes the place of another one rests.
  await runFor(1_000)
  await tap(`${cardOf('4808')} [data-command="undo"]`)
  expect(calls('tap:undo')).toEqual([{ tapId: 't' }])
})

it('shows the number of orders in the kitchen and their times; new orders have their own place', async () => {
  const { all, find } = await openCounter([
    ticket('1', { status: 'PREPARING', createdAt: minutesAgo(9), dueAt: EVENING + 20 * 60_000 + 5_000 }),
    ticket('2', { status: 'CONFIRMED', createdAt: minutesAgo(12), dueAt: EVENING - 3 * 60_000 }),
    ticket('3', { status: 'PREPARING', createdAt: minutesAgo(4) }),
    ticket('4', { createdAt: minutesAgo(1) }),
  ])
  expect(all('.strip-order').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    expect.stringMatching(/^2 ?Marina A\. ?Aceito ?atrasado 3 min$/),
    expect.stringMatching(/^1 ?Marina A\. ?Em preparo ?para 20:35$/),
    expect.stringMatching(/^3 ?Marina A\. ?Em preparo ?4 min$/),
  ])
  await find('.strip [data-count="3"]')
  await find('.counter-new [data-order-id="order-4"]')
})

it('shows the ticket of a cancelled order until it is acknowledged, and not in the strip', async () => {
  const { tap, find, all, calls, runFor } = await openCounter(stoppedTickets())
  await find(cardOf('4817'))
  expect(all('.strip-order', '4817')).toEqual([])
  // A stop that has just appeared takes no touch.
  await runFor(1_000)
  await tap(`${cardOf('4817')} button[data-action="acknowledge"]`)
  expect(calls('order:acknowledge-cancellation')).toEqual([{ orderId: 'order-4817' }])
})

/** An order with a customer who is allergic, in a note of the order or of a dish. */
const ALLERGIC = { notes: ['Cliente alérgica a amendoim'] }
const ALLERGIC_DISH = { lines: [line('X-Salada', { notes: 'Alergia a glúten' })] }

it.each<[string, Partial<Ticket>, Partial<Settings>, string]>([
  ['a code that waits', { pickupCode: '731' }, {}, 'Conferir validateCode'],
  ['a code of a delivery', { orderType: 'DELIVERY', pickupCode: '731' }, {}, 'Conferir validateCode'],
  ['a code that was right', { pickupCode: '731', isCodeRight: true }, {}, 'Entregar delivered'],
  ['no code', {}, {}, 'Entregar delivered'],
  ['no code, for a courier', { orderType: 'DELIVERY' }, {}, 'Saiu dispatch'],
  ['the table of a guest', { orderType: 'INDOOR', pickupCode: 'Mesa 4' }, {}, 'Entregar delivered'],
  ['an allergy', ALLERGIC, {}, 'Conferir check-bag'],
  ['an allergy in a dish', ALLERGIC_DISH, {}, 'Conferir check-bag'],
  ['an allergy that was checked', { ...ALLERGIC, bag: { ticked: ['allergy'] } }, {}, 'Entregar delivered'],
  [
    'an allergy that was checked, and a code',
    { ...ALLERGIC, bag: { ticked: ['allergy'] }, pickupCode: '7' },
    {},
    'Conferir validateCode',
  ],
  ['the check of each bag', {}, { checksBags: true }, 'Conferir check-bag'],
])('the step of a ready order with %s', async (_what, more, settings, expected) => {
  const { find } = await openCounter([ready('1', more)], settings)
  const step = await find(`${cardOf('1')} .handover-steps > button`)
  const { action, command } = step.dataset
  expect(`${step.textContent} ${action ?? command}`).toBe(expected)
})

it('names another ready order of the same number or name, and none that is in the kitchen', async () => {
  const { words } = await openCounter([
    ready('4114', { customerName: 'Ana' }),
    ready('4114', { orderId: 'order-b', customerName: 'Bia' }),
    ready('4120', { customerName: 'Caio' }),
    ticket('4120', { orderId: 'order-c', status: 'PREPARING', customerName: 'Duda' }),
    ready('4130', { customerName: 'Enzo' }),
    ready('4131', { customerName: 'Enzo' }),
  ])
  const twins = (id: string) => words(`main [data-order-id="${id}"] [data-twins]`)
  expect([twins('order-4114'), twins('order-b'), twins('order-4130')]).toEqual([
    'Há outro 4114: confira o nome',
    'Há outro 4114: confira o nome',
    'Há outro 4131: confira o nome',
  ])
  expect(twins('order-4120')).toBe('')
})

it('is opened with its switch and remembered without the PIN, with one element for each order', async () => {
  const { tap, find, all, calls } = await openInDom(
    snapshotOf(counterTickets(), { settings: settingsWith({ view: 'kitchen' }) }),
  )
  await tap('@view-switch [data-view="counter"]')
  await find('main.counter')
  expect(calls('view:remember')).toEqual([{ view: 'counter' }])
  const ids = all('[data-order-id]').map((one) => one.dataset.orderId)
  expect(ids).toHaveLength(new Set(ids).size)
})

it.each([
  ['last', 'counter', 1],
  ['kitchen', 'counter', 0],
  ['counter', 'kitchen', 1],
] as const)('is shown at the start or not: start view %s, last view %s', async (startView, view, counters) => {
  const { find, all } = await openInDom(snapshotOf([ready('1')], { settings: settingsWith({ startView, view }) }))
  await find('main')
  expect(all('main.counter')).toHaveLength(counters)
})

it('prints one ticket with two taps, and all open tickets with a single one; and reports that there is no printer', async () => {
  const { tap, find, press, calls, answer } = await openCounter(counterTickets())
  const print = '@opened-ticket [data-command="print"]'
  await tap(`${cardOf('4809')} [data-command="open"]`)
  await tap(print)
  await tap('@open-settings')
  await tap('@print-open')
  await find('@print-dialog')
  expect(calls('print:tickets')).toEqual([{ orderId: 'order-4809' }, {}])
  await press('Escape')
  answer('print:tickets', { ok: false, code: 'no-printer', message: '' })
  await tap(print)
  await find(cardOf('4809'), 'Nenhuma impressora encontrada')
  await tap('@open-settings')
  await tap('@print-open')
  await find('.print-outcome[data-outcome="failed"]', 'Nenhuma impressora encontrada')
  await press('Escape')
  await tap('@open-settings')
  await tap('[data-section="paper"]')
  await find('@no-printer')
})

it('names the shop, the brand and the channel of each order, ready or in the kitchen, where there are several', async () => {
  const shops = [
    ready('1', { merchantName: 'Moema', brand: 'Brasa', channel: 'Zap' }),
    ready('2', { merchantName: 'Pinheiros', brand: 'Pizza da Vó' }),
    ticket('3', { status: 'PREPARING', merchantName: 'Moema', brand: 'Brasa', channel: 'Zap' }),
  ]
  const { words, part, push } = await openCounter(shops)
  expect([part('1', 'about'), part('2', 'about'), words('[data-strip-order="order-3"]')]).toEqual([
    expect.stringMatching(/Moema · Brasa.*Zap/),
    expect.stringMatching(/Pinheiros · Pizza da Vó.*Site próprio/),
    expect.stringMatching(/Moema · Brasa.*Zap/),
  ])
  await push({ removed: ['order-2'] })
  expect(part('1', 'about')).not.toMatch(/Moema|Zap/)
})

it('lists 80 lines of a large order, and counts all of them', async () => {
  const lines = Array.from({ length: 90 }, (_, at) => line(`Prato ${at}`))
  const { part } = await openCounter([ready('4801', { lines })])
  expect(part('4801', 'bag')).toMatch(/^90 itens.*Prato 79\s*mais 10 linhas$/s)
})
