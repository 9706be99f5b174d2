import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
const REFUSED = { status: 400, body: { code: 'BAD_REQUEST', message: 'no' } } as const

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

describe('accepting that starts the preparation', () => {
  beforeEach(() => {
    kitchen = startVirtualKitchen({ settings: { confirmStartsPreparation: true, undoSeconds: 5 } })
  })
  const posts = (id: string, action: 'confirm' | 'preparing'): number =>
    kitchen.platform.requestLog.postsFor(id, action).length
  const placed = async (overrides: Parameters<typeof kitchen.platform.place>[0] = DELIVERY): Promise<string> => {
    const { id } = kitchen.platform.place(overrides)
    await kitchen.advance(31 * SECOND)
    return id
  }

  it('queues both with one touch; each is sent once and confirmed by its own read', async () => {
    const id = await placed()
    expect(kitchen.tap(id, 'confirm')).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)).toMatchObject({
      tap: { action: 'preparing', truth: 'held' },
      pairedTap: { action: 'confirm', truth: 'held' },
    })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({
      status: 'PREPARING',
      tap: { action: 'preparing', truth: 'confirmed' },
      pairedTap: { action: 'confirm', truth: 'confirmed' },
    })
    expect([posts(id, 'confirm'), posts(id, 'preparing')]).toEqual([1, 1])
    expect(kitchen.platform.requestLog.violations()).toEqual([])
  })

  it('is undone as a whole during the hold', async () => {
    const id = await placed()
    kitchen.tap(id, 'confirm')
    expect(kitchen.core().undo(kitchen.ticket(id)?.tap?.tapId ?? '')).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CREATED', lane: 'new', alarm: 'new' })
    expect(kitchen.ticket(id)?.tap).toBeUndefined()
    await kitchen.advance(MINUTE)
    expect([posts(id, 'confirm'), posts(id, 'preparing')]).toEqual([0, 0])
  })

  it('drops the start with the reason of the refused acceptance, and never sends it', async () => {
    const id = await placed()
    kitchen.platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'status', ...REFUSED } })
    kitchen.tap(id, 'confirm')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({
      status: 'CREATED',
      tap: { action: 'preparing', truth: 'conflict', reason: 'rejected' },
      pairedTap: { action: 'confirm', truth: 'conflict', reason: 'rejected' },
    })
    expect(posts(id, 'preparing')).toBe(0)
    const timeline = kitchen.core().timeline(id)
    const conflicts = timeline.ok ? timeline.value.filter(({ kind }) => kind === 'conflict') : []
    expect(conflicts.map(({ detail }) => detail)).toEqual(['rejected', 'rejected'])
  })

  it('drops both taps when the order is cancelled during the hold', async () => {
    const id = await placed()
    kitchen.tap(id, 'confirm')
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({
      status: 'CANCELLED',
      tap: { truth: 'conflict', reason: 'order-cancelled' },
      pairedTap: { truth: 'conflict', reason: 'order-cancelled' },
    })
    expect(posts(id, 'preparing')).toBe(0)
  })

  it('accepts an order that waits for its start, and does not start it', async () => {
    const id = await placed({ ...DELIVERY, orderTiming: 'ONDEMAND' })
    expect(kitchen.ticket(id)?.lane).toBe('scheduled')
    kitchen.tap(id, 'confirm')
    expect(kitchen.ticket(id)).toMatchObject({ tap: { action: 'confirm' } })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
    expect(posts(id, 'preparing')).toBe(0)
  })
})

describe('the preparation time of an acceptance', () => {
  const bodiesOf = (id: string) => kitchen.platform.requestLog.postsFor(id, 'confirm').map(({ body }) => body)
  const accepted = async (own: number | undefined, shop: number | undefined): Promise<string> => {
    kitchen = startVirtualKitchen({ settings: shop === undefined ? {} : { preparationMinutes: shop } })
    const { id } = kitchen.platform.place(DELIVERY)
    await kitchen.advance(31 * SECOND)
    const more = own === undefined ? {} : { preparationMinutes: own }
    expect(kitchen.core().act({ orderId: id, action: 'confirm', ...more })).toMatchObject({ ok: true })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
    expect(kitchen.platform.requestLog.violations()).toEqual([])
    return id
  }

  it('is not sent unless one was chosen', async () => {
    expect(bodiesOf(await accepted(undefined, undefined))).toEqual([undefined])
  })

  it("is the chosen one instead of the shop's", async () => {
    expect(bodiesOf(await accepted(40, 25))).toEqual([{ estimatedPreparationTimeMinutes: 40 }])
  })

  it('is refused with every other step', async () => {
    const id = await accepted(undefined, undefined)
    expect(kitchen.core().act({ orderId: id, action: 'preparing', preparationMinutes: 20 })).toMatchObject({
      ok: false,
      code: 'bad-arguments',
    })
  })
})
