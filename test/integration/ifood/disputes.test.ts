import { describe, expect, it } from 'vitest'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startIfood } from '../../fixtures/platform/ifood/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

/** An accepted order whose customer disputes it. */
async function disputed(metadata: Readonly<Record<string, unknown>> = {}) {
  const kitchen = await kitchenOf(startIfood())
  const { host, core, seen } = kitchen
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
  core().act({ orderId: id, action: 'confirm' })
  await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
  const dispute = host.dispute(id, metadata)
  const ticket = await seen(id, 'the wish', ({ wish }) => wish !== undefined)
  return { ...kitchen, id, dispute, ticket }
}

describe('a dispute', () => {
  it('is a wish with its text and its deadline, which rings, and is accepted', async () => {
    const { host, core, seen, id, dispute, ticket } = await disputed()
    expect(ticket).toMatchObject({ alarm: 'new', wish: { id: dispute, kind: 'cancel', text: 'Pedi errado' } })
    expect((ticket.wish?.answerBy ?? 0) - Date.now()).toBeGreaterThan(5 * 60_000)
    core().act({ orderId: id, action: 'acceptCancellation' })
    await seen(id, 'the stop', ({ status, wish, tap }) => status === 'CANCELLED' && !wish && tap?.truth === 'confirmed')
    expect(host.operations(dispute)).toEqual(['accept'])
    expect(host.bodyOf('accept')).toEqual({})
  })

  it('is denied with a reason, and the order goes on; the next one is another wish', async () => {
    const { host, core, seen, restart, id, dispute } = await disputed()
    core().act({ orderId: id, action: 'denyCancellation' })
    await seen(id, 'the denial', ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed')
    expect(host.bodyOf('reject')).toEqual({ reason: 'Já está em preparo' })
    await eventually('the acknowledgments', () => host.waiting().length === 0)
    await restart()
    await seen(id, 'the order, which goes on', ({ status, wish }) => status === 'CONFIRMED' && wish === undefined)
    const next = host.dispute(id, { parentDisputeId: dispute, message: 'De novo' })
    await seen(id, 'the next wish', ({ wish, actions }) => wish?.id === next && actions.includes('denyCancellation'))
  })

  it('that is settled without the kitchen ends, and its answer is too late', async () => {
    const { host, core, seen, id, dispute } = await disputed()
    core().changeSettings({ undoSeconds: 10 })
    expect(core().act({ orderId: id, action: 'denyCancellation' })).toMatchObject({ ok: true })
    host.settle(dispute, 'EXPIRED')
    await seen(
      id,
      'the withdrawn answer',
      ({ tap, wish }) => !wish && tap?.truth === 'conflict' && tap.reason === 'wish-over',
    )
    expect(host.operations(dispute)).toEqual([])
  })

  it('that was answered elsewhere settles the tap by its end', async () => {
    const { host, core, seen, id, dispute } = await disputed()
    host.setFault(({ path }) =>
      path.endsWith('/reject') ? { status: 422, body: { error: { code: 'DISPUTE_ALREADY_ANSWERED' } } } : undefined,
    )
    core().act({ orderId: id, action: 'denyCancellation' })
    await eventually('the refusal', () => host.calls.some(({ status }) => status === 422))
    host.settle(dispute, 'REJECTED')
    await seen(id, 'the denial', ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed')
  })

  it('about a delay takes no denial, and an acceptance with a reason of its list', async () => {
    const { host, core, seen, id, dispute, ticket } = await disputed({
      handshakeType: 'DELAY',
      acceptCancellationReasons: ['HIGH_STORE_DEMAND', 'OTHER'],
    })
    expect(ticket.actions).toContain('acceptCancellation')
    expect(ticket.actions).not.toContain('denyCancellation')
    core().act({ orderId: id, action: 'acceptCancellation' })
    await seen(id, 'the stop', ({ status, tap }) => status === 'CANCELLED' && tap?.truth === 'confirmed')
    expect(host.operations(dispute)).toEqual(['accept'])
    expect(host.bodyOf('accept')).toEqual({ reason: 'HIGH_STORE_DEMAND' })
  })

  it('about money is accepted without an end of the order', async () => {
    const { host, core, seen, id, dispute, ticket } = await disputed({ action: 'PROPOSED_AMOUNT_REFUND' })
    expect(ticket.wish?.kind).toBe('refund')
    host.setFault(({ path }) => (path.endsWith('/accept') ? { status: 201 } : undefined))
    core().act({ orderId: id, action: 'acceptCancellation' })
    await eventually('the answer', () => host.calls.some(({ path }) => path.endsWith('/accept')))
    host.settle(dispute, 'ACCEPTED')
    const settled = await seen(
      id,
      'the settlement',
      ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed',
    )
    expect(settled.status).toBe('CONFIRMED')
  })

  it('whose settlement comes first is none', async () => {
    const { host, seen, id, dispute } = await disputed()
    const [asked] = host.waiting().filter(({ code }) => code === 'HSD')
    host.settle(dispute, 'REJECTED')
    await seen(id, 'the end', ({ wish }) => wish === undefined)
    if (asked) host.repeat(asked)
    host.publish(id, 'PREPARATION_STARTED')
    await seen(id, 'a later event', ({ status, wish }) => status === 'PREPARING' && wish === undefined)
  })
})
