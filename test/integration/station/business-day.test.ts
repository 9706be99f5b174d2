import { afterEach, describe, expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/lifecycle.ts'
import { type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'

let kitchen: RunningKitchen
afterEach(() => kitchen.end())

async function step(orderId: string, action: QueuedAction, status: string): Promise<void> {
  await kitchen.seen(orderId, `${action} on offer`, (ticket) => ticket.actions.includes(action))
  expect(kitchen.station().act({ orderId, action })).toMatchObject({ ok: true })
  await kitchen.seen(orderId, `${status} read`, (ticket) => ticket.status === status)
}

/** A takeout order from its arrival to its hand-over. */
async function finished(): Promise<string> {
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT' })
  await step(id, 'confirm', 'CONFIRMED')
  await step(id, 'ready-for-pickup', 'READY')
  await step(id, 'delivered', 'DELIVERED')
  return id
}

/** Calls that would change the order at the platform. */
const postsAbout = (id: string): number =>
  kitchen.platform.requestLog.entries().filter(({ orderId, action }) => orderId === id && action !== undefined).length

const list = (search = '') => {
  const answer = kitchen.station().history({ daysAgo: 0, search, page: 0 })
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

describe('the history of a day', () => {
  it('finds an order by its number, its customer and its items, regardless of case and accents', async () => {
    kitchen = await startKitchen()
    const id = await finished()
    const { id: other } = kitchen.platform.place()
    const ticket = await kitchen.seen(other, 'on the board', ({ reading }) => reading === 'read')
    expect(list().entries.map(({ orderId }) => orderId)).toEqual([other, id])
    expect(list(ticket.displayId).entries.map(({ orderId }) => orderId)).toContain(other)
    const item = ticket.lines[0]?.name ?? ''
    expect(list(item.toUpperCase()).entries.map(({ orderId }) => orderId)).toContain(other)
    expect(list((ticket.customerName ?? '').normalize('NFD').toLowerCase()).entries.length).toBeGreaterThan(0)
    expect(list('nothing is called like this')).toMatchObject({ total: 0, entries: [] })
    expect(kitchen.station().history({ daysAgo: 1, search: '', page: 0 })).toMatchObject({ value: { total: 0 } })
  })

  it('contains the events of an order from its receipt to its confirmation, also after a restart', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'calls', ({ alarm }) => alarm === 'new')
    kitchen.station().shown([id])
    kitchen.station().rang([{ orderId: id, cause: 'new', stage: 'plain' }])
    kitchen.station().rang([{ orderId: id, cause: 'new', stage: 'plain' }])
    await step(id, 'confirm', 'CONFIRMED')
    await kitchen.restart()
    const story = kitchen.station().timeline(id)
    const kinds = story.ok ? story.value.map(({ kind, detail }) => `${kind} ${detail ?? ''}`.trim()) : []
    const order = [
      'received CREATED',
      'read CREATED',
      'shown',
      'rang new',
      'tapped confirm',
      'sent confirm',
      'read CONFIRMED',
      'confirmed confirm',
    ]
    expect(kinds.filter((kind) => order.includes(kind))).toEqual(order)
    expect(kinds).toContain('rang-until new 2')
    const { milestones } = list().entries[0] ?? {}
    const times = [
      milestones?.receivedAt,
      milestones?.shownAt,
      milestones?.rungAt,
      milestones?.tappedAt,
      milestones?.sentAt,
      milestones?.confirmedAt,
    ]
    expect(times.every((at) => at !== undefined)).toBe(true)
    expect(times).toEqual(times.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  })

  it('has the figures of the shift over its orders', async () => {
    kitchen = await startKitchen()
    await finished()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', ({ reading }) => reading === 'read')
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.seen(id, 'cancelled', ({ status }) => status === 'CANCELLED')
    const shift = kitchen.station().shift(0)
    expect(shift).toMatchObject({
      ok: true,
      value: { orders: 2, cancelled: 1, accept: { count: 1 }, ready: { count: 1 } },
    })
  })
})

describe('a computer whose clock is wrong', () => {
  it.each([7_200_000, -7_200_000])(
    'by %d ms still shows times of the platform, and no old data as fresh',
    async (skew) => {
      kitchen = await startKitchen({ platform: { clockSkewMs: skew }, settings: { undoSeconds: 10 } })
      const { id } = kitchen.platform.place()
      await kitchen.seen(id, 'on the board', ({ reading }) => reading === 'read')
      kitchen.station().act({ orderId: id, action: 'confirm' })
      const { clock, freshness, tickets } = kitchen.station().snapshot()
      expect(Math.abs(clock.platformNow - (Date.now() + skew))).toBeLessThan(3_000)
      expect(Math.abs(clock.platformNow - (freshness.checkedAt ?? 0))).toBeLessThan(5_000)
      const left = (tickets[0]?.tap?.holdUntil ?? 0) - clock.platformNow
      expect(left).toBeGreaterThan(5_000)
      expect(left).toBeLessThanOrEqual(11_000)
      const story = kitchen.station().timeline(id)
      const received = story.ok ? story.value[0]?.at : undefined
      expect(Math.abs((received ?? 0) - clock.platformNow)).toBeLessThan(10_000)
    },
  )
})

describe('a recalled order', () => {
  it('comes back only to this board, remains after a restart, and is put away again', async () => {
    kitchen = await startKitchen()
    const id = await finished()
    const before = postsAbout(id)
    expect(kitchen.station().recall(id, true)).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)).toMatchObject({ recalled: true, lane: 'preparing', status: 'DELIVERED', actions: [] })
    await kitchen.restart()
    expect(kitchen.ticket(id)).toMatchObject({ recalled: true, lane: 'preparing' })
    expect(list().entries[0]).toMatchObject({ orderId: id, recall: 'recalled' })
    expect(kitchen.station().recall(id, false)).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)).toMatchObject({ lane: 'done' })
    expect(kitchen.ticket(id)?.recalled).toBeUndefined()
    expect(postsAbout(id)).toBe(before)
  })

  it('cannot be a cancelled order or an order in preparation', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'on the board', ({ reading }) => reading === 'read')
    expect(kitchen.station().recall(id, true)).toMatchObject({ ok: false, code: 'not-offered' })
    kitchen.platform.cancel(id, 'CUSTOMER', 'Desistiu')
    await kitchen.seen(id, 'cancelled', ({ status }) => status === 'CANCELLED')
    expect(kitchen.station().recall(id, true)).toMatchObject({ ok: false, code: 'not-offered' })
    expect(list().entries[0]).toMatchObject({ recall: 'no' })
    expect(kitchen.station().recall('unheard-of', true)).toMatchObject({ ok: false, code: 'unknown-order' })
  })
})

describe('the alarm of an order', () => {
  it('ends by a tap, starts again when the tap is undone, and ends when the order is accepted elsewhere', async () => {
    kitchen = await startKitchen({ settings: { undoSeconds: 10 } })
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'calls', ({ alarm, reading }) => alarm === 'new' && reading === 'read')
    const tapped = kitchen.station().act({ orderId: id, action: 'confirm' })
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    expect(tapped.ok && kitchen.station().undo(tapped.value.tapId)).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)?.alarm).toBe('new')
    kitchen.platform.model.move(id, 'confirm')
    await kitchen.seen(id, 'quiet', ({ alarm, status }) => alarm === undefined && status === 'CONFIRMED')
  })

  it('remains silenced after a restart', async () => {
    kitchen = await startKitchen()
    const { id } = kitchen.platform.place()
    await kitchen.seen(id, 'calls', ({ alarm }) => alarm === 'new')
    expect(kitchen.station().quietAlarm(id, 'silenced')).toMatchObject({ ok: true })
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    await kitchen.restart()
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
  })
})
