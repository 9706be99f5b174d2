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

const ALTERNATIVES = [
  { id: 'a-1', type: 'REFUND', metadata: { maxAmount: { value: '800', currency: 'BRL' } } },
  {
    id: 'a-2',
    type: 'ADDITIONAL_TIME',
    metadata: { allowedsAdditionalTimeInMinutes: [10, 20], allowedsAdditionalTimeReasons: ['HIGH_STORE_DEMAND'] },
  },
]

describe('an offer to a customer', () => {
  it('is one of the alternatives, is sent once, and its taking is the end of the wish', async () => {
    const { host, core, seen, id, dispute, ticket } = await disputed({ alternatives: ALTERNATIVES })
    expect(ticket.wish?.offers).toMatchObject([
      { id: 'a-1', kind: 'refund', most: 800 },
      { id: 'a-2', kind: 'time' },
    ])
    expect(ticket.actions).toContain('offer')
    core().act({ orderId: id, action: 'offer', offer: { id: 'a-1', amount: 400 } })
    await seen(id, 'the offer', ({ wish, tap }) => !wish && tap?.action === 'offer' && tap.truth === 'confirmed')
    expect(host.operations(dispute)).toEqual(['alternatives/a-1'])
    expect(host.bodyOf('a-1')).toEqual({ type: 'REFUND', metadata: { amount: { value: '400', currency: 'BRL' } } })
    await eventually('the acknowledgments', () => host.waiting().length === 0)
    host.settle(dispute, 'ACCEPTED')
    await eventually('the acknowledgments', () => host.waiting().length === 0)
    host.publish(id, 'PREPARATION_STARTED')
    const after = await seen(id, 'a later event', ({ status }) => status === 'PREPARING')
    expect(after).toMatchObject({ tap: { action: 'offer', truth: 'confirmed' } })
    expect(host.violations).toEqual([])
  })

  it('that the customer does not take is told, and the next wish can be answered', async () => {
    const { host, core, seen, id, dispute } = await disputed({ handshakeType: 'DELAY', alternatives: ALTERNATIVES })
    core().act({ orderId: id, action: 'offer', offer: { id: 'a-2', minutes: 20 } })
    await seen(id, 'the offer', ({ wish, tap }) => !wish && tap?.truth === 'confirmed')
    expect(host.bodyOf('a-2')).toEqual({
      type: 'ADDITIONAL_TIME',
      metadata: { additionalTimeInMinutes: 20, additionalTimeReason: 'HIGH_STORE_DEMAND' },
    })
    host.settle(dispute, 'REJECTED')
    await seen(id, 'the refusal', ({ tap }) => tap?.truth === 'conflict' && tap.reason === 'offer-refused')
    const next = host.dispute(id, { parentDisputeId: dispute })
    await seen(id, 'the next wish', ({ wish, actions }) => wish?.id === next && !actions.includes('offer'))
  })

  it.each([
    ['above the most', { id: 'a-1', amount: 801 }],
    ['of an unknown alternative', { id: 'a-9', amount: 1 }],
    ['of nothing', undefined],
  ])('%s is not taken, and the wish stays', async (_name, offer) => {
    const { host, core, seen, id, dispute } = await disputed({ alternatives: ALTERNATIVES })
    expect(core().act({ orderId: id, action: 'offer', offer })).toMatchObject({ ok: false, code: 'bad-arguments' })
    core().act({ orderId: id, action: 'offer', offer: { id: 'a-1', amount: 800 } })
    await seen(id, 'the offer', ({ tap }) => tap?.truth === 'confirmed')
    expect(host.operations(dispute)).toEqual(['alternatives/a-1'])
  })

  it('whose answer was lost is one offer, proved by its event', async () => {
    const { host, core, seen, id, dispute } = await disputed({ alternatives: ALTERNATIVES })
    let isLost = false
    host.setFault(({ path }) => {
      if (isLost || !path.includes('/alternatives/')) return undefined
      isLost = true
      host.settle(dispute, 'ALTERNATIVE_REPLIED')
      return { status: 502 }
    })
    core().act({ orderId: id, action: 'offer', offer: { id: 'a-1', amount: 800 } })
    await seen(id, 'the proof', ({ wish, tap }) => !wish && tap?.truth === 'confirmed')
  })

  it('is over once another program has made one', async () => {
    const { host, core, seen, id, dispute } = await disputed({ alternatives: ALTERNATIVES })
    core().changeSettings({ undoSeconds: 10 })
    expect(core().act({ orderId: id, action: 'denyCancellation' })).toMatchObject({ ok: true })
    host.settle(dispute, 'ALTERNATIVE_REPLIED')
    await seen(id, 'the withdrawal', ({ wish, tap }) => !wish && tap?.reason === 'wish-over')
    expect(host.operations(dispute)).toEqual([])
  })
})

describe('a dispute about an order that is over', () => {
  it.each(['DISPATCHED', 'CONCLUDED'])('after %s still waits for an answer', async (step) => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    for (const each of ['CONFIRMED', 'READY_TO_PICKUP', 'DISPATCHED', step]) host.publish(id, each)
    const status = step === 'CONCLUDED' ? step : 'IN_DELIVERY'
    await seen(id, step, (ticket) => ticket.status === status)
    const dispute = host.dispute(id, { action: 'PROPOSED_AMOUNT_REFUND', handshakeType: 'AFTER_DELIVERY' })
    await seen(id, 'the wish', ({ wish, actions }) => wish?.id === dispute && actions.includes('denyCancellation'))
    expect(core().act({ orderId: id, action: 'denyCancellation' })).toMatchObject({ ok: true })
    await seen(id, 'the denial', ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed')
    expect(host.operations(dispute)).toEqual(['reject'])
  })
})
