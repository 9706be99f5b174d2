import { afterEach, describe, expect, it } from 'vitest'
import { type ScreenedKitchen, startScreenedKitchen } from '../../fixtures/screened-kitchen.ts'

const SECOND = 1_000
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const

let world: ScreenedKitchen
afterEach(() => world.end())

async function twoScreens() {
  world = await startScreenedKitchen({ isWithoutScreen: true })
  const { kitchen } = world
  const screens = [world.screen('Chapa'), world.screen('Passe')] as const
  const { id } = kitchen.platform.place(DELIVERY)
  await kitchen.advance(2 * SECOND)
  const atCore = () =>
    kitchen
      .core()
      .snapshot()
      .tickets.find(({ orderId }) => orderId === id)
  return { kitchen, screens, id, atCore }
}

describe('a new order with a main computer and two screens', () => {
  it('rings on all three when no window paints it within ten seconds, also on a screen that is set not to ring', async () => {
    const { kitchen, screens, id, atCore } = await twoScreens()
    const [grill, pass] = screens
    expect(pass.core().changeSettings({ rings: false })).toMatchObject({ ok: true })
    await kitchen.advance(6 * SECOND)
    expect(atCore()?.unseen).toBeUndefined()
    expect(grill.beeps()).toBe(0)
    await kitchen.advance(5 * SECOND)
    expect(atCore()?.unseen).toBe(true)
    for (const screen of screens) expect(screen.beeps()).toBeGreaterThan(0)
    expect(screens.map((screen) => screen.ticket(id)?.unseen)).toEqual([true, true])
    expect(kitchen.core().timeline(id)).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ kind: 'beeped' })]),
    })
  })

  it('rings only by the settings of each screen when one window paints it in time', async () => {
    const { kitchen, screens, id, atCore } = await twoScreens()
    const [grill, pass] = screens
    grill.core().notifyMain('order:shown', { orderIds: [id] })
    await kitchen.advance(30 * SECOND)
    expect(atCore()?.unseen).toBeUndefined()
    expect([grill.beeps(), pass.beeps()]).toEqual([0, 0])
  })

  it('stops ringing on all screens when a window paints it late or one screen silences it', async () => {
    const { kitchen, screens, id, atCore } = await twoScreens()
    const [grill, pass] = screens
    await kitchen.advance(15 * SECOND)
    expect(pass.ticket(id)?.unseen).toBe(true)
    grill.core().notifyMain('order:shown', { orderIds: [id] })
    await kitchen.advance(SECOND)
    expect([atCore(), ...screens.map((screen) => screen.ticket(id))].map((ticket) => ticket?.unseen)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const before = pass.beeps()
    expect(pass.ticket(id)?.alarm).toBe('new')
    expect(grill.core().mark('order:quiet-alarm', { orderId: id, how: 'silenced' })).toMatchObject({ ok: true })
    await kitchen.advance(20 * SECOND)
    expect([atCore()?.alarm, pass.ticket(id)?.alarm]).toEqual([undefined, undefined])
    expect(pass.beeps()).toBe(before)
  })
})

describe('an order whose alarm a window cannot play', () => {
  it('rings at the main computer and on every other screen, until its alarm ends', async () => {
    const { kitchen, screens, id, atCore } = await twoScreens()
    const [grill, pass] = screens
    grill.core().notifyMain('order:shown', { orderIds: [id] })
    expect(pass.core().changeSettings({ rings: false })).toMatchObject({ ok: true })
    await kitchen.advance(SECOND)
    expect(grill.core().unplayed([id])).toMatchObject({ ok: true })
    // Its own computer beeps at once, also while the main computer is away.
    expect(grill.beeps()).toBe(1)
    await kitchen.advance(SECOND)
    expect([atCore(), pass.ticket(id)].map((ticket) => ticket?.unplayed)).toEqual([true, true])
    expect(pass.beeps()).toBeGreaterThan(0)
    expect(kitchen.core().timeline(id)).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ kind: 'beeped' })]),
    })
    // A ring elsewhere does not prove that this window has sound again.
    pass.core().notifyMain('order:rang', { rings: [{ orderId: id, cause: 'new', stage: 'plain' }] })
    await kitchen.advance(SECOND)
    expect(atCore()?.unplayed).toBe(true)
    expect(grill.core().mark('order:quiet-alarm', { orderId: id, how: 'silenced' })).toMatchObject({ ok: true })
    await kitchen.advance(SECOND)
    expect([atCore(), pass.ticket(id)].map((ticket) => ticket?.unplayed)).toEqual([undefined, undefined])
    const before = screens.map((screen) => screen.beeps())
    await kitchen.advance(20 * SECOND)
    expect(screens.map((screen) => screen.beeps())).toEqual(before)
  })

  it('an order that does not ring is not reported to ring', async () => {
    const { kitchen, screens, id, atCore } = await twoScreens()
    kitchen.core().quietAlarm(id, 'silenced')
    await kitchen.advance(SECOND)
    screens[0].core().unplayed([id, 'another'])
    await kitchen.advance(SECOND)
    expect(atCore()?.unplayed).toBeUndefined()
    expect(screens.map((screen) => screen.beeps())).toEqual([0, 0])
  })
})
