import { describe, expect, it } from 'vitest'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'

/** An order that is being cooked, whose customer asks to cancel; taps can be taken back for ten seconds. */
async function asked() {
  const kitchen = await kitchenOf(startHost1(), { undoSeconds: 10 })
  const { host, core, seen } = kitchen
  const id = host.place('DELIVERY')
  host.publish(id, 'CONFIRMED')
  host.ask(id)
  const wish = await seen(id, 'the wish', (ticket) => ticket.wish !== undefined && ticket.status === 'CONFIRMED')
  const answer = () => core().act({ orderId: id, action: 'denyCancellation' })
  const withdrawn = (reason: string) => seen(id, 'the end of the answer', ({ tap }) => tap?.reason === reason)
  return { ...kitchen, id, wish, answer, withdrawn }
}

describe('an answer that waits is withdrawn', () => {
  it('when the platform cancels the order', async () => {
    const { host, id, answer, withdrawn } = await asked()
    expect(answer()).toMatchObject({ ok: true })
    host.cancel(id)
    await withdrawn('order-cancelled')
    expect(host.operations(id)).toEqual([])
  })

  it('when another device of the shop has answered', async () => {
    const { host, id, answer, withdrawn } = await asked()
    answer()
    host.publish(id, 'CANCELLED_DENIED')
    await withdrawn('wish-over')
    expect(host.operations(id)).toEqual([])
  })

  it('when the order is handed over', async () => {
    const { host, id, answer, withdrawn } = await asked()
    answer()
    host.publish(id, 'DELIVERED')
    await withdrawn('wish-over')
    expect(host.operations(id)).toEqual([])
  })
})

it('a wish stops the acceptance by the shop’s rules', async () => {
  const { host, core, seen } = await kitchenOf(startHost1())
  const wanted = host.place('DELIVERY')
  host.ask(wanted)
  core().changeSettings({ autoConfirm: { enabled: true } })
  await seen(wanted, 'the wish', ({ wish }) => wish !== undefined)
  const next = host.place('DELIVERY')
  await seen(next, 'the acceptance of the next order', ({ status }) => status === 'CONFIRMED')
  expect(host.operations(wanted)).toEqual([])
})

it('a wish rings until its ticket is touched, and stays over a restart', async () => {
  const { id, wish, core, seen, restart } = await asked()
  expect(wish.alarm).toBe('new')
  core().quietAlarm(id, 'opened')
  await seen(id, 'silence', ({ alarm }) => alarm === undefined)
  await restart()
  const again = await seen(id, 'the wish again', (ticket) => ticket.reading === 'read')
  expect(again.wish).toMatchObject({ id: wish.wish?.id, text: 'Pedi errado' })
  expect(again.actions).toContain('denyCancellation')
  expect(again.alarm).toBeUndefined()
})
