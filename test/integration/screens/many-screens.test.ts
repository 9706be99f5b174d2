import { afterEach, describe, expect, it } from 'vitest'
import type { Action } from '../../fixtures/platform/requests.ts'
import { type ScreenedKitchen, startScreenedKitchen } from '../../fixtures/screened-kitchen.ts'
import type { VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const

let world: ScreenedKitchen
afterEach(() => world.end())
const start = async (options?: VirtualKitchenOptions) => {
  world = await startScreenedKitchen(options)
  return world
}
const posts = (orderId: string, action: Action) => world.kitchen.platform.requestLog.postsFor(orderId, action)

describe('a screen of a main computer', () => {
  it('keeps a tap without its main computer, shows this, and sends it when the main computer is back', async () => {
    const { kitchen, wire } = await start()
    const pass = world.screen('Passe')
    const { id } = kitchen.platform.place(DELIVERY)
    await kitchen.advance(2 * SECOND)
    wire.down(true)
    wire.cut()
    await kitchen.advance(SECOND)
    expect(pass.core().snapshot().freshness).toMatchObject({ state: 'late', trouble: 'station-away' })
    expect(pass.tap(id, 'confirm')).toMatchObject({ ok: true })
    const tappedAt = pass.ticket(id)?.tap?.tappedAt ?? 0
    await kitchen.advance(MINUTE)
    expect(pass.ticket(id)?.tap?.truth).toBe('here')
    expect(pass.core().snapshot()).toMatchObject({
      freshness: { state: 'stale', trouble: 'station-away' },
      unsettledTaps: 1,
    })
    expect(posts(id, 'confirm')).toHaveLength(0)
    wire.down(false)
    await kitchen.advance(MINUTE)
    expect(pass.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
    expect(posts(id, 'confirm')).toHaveLength(1)
    expect(pass.core().snapshot().freshness.state).toBe('fresh')
    // The undo time begins with the tap, not with the main computer's return. The two clocks may differ by the delay of a
    // message.
    expect(Math.abs((kitchen.ticket(id)?.tap?.tappedAt ?? 0) - tappedAt)).toBeLessThan(2 * SECOND)
  })

  it('shares the effect of a button with another screen on which it is tapped in the same second, and both show which screen was first', async () => {
    const { kitchen } = await start({ settings: { undoSeconds: 5 } })
    const [pass, counter] = [world.screen('Passe'), world.screen('Balcão')]
    const { id } = kitchen.platform.place(DELIVERY)
    await kitchen.advance(2 * SECOND)
    expect(pass.tap(id, 'confirm').ok).toBe(true)
    expect(counter.tap(id, 'confirm').ok).toBe(true)
    await kitchen.advance(SECOND)
    const shown = [pass.ticket(id)?.tap, counter.ticket(id)?.tap, kitchen.ticket(id)?.tap]
    expect(shown).toEqual([shown[2], shown[2], expect.objectContaining({ truth: 'held', by: 'Passe' })])
    await kitchen.advance(MINUTE)
    expect(posts(id, 'confirm')).toHaveLength(1)
    expect([pass.ticket(id), counter.ticket(id)]).toEqual([kitchen.ticket(id), kitchen.ticket(id)])
  })

  it('shows the last board with its age, and the tap of the last run, when it starts without its main computer', async () => {
    const { kitchen, wire } = await start()
    const pass = world.screen('Passe')
    const { id } = kitchen.platform.place(DELIVERY)
    const untouched = kitchen.platform.place(DELIVERY)
    await kitchen.advance(2 * SECOND)
    const checkedAt = pass.core().snapshot().freshness.checkedAt
    wire.down(true)
    wire.cut()
    pass.tap(id, 'confirm')
    pass.restart()
    expect(pass.ticket(untouched.id)?.status).toBe('CREATED')
    await kitchen.advance(2 * MINUTE)
    expect(pass.ticket(id)?.tap?.truth).toBe('here')
    expect(pass.core().snapshot().freshness).toMatchObject({ state: 'stale', checkedAt, trouble: 'station-away' })
    wire.down(false)
    await kitchen.advance(MINUTE)
    expect(posts(id, 'confirm')).toHaveLength(1)
    expect(pass.ticket(id)).toEqual(kitchen.ticket(id))
  })

  it('detects with the next ping that the last message of the board was lost on an open connection', async () => {
    const { kitchen, wire } = await start({ settings: { pollIntervalSeconds: 30 } })
    const pass = world.screen('Passe')
    await kitchen.advance(29 * SECOND)
    const { id } = kitchen.platform.place(DELIVERY)
    wire.dropMessages('Passe')
    await kitchen.advance(4 * SECOND)
    expect(kitchen.ticket(id)).toBeDefined()
    expect(pass.ticket(id)).toBeUndefined()
    wire.dropMessages(undefined)
    await kitchen.advance(3 * SECOND)
    expect(pass.ticket(id)).toMatchObject({ lane: 'new' })
    expect(pass.log.lines.map(({ event }) => event)).not.toContain('main-computer-lost')
  })

  it('changes its badge within ten seconds when a connection loses every message', async () => {
    const { kitchen, wire } = await start()
    const pass = world.screen('Passe')
    await kitchen.advance(10 * SECOND)
    expect(pass.core().snapshot().freshness.state).toBe('fresh')
    wire.dropMessages('Passe')
    await kitchen.advance(10 * SECOND)
    expect(pass.core().snapshot().freshness).toMatchObject({ state: 'late', trouble: 'station-away' })
    wire.dropMessages(undefined)
    await kitchen.advance(10 * SECOND)
    expect(pass.core().snapshot().freshness.state).toBe('fresh')
  })

  it("shows its own marks about an order's turn without its main computer, and then has the same as every screen, once", async () => {
    const { kitchen, wire } = await start()
    const [pass, counter] = [world.screen('Passe'), world.screen('Balcão')]
    const [first, held] = [kitchen.platform.place(DELIVERY), kitchen.platform.place(DELIVERY)]
    await kitchen.advance(2 * SECOND)
    for (const { id } of [first, held]) pass.tap(id, 'confirm')
    await kitchen.advance(10 * SECOND)
    const lineId = pass.ticket(first.id)?.lines[0]?.lineId ?? ''
    const until = kitchen.clock.now() + 10 * MINUTE
    wire.down(true)
    wire.cut()
    const again = { orderId: first.id, lineId, reason: 'wrong' } as const
    pass.core().mark('order:move-first', { orderId: first.id, isFirst: true })
    for (const _ of ['one', 'two']) pass.core().mark('order:make-again', again)
    pass.core().mark('order:hold', { orderId: held.id, until })
    pass.restart()
    const marks = (screen: Pick<typeof pass, 'ticket'> | typeof kitchen) => ({
      isFirst: screen.ticket(first.id)?.isFirst,
      again: screen.ticket(first.id)?.lines.flatMap((line) => line.again?.reason ?? []),
      held: screen.ticket(held.id)?.heldUntil,
      lane: screen.ticket(held.id)?.lane,
    })
    const own = { isFirst: true, again: ['wrong', 'wrong'], held: until, lane: 'scheduled' }
    expect(marks(pass)).toEqual(own)
    expect(kitchen.ticket(first.id)?.isFirst).toBeUndefined()
    wire.down(false)
    await kitchen.advance(MINUTE)
    for (const screen of [kitchen, pass, counter]) expect(marks(screen)).toEqual(own)
    expect(pass.ticket(first.id)).toEqual(kitchen.ticket(first.id))
    await world.restartCore()
    await kitchen.advance(30 * SECOND)
    for (const screen of [kitchen, pass, counter]) expect(marks(screen)).toEqual(own)
    pass.core().mark('order:hold', { orderId: held.id, until: null })
    await kitchen.advance(2 * SECOND)
    for (const screen of [kitchen, pass, counter]) expect(screen.ticket(held.id)?.lane).toBe('preparing')
  })

  it('keeps what was ticked of a bag through a cut cable, and the timeline says on which screen', async () => {
    const { kitchen, wire } = await start()
    const counter = world.screen('Balcão')
    const { id } = kitchen.platform.place({ ...DELIVERY, startsAs: 'READY' })
    await kitchen.advance(2 * SECOND)
    const row = counter.ticket(id)?.lines[0]?.lineId ?? ''
    wire.down(true)
    wire.cut()
    counter.core().mark('order:tick-bag', { orderId: id, rows: [row], isTicked: true })
    counter.core().mark('order:count-bags', { orderId: id, bags: 2 })
    counter.restart()
    expect(counter.ticket(id)?.bag).toEqual({ ticked: [row], bags: 2 })
    expect(kitchen.ticket(id)?.bag).toBeUndefined()
    wire.down(false)
    await kitchen.advance(MINUTE)
    for (const screen of [kitchen, counter]) expect(screen.ticket(id)?.bag).toEqual({ ticked: [row], bags: 2 })
    const timeline = kitchen.core().timeline(id)
    const entries = timeline.ok ? timeline.value.filter(({ kind }) => kind.startsWith('bag')) : []
    expect(entries.map(({ kind, by }) => [kind, by])).toEqual([
      ['bag-ticked', 'Balcão'],
      ['bags-counted', 'Balcão'],
    ])
  })

  it.each([false, true])(
    'does not undo a newer mark of another screen when it sends a mark again whose verdict was lost; the main computer started anew: %s',
    async (isStartedAnew) => {
      const { kitchen, wire } = await start()
      const [pass, counter] = [world.screen('Passe'), world.screen('Balcão')]
      const { id } = kitchen.platform.place(DELIVERY)
      await kitchen.advance(2 * SECOND)
      const lineId = pass.ticket(id)?.lines[0]?.lineId ?? ''
      const strike = (screen: typeof pass, struck: boolean) =>
        screen.core().mark('order:strike-line', { orderId: id, lineId, struck })
      const isStruck = () => kitchen.ticket(id)?.lines[0]?.struck
      wire.onArrival((text, to) => {
        const isVerdict = to === 'screen' && text.includes('"kind":"verdict"')
        if (isVerdict) wire.down(true)
        return isVerdict
      })
      strike(pass, true)
      await kitchen.advance(SECOND)
      wire.onArrival(() => false)
      expect([isStruck(), pass.core().snapshot().freshness.trouble]).toEqual([true, 'station-away'])
      expect(strike(counter, false).ok).toBe(true)
      await kitchen.advance(SECOND)
      expect(isStruck()).toBe(false)
      if (isStartedAnew) await world.restartCore()
      wire.down(false)
      await kitchen.advance(60 * SECOND)
      expect(isStruck()).toBe(false)
      expect(pass.ticket(id)).toEqual(kitchen.ticket(id))
      strike(pass, true)
      await kitchen.advance(SECOND)
      expect(isStruck()).toBe(true)
    },
  )
})
