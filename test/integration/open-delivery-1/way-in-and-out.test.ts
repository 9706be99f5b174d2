import { describe, expect, it } from 'vitest'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

describe('an order of Open Delivery 1.x', () => {
  it('is read, acknowledged with its trio, accepted, and moved to its end', async () => {
    const { host, core, seen } = await kitchenOf(startHost1())
    const id = host.place('DELIVERY', { sendPreparing: true, sendDelivered: true })
    const fresh = await seen(id, 'the order', ({ reading, status }) => reading === 'read' && status === 'CREATED')
    expect(fresh.unreadParts).toBeUndefined()
    expect(fresh.hereOnly).toEqual(['pickedUp'])
    expect(fresh.pickupCode).toBe('77')
    expect(fresh.lines[0]?.options[0]?.notes ?? fresh.lines[0]?.notes).toBeDefined()
    await eventually('the acknowledgment', () => host.waiting() === 0)
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['preparing', 'PREPARING'],
      ['ready-for-pickup', 'READY_FOR_PICKUP'],
      ['dispatch', 'IN_DELIVERY'],
      ['delivered', 'DELIVERED'],
    ] as const) {
      expect(core().act({ orderId: id, action })).toMatchObject({ ok: true })
      const name = status === 'READY_FOR_PICKUP' ? 'READY' : status
      const proven = await seen(id, name, (ticket) => ticket.status === name && ticket.tap?.truth === 'confirmed')
      expect(proven.tap?.action).toBe(action)
    }
    expect(host.operations(id)).toEqual(['confirm', 'preparing', 'readyForPickup', 'dispatch', 'delivered'])
    expect(host.violations).toEqual([])
    await eventually('the acknowledgments', () => host.waiting() === 0)
  })
})

describe('a step that the platform does not want', () => {
  it('is a mark of this kitchen, which moves the order here and is never sent', async () => {
    const { host, core, seen, restart } = await kitchenOf(startHost1())
    const id = host.place('TAKEOUT')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
    core().act({ orderId: id, action: 'preparing' })
    const begun = await seen(id, 'the mark', ({ tap }) => tap?.action === 'preparing' && tap.truth === 'confirmed')
    expect(begun).toMatchObject({ status: 'CONFIRMED', lane: 'preparing' })
    expect(begun.tap?.here).toBe(true)
    expect(begun.actions[0]).toBe('ready-for-pickup')
    core().act({ orderId: id, action: 'ready-for-pickup' })
    await seen(id, 'ready', ({ status, tap }) => status === 'READY' && tap?.truth === 'confirmed')
    await restart()
    expect((await seen(id, 'the ticket again', ({ reading }) => reading === 'read')).actions[0]).toBe('pickedUp')
    core().act({ orderId: id, action: 'pickedUp' })
    await seen(id, 'the hand-over', ({ lane, tap }) => lane === 'done' && tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm', 'readyForPickup'])
  })

  it('starts with the acceptance where the kitchen wants that', async () => {
    const { host, core, seen } = await kitchenOf(startHost1(), { confirmStartsPreparation: true })
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    core().act({ orderId: id, action: 'confirm' })
    const begun = await seen(id, 'the mark', ({ tap }) => tap?.action === 'preparing' && tap.truth === 'confirmed')
    expect(begun).toMatchObject({ status: 'CONFIRMED', lane: 'preparing' })
    expect(host.operations(id)).toEqual(['confirm'])
  })

  it('is learned from a 404 of an optional step, once', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ missing: ['preparing'] }))
    const [one, other] = [1, 2].map(() => host.place('TAKEOUT', { sendPreparing: true, sendPickedUp: true }))
    for (const id of [one ?? '', other ?? '']) {
      await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
      core().act({ orderId: id, action: 'confirm' })
      await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
      core().act({ orderId: id, action: 'preparing' })
      await seen(
        id,
        'the mark',
        ({ tap, lane }) => tap?.truth === 'confirmed' && lane === 'preparing' && tap.here === true,
      )
    }
    expect(host.operations(one ?? '')).toEqual(['confirm', 'preparing'])
    expect(host.operations(other ?? '')).toEqual(['confirm'])
  })
})

