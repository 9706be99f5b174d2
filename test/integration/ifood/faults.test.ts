import { describe, expect, it } from 'vitest'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startIfood } from '../../fixtures/platform/ifood/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

describe('events', () => {
  it('that come again or late move nothing back, and all are acknowledged', async () => {
    const { host, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    const [placed] = host.waiting()
    host.publish(id, 'READY_TO_PICKUP')
    host.publish(id, 'CONFIRMED')
    host.publish(id, 'SOMETHING_NEW', { any: { thing: [1] } })
    await seen(id, 'the step', ({ status }) => status === 'READY')
    await eventually('the acknowledgments', () => host.waiting().length === 0)
    if (placed) host.repeat(placed)
    await eventually('the acknowledgment of the same event', () => host.waiting().length === 0)
    await seen(id, 'the step still', ({ status }) => status === 'READY')
  })

  it('are stored before they are acknowledged, so that a crash between loses none', async () => {
    const { host, seen, restart } = await kitchenOf(startIfood())
    host.setFault(({ path }) => (path.endsWith('/acknowledgment') ? { status: 503 } : undefined))
    const id = host.place('TAKEOUT')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    await restart()
    host.setFault(() => undefined)
    await seen(id, 'the order again', ({ status }) => status === 'CREATED')
    await eventually('the acknowledgment', () => host.waiting().length === 0)
  })

  it('of an order that cannot be read yet show it once it can', async () => {
    const { host, seen } = await kitchenOf(startIfood({ missedReads: 2 }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ reading, status }) => reading === 'read' && status === 'CREATED')
  })
})

describe('answers', () => {
  it('401 in the middle: a new token, and the call again', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.expireToken()
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ tap }) => tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm'])
  })

  it.each([500, 429, 503])('%i for a while: the tap is sent again', async (status) => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    let refused = 0
    host.setFault(({ path }) => {
      if (!path.endsWith('/confirm') || refused > 0) return undefined
      refused += 1
      return { status, headers: { 'retry-after': '1' } }
    })
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the acceptance', ({ tap }) => tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm'])
  })

  it('409 for a step that another program made: its event settles the tap', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('TAKEOUT')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.publish(id, 'CONFIRMED')
    host.publish(id, 'PREPARATION_STARTED')
    await seen(id, 'the step', ({ status }) => status === 'PREPARING')
    host.setSilent(true)
    host.publish(id, 'READY_TO_PICKUP')
    host.setSilent(false)
    core().act({ orderId: id, action: 'ready-for-pickup' })
    await eventually('the refusal', () =>
      host.calls.some(({ path, status }) => path.endsWith('/readyToPickup') && status === 409),
    )
    host.publish(id, 'READY_TO_PICKUP')
    await seen(id, 'the settled tap', ({ status, tap }) => status === 'READY' && tap?.truth === 'confirmed')
  })

  it('403 for one order stops that order alone', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const [one, other] = [host.place('DELIVERY'), host.place('DELIVERY')]
    host.setFault(({ path }) => (path.includes(one) && path.endsWith('/confirm') ? { status: 403 } : undefined))
    for (const id of [one, other]) {
      await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
      core().act({ orderId: id, action: 'confirm' })
    }
    await seen(other, 'the acceptance', ({ tap }) => tap?.truth === 'confirmed')
    await seen(one, 'the conflict', ({ tap }) => tap?.truth === 'conflict' && tap.reason === 'forbidden')
  })
})

