import { describe, expect, it } from 'vitest'
import type { CancellationCode } from '../../../shared/order/lifecycle.ts'
import { type KitchenOf, kitchenOf } from '../../fixtures/kitchen-of.ts'
import { type Host1, startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

/** What hosts of 1.0.0 to 1.7.0 do differently (docs/protocol.md, "Open Delivery 1.x"). */

describe('acknowledgments', () => {
  it('of one form are tested without changing the setting, which another platform would take over', async () => {
    const { host, core } = await kitchenOf(startHost1({ refusedAcknowledgments: 1 }))
    host.place('DELIVERY')
    await eventually('the acknowledgment', () => host.waiting() === 0)
    host.place('DELIVERY')
    await eventually('the next acknowledgment', () => host.waiting() === 0)
    expect(core().settings.now().dialect.acknowledgment).toBe('v2')
  })
})

describe('an acceptance by the shop’s rules', () => {
  it('says when its order was created', async () => {
    const { host, core, seen } = await kitchenOf(startHost1())
    core().changeSettings({ autoConfirm: { enabled: true } })
    const id = host.place('DELIVERY')
    await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
    expect(host.violations).toEqual([])
  })
})

describe('a request to cancel', () => {
  it('goes once more with the code of 1.0.0 after a refusal, and with it alone from then on', async () => {
    const { host, core, seen, restart } = await kitchenOf(startHost1({ hasOldCodes: true }))
    const ask = async (code: CancellationCode) => {
      const id = host.place('DELIVERY')
      await seen(id, 'the order', ({ actions }) => actions.includes('requestCancellation'))
      core().act({ orderId: id, action: 'requestCancellation', cancellation: { code, reason: 'Sem entregador' } })
      await seen(id, 'the answer', ({ tap }) => tap?.truth === 'sent')
      return host.posted.flatMap(({ path, body }) =>
        path.endsWith(`${id}/requestCancellation`) ? [JSON.parse(String(body)).code] : [],
      )
    }
    expect(await ask('RESTAURANT_WITHOUT_DELIVERY_PERSON')).toEqual([
      'RESTAURANT_WITHOUT_DELIVERY_PERSON',
      'RESTAURANT_WITHOUT_DELIVERY_MAN',
    ])
    await restart()
    expect(await ask('INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT')).toEqual(['INTERNAL_DIFFICULTIES_OF THE RESTAURANT'])
    expect(await ask('RISK_AREA')).toEqual(['RISK_AREA'])
  })

  it('with another code is refused after the first answer', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ hasOldCodes: true }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('requestCancellation'))
    core().act({
      orderId: id,
      action: 'requestCancellation',
      cancellation: { code: 'DELIVERY_PROBLEM', reason: 'Moto' },
    })
    await seen(id, 'the refusal', ({ tap }) => tap?.reason === 'rejected')
    expect(host.operations(id)).toEqual(['requestCancellation'])
  })
})

describe('403', () => {
  it('refuses a token that ended on hosts before 1.2.0: the next token goes on', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ endedTokenStatus: 403 }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.endToken()
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
    host.endToken()
    await seen(host.place('TAKEOUT'), 'the next order', ({ reading }) => reading === 'read')
    expect(host.tokensAsked()).toBe(3)
  })

  it('refuses one order alone while polls go on: no token is asked for', async () => {
    const { host, core, seen } = await kitchenOf(startHost1())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.forbid(id)
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the refusal', ({ tap }) => tap?.truth === 'conflict' && tap.reason === 'forbidden')
    expect(host.tokensAsked()).toBe(1)
  })
})

describe('a step that the host does not have', () => {
  const taken = async ({ host, core, seen }: KitchenOf<Host1>) => {
    const id = host.place('TAKEOUT', { sendPreparing: true })
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
    return id
  }

  it('stays learned over a restart', async () => {
    const kitchen = await kitchenOf(startHost1({ missing: ['preparing'] }))
    const { host, core, seen, restart } = kitchen
    core().act({ orderId: await taken(kitchen), action: 'preparing' })
    await eventually('the answer', () =>
      core()
        .tickets()
        .some(({ tap }) => tap?.here === true),
    )
    await restart()
    const id = await taken(kitchen)
    expect((await seen(id, 'the order', () => true)).hereOnly).toContain('preparing')
    core().act({ orderId: id, action: 'preparing' })
    await seen(id, 'the mark', ({ tap }) => tap?.here === true && tap.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm'])
  })

  it('is not learned from an order that the host forgot', async () => {
    const kitchen = await kitchenOf(startHost1())
    const { host, core, seen } = kitchen
    const [gone, other] = [await taken(kitchen), await taken(kitchen)]
    host.forget(gone)
    core().act({ orderId: gone, action: 'preparing' })
    // The second sending shows that the first was answered and nothing was learned from it.
    await eventually(
      'the second sending',
      () => host.operations(gone).filter((step) => step === 'preparing').length > 1,
    )
    core().act({ orderId: other, action: 'preparing' })
    await seen(other, 'the step', ({ status }) => status === 'PREPARING')
    expect(host.operations(other)).toContain('preparing')
  })

  it('is no longer offered where it is the test of a code', async () => {
    const { host, core, seen, restart } = await kitchenOf(startHost1({ missing: ['validateCode'] }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.publish(id, 'READY_FOR_PICKUP')
    await seen(id, 'the code', ({ actions }) => actions.includes('validateCode'))
    expect(await core().validateCode(id, '123456')).toMatchObject({ ok: false, code: 'not-offered' })
    await seen(id, 'no code', ({ actions }) => !actions.includes('validateCode'))
    await restart()
    const again = await seen(id, 'the order again', ({ reading }) => reading === 'read')
    expect(again.actions).not.toContain('validateCode')
  })
})

describe('hosts with habits of their own', () => {
  it('a status that is sent is a floor', async () => {
    const { host, seen } = await kitchenOf(startHost1({ statesLastEvent: false }))
    const id = host.place('DELIVERY', { status: 'READY' })
    const odd = host.place('DELIVERY', { status: 'ACTIVE' })
    await seen(id, 'the floor', ({ status }) => status === 'READY')
    await seen(odd, 'its events alone', ({ reading, status }) => reading === 'read' && status === 'CREATED')
    host.publish(id, 'DISPATCHED')
    await seen(id, 'a later step', ({ status }) => status === 'IN_DELIVERY')
  })

  it('Keeta answers a repeated step with an error, which its events settle', async () => {
    const { host, core, seen } = await kitchenOf(startHost1({ profile: 'keeta', repeatedStatus: 400 }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.lost.add('confirm')
    core().act({ orderId: id, action: 'confirm' })
    await eventually('the repeated step', () => host.operations(id).length === 2)
    await seen(id, 'its answer', ({ tap }) => tap?.truth !== 'queued')
    expect((await seen(id, 'no refusal', () => true)).tap?.truth).toBe('sent')
    host.publish(id, 'CONFIRMED')
    await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
  })

  it('99Food is told from when its events are wanted', async () => {
    const { host, seen } = await kitchenOf(startHost1({ profile: '99food' }))
    const id = host.place('TAKEOUT')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
  })

  it('orders may lie right below the version', async () => {
    const { host, core, seen, restart } = await kitchenOf(startHost1({ collection: '' }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    await restart()
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
    expect(host.posted.filter(({ path }) => path.includes('/orders/'))).toEqual([])
  })
})
