import { afterEach, describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/lifecycle.ts'
import { eventually, type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'

let kitchen: RunningKitchen
afterEach(() => kitchen.end())

const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } as const

async function tapAndProve(orderId: string, action: QueuedAction, status: string): Promise<void> {
  await kitchen.seen(orderId, `${action} on offer`, (ticket) => ticket.actions.includes(action))
  expect(kitchen.station().act({ orderId, action })).toMatchObject({ ok: true })
  await kitchen.seen(
    orderId,
    `${action} confirmed`,
    ({ tap, status: read }) => tap?.action === action && tap.truth === 'confirmed' && read === status,
  )
  expect(kitchen.platform.requestLog.appliedFor(orderId, action)).toHaveLength(1)
  expect(kitchen.platform.requestLog.postsFor(orderId, action)).toHaveLength(1)
}

describe('the life of an order', () => {
  it('a delivery order goes from CREATED to DELIVERED by taps, each proved by a read', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ orderType: 'DELIVERY' })
    await tapAndProve(id, 'confirm', 'CONFIRMED')
    await tapAndProve(id, 'preparing', 'PREPARING')
    await tapAndProve(id, 'ready-for-pickup', 'READY')
    await tapAndProve(id, 'dispatch', 'IN_DELIVERY')
    await tapAndProve(id, 'delivered', 'DELIVERED')
    const { requestLog } = kitchen.platform
    expect(requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
    expect(requestLog.violations()).toEqual([])
  })

  it('TAKEOUT ends with delivered, and dispatch is never offered', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ orderType: 'TAKEOUT' })
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['ready-for-pickup', 'READY'],
      ['delivered', 'DELIVERED'],
    ] as const) {
      await tapAndProve(id, action, status)
      expect(kitchen.ticket(id)?.actions).not.toContain('dispatch')
    }
    const { requestLog } = kitchen.platform
    await eventually('each event acknowledged', () => requestLog.wasEachEventAcknowledgedAfterDelivery() || undefined)
    expect(requestLog.violations()).toEqual([])
  })

  it.each([
    ['accept', 'CANCELLED'],
    ['deny', 'CREATED'],
  ] as const)('a request to cancel is answered: %s', async (answer, status) => {
    kitchen = await startKitchen({ platform: { cancellation: { answer, delayMs: 300 } } })
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', (ticket) => ticket.actions.includes('requestCancellation'))
    kitchen.station().act({ orderId: id, action: 'requestCancellation', cancellation })
    const ticket = await kitchen.seen(
      id,
      'settled',
      ({ tap }) => tap?.truth === 'confirmed' || tap?.truth === 'conflict',
    )
    expect(ticket.status).toBe(status)
    expect(ticket.tap?.reason).toBe(answer === 'deny' ? 'cancellation-denied' : undefined)
    expect(ticket.cancelled !== undefined).toBe(answer === 'accept')
  })

  it('a request to cancel that is never answered is shown as waiting, and the order continues', async () => {
    kitchen = await startKitchen({ platform: { cancellation: { answer: 'silent', delayMs: 0 } } })
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', (ticket) => ticket.actions.includes('confirm'))
    kitchen.station().act({ orderId: id, action: 'requestCancellation', cancellation })
    await kitchen.seen(id, 'waiting', (ticket) => ticket.cancellationRequest === 'waiting')
    await tapAndProve(id, 'confirm', 'CONFIRMED')
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('an order that the platform cancelled stays until it is acknowledged', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await tapAndProve(id, 'confirm', 'CONFIRMED')
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.seen(id, 'stop', ({ cancelled }) => cancelled?.acknowledged === false)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', lane: 'preparing', actions: [] })
    expect(kitchen.station().acknowledgeCancellation(id)).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)).toMatchObject({ lane: 'done', cancelled: { acknowledged: true, reason: 'Desistiu' } })
  })

  it('after a conflict the order is read again and the conflict is shown; the call is never repeated', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', (ticket) => ticket.actions.includes('confirm'))
    kitchen.platform.fault({
      routes: ['confirm'],
      times: 1,
      effect: { kind: 'status', status: 409, body: { code: 'INVALID_ORDER_STATE_TRANSITION', message: 'no' } },
    })
    kitchen.station().act({ orderId: id, action: 'confirm' })
    const ticket = await kitchen.seen(id, 'conflict', ({ tap }) => tap?.truth === 'conflict')
    expect(ticket).toMatchObject({ status: 'CREATED', tap: { reason: 'invalid-transition' }, lane: 'new' })
    expect(kitchen.platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
  })

  it('a delivery code is right or wrong', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place({ deliveryCode: '482913' })
    await kitchen.seen(id, 'on the board', () => true)
    expect(await kitchen.station().validateCode(id, '482913')).toEqual({ ok: true, value: { isValid: true } })
    expect(await kitchen.station().validateCode(id, '000000')).toEqual({ ok: true, value: { isValid: false } })
  })

  it('a restart in the middle shows the same board', async () => {
    kitchen = await startKitchen()
    const ids = [kitchen.platform.place().id, kitchen.platform.place({ orderType: 'TAKEOUT' }).id]
    for (const id of ids) await tapAndProve(id, 'confirm', 'CONFIRMED')
    kitchen.station().strikeLine(ids[0] ?? '', kitchen.ticket(ids[0] ?? '')?.lines[0]?.lineId ?? '', true)
    const before = kitchen.station().snapshot().tickets
    await kitchen.restart()
    expect(kitchen.station().snapshot().tickets).toEqual(before)
  })

  it('a call whose answer was lost is repeated after a read of the order, and applied once', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', (ticket) => ticket.actions.includes('confirm'))
    kitchen.platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'reset', applied: true } })
    kitchen.station().act({ orderId: id, action: 'confirm' })
    await kitchen.seen(id, 'confirmed', ({ tap }) => tap?.truth === 'confirmed')
    expect(kitchen.platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
  })
})