describe('a confirmation that fails later', () => {
  const taken = async () => {
    const kitchen = await kitchenOf(startIfood())
    const { host, core, seen } = kitchen
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    host.setSilent(true)
    core().act({ orderId: id, action: 'confirm' })
    await seen(id, 'the answer', ({ tap }) => tap?.truth === 'sent')
    host.setSilent(false)
    return { ...kitchen, id }
  }

  it('is told apart from a denied cancellation, and is refuted by a later confirmation', async () => {
    const { host, seen, id } = await taken()
    host.publish(id, 'CANCELLATION_REQUEST_FAILED')
    await seen(id, 'the failure', ({ tap }) => tap?.truth === 'conflict' && tap.reason === 'rejected')
    expect((await seen(id, 'the order', () => true)).actions).toContain('confirm')
    host.publish(id, 'CONFIRMED')
    await seen(id, 'the acceptance', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')
  })

  it('is none where another program asked to cancel', async () => {
    const { host, seen, id } = await taken()
    host.publish(id, 'CANCELLATION_REQUESTED')
    host.publish(id, 'CANCELLATION_REQUEST_FAILED')
    await eventually('the acknowledgments', () => host.waiting().length === 0)
    host.publish(id, 'CONFIRMED')
    await seen(id, 'the acceptance', ({ tap }) => tap?.truth === 'confirmed')
  })
})

describe('a cancellation', () => {
  it('by the customer or by iFood says stop, with its reason', async () => {
    const { host, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    host.cancel(id)
    const stopped = await seen(id, 'the stop', ({ status }) => status === 'CANCELLED')
    expect(stopped.cancelled).toMatchObject({ code: '902', reason: 'Cliente desistiu' })
  })

  it.each([
    ['CANCELLED', 'confirmed', 'CANCELLED'],
    ['CANCELLATION_REQUEST_FAILED', 'conflict', 'CREATED'],
  ] as const)('by the shop, for a reason that was asked, ends with %s', async (decision, truth, status) => {
    const { host, core, seen } = await kitchenOf(startIfood())
    host.decisions.cancellation = decision
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('requestCancellation'))
    const asked = await core().cancellationReasons(id)
    expect(asked).toEqual({
      ok: true,
      value: {
        reasons: [
          { code: '501', text: 'PROBLEMAS DE SISTEMA' },
          { code: '509', text: 'RESTAURANTE SEM MOTOBOY' },
        ],
      },
    })
    const cancellation = { code: '509', reason: 'RESTAURANTE SEM MOTOBOY' }
    core().act({ orderId: id, action: 'requestCancellation', cancellation })
    const decided = await seen(id, 'the decision', ({ tap }) => tap?.truth === truth)
    expect(decided.status).toBe(status)
    expect(host.operations(id)).toEqual(['requestCancellation'])
    expect(host.bodyOf('requestCancellation')).toEqual({ reason: 'RESTAURANTE SEM MOTOBOY', cancellationCode: '509' })
  })

  it.each([
    ['documented', ['501', '509']],
    ['not-now', []],
  ] as const)('has the reasons of a host that answers in its %s form', async (reasons, codes) => {
    const { host, core, seen } = await kitchenOf(startIfood({ reasons }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    const asked = await core().cancellationReasons(id)
    expect(asked.ok && asked.value.reasons.map(({ code }) => code)).toEqual(codes)
  })

  it('without a network has no reasons, and says so', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    host.setFault(() => ({ status: 503 }))
    expect(await core().cancellationReasons(id)).toMatchObject({ ok: false, code: 'offline' })
  })

  it('that is under way already waits for its event', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('requestCancellation'))
    host.setFault(({ path }) =>
      path.endsWith('/requestCancellation')
        ? { status: 400, body: { error: { code: 'OrderHasACancellationInProgress', message: 'x' } } }
        : undefined,
    )
    core().act({ orderId: id, action: 'requestCancellation', cancellation: { code: '501', reason: 'x' } })
    await eventually('the refusal', () => host.calls.some(({ path }) => path.endsWith('/requestCancellation')))
    host.cancel(id, 'RESTAURANT')
    await seen(id, 'the end', ({ status, tap }) => status === 'CANCELLED' && tap?.truth === 'confirmed')
  })

  it('that comes too late is refused in the platform’s own words', async () => {
    const { host, core, seen } = await kitchenOf(startIfood())
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ actions }) => actions.includes('requestCancellation'))
    host.setFault(({ path }) =>
      path.endsWith('/requestCancellation')
        ? { status: 400, body: { error: { code: 'OrderExceededCancellationDeadline', message: 'Fora do prazo' } } }
        : undefined,
    )
    core().act({ orderId: id, action: 'requestCancellation', cancellation: { code: '501', reason: 'x' } })
    const refused = await seen(id, 'the conflict', ({ tap }) => tap?.truth === 'conflict')
    expect(refused.tap?.detail).toContain('Fora do prazo')
  })
})
