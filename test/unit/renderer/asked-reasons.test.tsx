// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

beforeEach(() => localStorage.clear())

const order = ticket('1', {
  status: 'READY',
  orderType: 'TAKEOUT',
  handling: { asksReasons: true },
  actions: ['confirm', 'requestCancellation'],
})

async function openDialog(reasons: readonly { readonly code: string; readonly text: string }[]) {
  const opened = await openInDom(snapshotOf([order], { settings: settingsWith({ view: 'counter' }) }))
  opened.ok('order:reasons', { reasons })
  await opened.tap('button[data-command="open"]')
  await opened.tap('button[data-action="requestCancellation"]')
  await opened.find('[data-testid="cancel-dialog"]')
  return opened
}

it('asks the platform for the reasons of this order, and sends the chosen one in its words', async () => {
  const { find, tap, calls } = await openDialog([
    { code: '501', text: 'PROBLEMAS DE SISTEMA' },
    { code: '509', text: 'SEM MOTOBOY' },
  ])
  await find('[data-testid="cancel-dialog"] input[value="509"]')
  await tap('[data-testid="cancel-dialog"] input[value="509"]')
  await tap('[data-testid="cancel-dialog"] button[data-action="send"]')
  expect(calls('order:reasons')).toEqual([{ orderId: order.orderId }])
  expect(calls('order:act')).toMatchObject([{ cancellation: { code: '509', reason: 'SEM MOTOBOY' } }])
})

it('says that it is not possible now, without a list', async () => {
  const { find } = await openDialog([])
  const note = await find('[data-testid="cancel-dialog"] [data-fault="not-now"]')
  expect(note.textContent).toBe('A plataforma não aceita cancelar este pedido agora.')
})
