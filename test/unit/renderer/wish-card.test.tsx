// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

beforeEach(() => localStorage.clear())

const wish = (more: Partial<NonNullable<Ticket['wish']>>): Partial<Ticket> => ({
  wish: { id: 'd1', since: 0, ...more },
  actions: ['acceptCancellation', ...(more.mayDeny === false ? [] : (['denyCancellation'] as const))],
})

it.each([
  [{}, 'O cliente quer cancelar', ['acceptCancellation', 'denyCancellation']],
  [{ kind: 'refund' }, 'O cliente pede dinheiro de volta', ['acceptCancellation', 'denyCancellation']],
  [{ mayDeny: false }, 'O cliente quer cancelar', ['acceptCancellation']],
] as const)('a wish with %j says “%s” and has the answers that it takes', async (more, title, answers) => {
  const { find } = await openInDom(snapshotOf([ticket('1', wish(more))]))
  const card = await find('[data-wish="d1"]')
  expect(card.textContent).toContain(title)
  expect([...card.querySelectorAll('button')].map((button) => button.dataset.action)).toEqual(answers)
})

const OFFERS: NonNullable<NonNullable<Ticket['wish']>['offers']> = [
  { id: 'a-1', kind: 'refund', most: 800, currency: 'BRL' },
  { id: 'a-2', kind: 'time', minutes: [10, 20], reasons: ['HIGH_STORE_DEMAND', 'OWN_WORDS'] },
]

async function openOffers() {
  const actions = ['acceptCancellation', 'denyCancellation', 'offer'] as const
  const order = ticket('1', { ...wish({ offers: OFFERS }), actions: [...actions] })
  const opened = await openInDom(snapshotOf([order]))
  await opened.tap('[data-wish="d1"] button[data-action="offer"]')
  return { ...opened, dialog: await opened.find('@offer-dialog') }
}

it('a wish with alternatives takes an offer: its choices, in words, and the reason where there are several', async () => {
  const { dialog, tap, gone, calls } = await openOffers()
  const words = [...dialog.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(words).toEqual([
    ...['8,00', '6,00', '4,00', '2,00'].map((amount) => `Devolver R$\u00a0${amount}`),
    'Mais 10 min',
    'Mais 20 min',
  ])
  await tap('@offer-dialog input[value="5"]')
  await tap('@offer-dialog input[value="OWN_WORDS"]')
  await tap('@offer-dialog [data-action="send"]')
  await gone('@offer-dialog')
  const offer = { id: 'a-2', minutes: 20, reason: 'OWN_WORDS' }
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: 'offer', offer }])
})

it('an amount is offered as it is chosen', async () => {
  const { tap, gone, calls } = await openOffers()
  await tap('@offer-dialog input[value="2"]')
  await tap('@offer-dialog [data-action="send"]')
  await gone('@offer-dialog')
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: 'offer', offer: { id: 'a-1', amount: 400 } }])
})
