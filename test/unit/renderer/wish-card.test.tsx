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
