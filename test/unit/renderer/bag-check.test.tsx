// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { line, option, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const HOLD_MS = 1_000
/** Longer than a button rests after it came. */
const AFTER_REST_MS = 1_000
const STEP = '@bag-check .bag-step'
const LINES = [
  line('Pastel', { lineId: 'pastel', quantity: 2 }),
  line('X-Salada', { lineId: 'salada', options: [option('Sem tomate')] }),
  line('Guaraná', { lineId: 'guarana' }),
]
const order = (more: Partial<Ticket> = {}): Ticket =>
  ticket('1', { status: 'READY', orderType: 'TAKEOUT', lines: LINES, notes: ['Alérgica a amendoim'], ...more })

async function openBag(more: Partial<Ticket> = {}, checksBags = true) {
  const settings = settingsWith({ view: 'counter', checksBags })
  const opened = await openInDom(snapshotOf([order(more)], { settings }))
  await opened.tap('main [data-command="check-bag"]')
  await opened.find('@bag-check')
  return {
    ...opened,
    row: (id: string) => `@bag-check [data-bag-row="${id}"]`,
    /** The main process answers with the board. */
    show: (ticked: readonly string[], now: Partial<Ticket> = {}) =>
      opened.push({ changed: [order({ ...more, ...now, bag: { ticked: [...ticked] } })] }),
    ticks: () => opened.calls('order:tick-bag'),
  }
}

it('lists an allergy, the food, and apart from it what is forgotten; a tap on a row ticks it, and another takes it back', async () => {
  const { all, tap, row, ticks, show, find } = await openBag()
  expect(all('@bag-check .bag-row').map(({ dataset }) => [dataset.bagRow, dataset.kind])).toEqual([
    ['allergy', 'allergy'],
    ['pastel', 'food'],
    ['salada', 'food'],
    ['guarana', 'apart'],
  ])
  await tap(row('pastel'))
  await show(['pastel'])
  await find(`${row('pastel')}[aria-pressed="true"]`)
  await tap(row('pastel'))
  expect(ticks()).toEqual([
    { orderId: 'order-1', rows: ['pastel'], isTicked: true },
    { orderId: 'order-1', rows: ['pastel'], isTicked: false },
  ])
})

it('a button that is held for a second ticks all lines; an allergy and a removal keep their own ticks', async () => {
  const { find, runFor, ticks, show, words, tap, row } = await openBag()
  const hold = await find('@bag-check [data-command="hold-all"]')
  const press = (type: string) => hold.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  press('pointerdown')
  await runFor(HOLD_MS - 100)
  press('pointerup')
  await runFor(HOLD_MS)
  expect(ticks()).toEqual([])
  press('pointerdown')
  await runFor(HOLD_MS)
  expect(ticks()).toEqual([{ orderId: 'order-1', rows: ['pastel', 'guarana'], isTicked: true }])
  await show(['pastel', 'guarana'])
  expect(words(STEP)).toBe('Faltam 2')
  await find('@bag-check [data-command="hold-all"]:disabled')
  await tap(row('allergy'))
  await show(['pastel', 'guarana', 'allergy'])
  expect(words(STEP)).toBe('Falta 1')
})

it('when all is ticked the step hands over; it closes the page', async () => {
  const { show, words, tap, calls, gone, runFor } = await openBag()
  await show(['pastel', 'guarana', 'allergy', 'salada'])
  expect(words(STEP)).toBe('Entregar')
  await runFor(AFTER_REST_MS)
  await tap(STEP)
  await gone('@bag-check')
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: 'delivered' }])
})

it('with a code the step is its check, which follows on the pad', async () => {
  const { show, words, tap, find } = await openBag({ pickupCode: '731' })
  await show(['pastel', 'guarana', 'allergy', 'salada'])
  expect(words(STEP)).toBe('Conferir')
  await tap(STEP)
  await find('@code-pad')
})

it('without the setting only the allergy must be ticked', async () => {
  const { show, words } = await openBag({}, false)
  expect(words(STEP)).toBe('Falta 1')
  await show(['allergy'])
  expect(words(STEP)).toBe('Entregar')
})

it('counts the bags, at least one', async () => {
  const { find, tap, calls, push } = await openBag()
  await find('@bag-check [data-command="fewer-bags"]:disabled')
  await tap('@bag-check [data-command="more-bags"]')
  expect(calls('order:count-bags')).toEqual([{ orderId: 'order-1', bags: 2 }])
  await push({ changed: [order({ bag: { ticked: [], bags: 2 } })] })
  await tap('@bag-check [data-command="fewer-bags"]')
  expect(calls('order:count-bags').at(-1)).toEqual({ orderId: 'order-1', bags: 1 })
})

it('an order that was cancelled meanwhile is not handed over', async () => {
  const { push, find } = await openBag()
  await push({
    changed: [order({ status: 'CANCELLED', actions: [], cancelled: { at: 0, acknowledged: false } })],
  })
  await find(`${STEP}:disabled`)
})

it('the button that leads back stands in the foot, where the thumb is', async () => {
  const { tap, gone, all } = await openBag()
  expect(all('@bag-check [data-command="back"]').map(({ parentElement }) => parentElement?.className)).toEqual([
    'bag-foot',
  ])
  await tap('@bag-check .bag-foot [data-command="back"]')
  await gone('@bag-check')
})
