import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

const open = async (more: Parameters<typeof ticket>[1]) => {
  const { page } = await board.open(snapshotOf([ticket('1', more)]))
  const order = page.locator('main [data-order-id="order-1"]')
  return { page, order, step: order.locator('.head-step'), last: order.locator('.last'), body: order.locator('.body') }
}
const refused = (action: 'preparing' | 'ready-for-pickup') => ({
  status: 'PREPARING',
  tap: tap('conflict', { action, reason: 'rejected' as const }),
})

it('a refused step remains the button of its ticket, and its reason is in the last line', async () => {
  const { page, step, last } = await open(refused('ready-for-pickup'))
  await expect.poll(() => step.textContent()).toBe('Tentar Pronto')
  await expect.poll(() => last.locator('> span:not(.mark)').textContent()).toBe('Plataforma recusou')
  await step.locator('button').click()
  const acts = () => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act'))
  await expect.poll(acts).toMatchObject([{ args: { orderId: 'order-1', action: 'ready-for-pickup' } }])
})

it('a step after the refused one has its usual word', async () => {
  const { step } = await open(refused('preparing'))
  await expect.poll(() => step.textContent()).toBe('Pronto')
})

it('a status that the program does not know is in the last line', async () => {
  const { last, body } = await open({ status: 'WAITING_FOR_DOCK', lane: 'new' })
  await expect.poll(() => last.textContent()).toContain('Situação da plataforma: WAITING_FOR_DOCK')
  await expect.poll(() => body.textContent()).not.toContain('WAITING_FOR_DOCK')
})

it('one or two orders are not repeated as totals', async () => {
  const cooked = (displayId: string) => ticket(displayId, { status: 'PREPARING' })
  const size = { width: 1920, height: 1080 }
  const { page } = await board.open(snapshotOf([cooked('1'), cooked('2')]), size)
  const totals = page.locator('.free-column [data-testid="all-day"]')
  await page.locator('main [data-order-id="order-2"]').waitFor()
  await page.locator('.free-column').waitFor({ state: 'attached' })
  await expect.poll(() => totals.count()).toBe(0)
  const more = [cooked('3'), cooked('4')]
  await page.evaluate((delta) => window.harness.push(delta), { version: 2, changed: more, removed: [] })
  await expect.poll(() => totals.count()).toBe(1)
})

it('a status that the platform does not tell is in the last line of a new ticket, with the first step', async () => {
  const { last, step, order } = await open({
    status: '',
    lane: 'new',
    isStatusUntold: true,
    actions: ['confirm', 'preparing', 'ready-for-pickup', 'requestCancellation'],
  })
  await expect.poll(() => last.textContent()).toBe('Situação não informada')
  await expect.poll(() => step.textContent()).toBe('Aceitar')
  await expect.poll(() => order.getAttribute('data-stage')).toBe('new')
})

it('an answer to a customer who asks to cancel is never the large button', async () => {
  const { step } = await open({
    status: 'READY',
    lane: 'ready',
    actions: ['requestCancellation', 'acceptCancellation', 'denyCancellation'],
  })
  await expect.poll(() => step.locator('button[data-action]').count()).toBe(0)
})
