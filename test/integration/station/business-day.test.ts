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
})

describe('the alarm of an order', () => {
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
