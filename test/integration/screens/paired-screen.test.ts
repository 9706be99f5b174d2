import { afterEach, describe, expect, it } from 'vitest'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const

let world: PairedKitchen
afterEach(() => world.end())

describe('a paired screen, built as the program builds it', () => {
  it('shows an order, and its tap is confirmed at the platform once, also when the connection fails', async () => {
    world = await startPairedKitchen()
    const { platform, line } = world
    const pass = await world.join('Passe')
    const { id } = platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    await eventually('fresh', () => pass.core.station.snapshot().freshness.state === 'fresh')

    // The next bytes to the station are lost, and the connection is reset.
    await line.add('upstream', { kind: 'reset', afterMs: 0 })
    expect(await pass.calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
    await pass.seen(id, 'kept here', ({ tap }) => tap?.truth === 'here')
    await eventually('the broken link', () => pass.core.station.snapshot().freshness.trouble === 'station-away')
    await line.clear()
    await pass.seen(id, 'confirmed', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')

    // The station gets the tap, and its answer does not arrive.
    await line.add('downstream', { kind: 'reset', afterMs: 0 })
    expect(await pass.calls['order:act']({ orderId: id, action: 'preparing' })).toMatchObject({ ok: true })
    await eventually('the second cut', () => pass.core.station.snapshot().freshness.trouble === 'station-away')
    await line.clear()
    await pass.seen(id, 'confirmed', ({ status, tap }) => status === 'PREPARING' && tap?.truth === 'confirmed')
    expect(platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
    expect(platform.requestLog.postsFor(id, 'preparing')).toHaveLength(1)
    expect(pass.ticket(id)).toEqual(world.station.snapshot().tickets.find((ticket) => ticket.orderId === id))
  })

  it('is disconnected at once when it is revoked, and after the last one the station stops listening', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    await eventually('fresh', () => pass.core.station.snapshot().freshness.state === 'fresh')
    world.screens.devices.revoke(pass.deviceId)
    await eventually('cut off', () => pass.core.station.snapshot().freshness.trouble === 'not-paired')
    await eventually('silence', () => world.screens.port() === undefined)
  })

  it('is refused a call that only the station may make, and gets an answer to a call about orders', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(await pass.calls['webhook:status'](null)).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await pass.calls['settings:change']({ undoSeconds: 3 })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await pass.calls['settings:change']({ locale: 'es' })).toMatchObject({ ok: true, value: { locale: 'es' } })
    expect(world.station.snapshot().settings.locale).toBe('pt-BR')
    expect(await pass.calls['order:whole']({ orderId: id, part: 0 })).toMatchObject({ ok: true })
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: true })
  })

  it('shows that it uses no file of credentials, and cannot date a tap before every order', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    pass.core.provision('/tmp/credentials.json')
    expect(pass.core.station.snapshot().notice).toBe('provision-on-screen')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    const tap = { orderId: id, action: 'confirm', tapId: 't1', by: 'Passe' } as const
    expect(world.station.receiveTap({ ...tap, ageMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ ok: true })
    const shown = await pass.seen(id, 'the tap', (ticket) => ticket.tap !== undefined)
    expect(shown.tap?.tappedAt).toBeGreaterThan(Date.now() - 8 * 86_400_000)
  })

  it('unlocks only itself with a PIN', async () => {
    world = await startPairedKitchen()
    const [pass, counter] = [await world.join('Passe'), await world.join('Balcão')]
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(await world.station.lock.set({ pin: '1234', clientSecret: world.platform.clientSecret })).toMatchObject({
      ok: true,
    })
    world.station.lock.lockNow()
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: false, code: 'locked' })
    expect(await pass.calls['lock:unlock']({ pin: '1234' })).toMatchObject({ ok: true, value: { isOpen: true } })
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: true })
    expect(await counter.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: false, code: 'locked' })
    expect(world.station.lock.status().isOpen).toBe(false)
  })
})