describe('an order that the platform’s courier brings', () => {
  it('is not dispatched by the kitchen, and leaves with the courier’s event', async () => {
    const { host, core, seen } = await kitchenOf(startHost1())
    const id = host.place('DELIVERY', { delivery: { deliveredBy: 'MARKETPLACE' } })
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    for (const action of ['confirm', 'ready-for-pickup'] as const) {
      core().act({ orderId: id, action })
      await seen(id, action, ({ tap }) => tap?.action === action && tap.truth === 'confirmed')
    }
    host.publish(id, 'PICKUP_AREA_ASSIGNED', { pickupArea: 'Vaga 3' })
    const ready = await seen(id, 'the area', ({ pickupArea }) => pickupArea === 'Vaga 3')
    expect(ready.actions).toEqual(['requestCancellation'])
    host.publish(id, 'DISPATCHED')
    expect((await seen(id, 'out', ({ status }) => status === 'IN_DELIVERY')).actions).toEqual(['requestCancellation'])
  })
})

describe('a refusal', () => {
  it('of a step that another device made is settled by its event, and one of an impossible step is shown', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ statesLastEvent: false }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.publish(id, 'READY_FOR_PICKUP')
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the settled tap', ({ status, tap }) => status === 'READY' && tap?.truth === 'confirmed')
  })

  it.each([
    ['CANCELLED', 'confirmed'],
    ['CANCELLATION_REQUEST_DENIED', 'conflict'],
  ] as const)('that decides about a cancellation at once: %s', async (decides, truth) => {
    const { host, core, seen, restart } = await kitchenOf(startHost1({ decides }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    core().act({
      orderId: id,
      action: 'requestCancellation',
      cancellation: { code: 'UNAVAILABLE_ITEM', reason: 'Falta' },
    })
    const decided = await seen(id, 'the decision', ({ tap }) => tap?.truth === truth)
    expect(decided.status).toBe(decides === 'CANCELLED' ? 'CANCELLED' : 'CREATED')
    await restart()
    await seen(id, 'the decision again', ({ tap, status }) => tap?.truth === truth && status === decided.status)
    expect(host.operations(id)).toEqual(['requestCancellation'])
  })
})

describe('a customer who asks to cancel', () => {
  const asked = async () => {
    const kitchen = await kitchenOf(startHost1())
    const id = kitchen.host.place('DELIVERY')
    await kitchen.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    kitchen.core().act({ orderId: id, action: 'confirm' })
    await kitchen.seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
    kitchen.host.ask(id)
    const ticket = await kitchen.seen(id, 'the wish', ({ wish }) => wish !== undefined)
    return { ...kitchen, id, ticket }
  }

  it('gets the cancellation', async () => {
    const { id, ticket, core, seen, host } = await asked()
    expect(ticket).toMatchObject({ status: 'CONFIRMED', wish: { text: 'Pedi errado' } })
    expect(ticket.actions).toEqual(expect.arrayContaining(['acceptCancellation', 'denyCancellation']))
    expect(ticket.alarm).toBe('new')
    core().act({ orderId: id, action: 'acceptCancellation' })
    await seen(id, 'the stop', ({ status, wish, tap }) => status === 'CANCELLED' && !wish && tap?.truth === 'confirmed')
    expect(host.isCancelled(id)).toBe(true)
  })

  it('hears that the dish is made, and may ask again', async () => {
    const { id, core, seen, host } = await asked()
    core().act({ orderId: id, action: 'denyCancellation' })
    await seen(id, 'the denial', ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed')
    const denial = host.posted.find(({ path }) => path.endsWith('/denyCancellation'))
    expect(JSON.parse(String(denial?.body))).toMatchObject({ code: 'DISH_ALREADY_DONE' })
    await eventually('the event of the denial', () => host.waiting() === 0)
    host.ask(id)
    await seen(id, 'the next wish', ({ wish, actions }) => wish !== undefined && actions.includes('denyCancellation'))
  })
})

describe('a code', () => {
  it('is asked for by query', async () => {
    const { host, core, seen } = await kitchenOf(startHost1())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(await core().validateCode(id, '123456')).toEqual({ ok: true, value: { isValid: true } })
    expect(await core().validateCode(id, '654321')).toEqual({ ok: true, value: { isValid: false } })
  })
})

describe('Keeta', () => {
  it('gets every request signed, and its token asked for with JSON', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ profile: 'keeta' }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
    expect(host.posted.filter(({ status }) => status >= 400)).toEqual([])
    // The canonical form of a body and the form in which it is sent are one: hosts sign either.
    expect(host.violations).toEqual([])
  })
})
