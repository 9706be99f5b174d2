import { afterEach, describe, expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
const ON: SettingsPatch = { autoConfirm: { enabled: true }, undoSeconds: 5 }

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())
const start = (settings: SettingsPatch = ON, more: VirtualKitchenOptions = {}): void => {
  kitchen = startVirtualKitchen({ ...more, settings })
}
const place = (overrides: Parameters<typeof kitchen.platform.place>[0] = DELIVERY): string =>
  kitchen.platform.place(overrides).id
const posts = (id: string): number => kitchen.platform.requestLog.postsFor(id, 'confirm').length
const applied = (id: string): number => kitchen.platform.requestLog.appliedFor(id, 'confirm').length
const kinds = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}
const rows = (id: string): number =>
  kitchen.databases.ledgerDb
    .prepare<[string], number>("SELECT count(*) FROM taps WHERE order_id = ? AND action = 'confirm'")
    .pluck()
    .get(id) ?? 0

describe('automatic acceptance', () => {
  it('sends once, without an undo window, confirms it by a read, and shows it on ticket and timeline', async () => {
    start()
    const id = place()
    await kitchen.advance(45 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({
      status: 'CONFIRMED',
      acceptedAutomatically: true,
      tap: { action: 'confirm', truth: 'confirmed', automatic: true },
    })
    expect([posts(id), applied(id), rows(id)]).toEqual([1, 1, 1])
    expect(kinds(id)).toContain('accepted-automatically')
    expect(kinds(id)).not.toContain('tapped')
    expect(kitchen.platform.requestLog.violations()).toEqual([])
  })

  it("announces the shop's preparation time, and starts nothing", async () => {
    start({ ...ON, preparationMinutes: 25, confirmStartsPreparation: true })
    const id = place()
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
    expect(kitchen.platform.requestLog.postsFor(id, 'confirm').map(({ body }) => body)).toEqual([
      { estimatedPreparationTimeMinutes: 25 },
    ])
  })

  it('keeps the order ringing until a person touches it', async () => {
    start()
    const id = place()
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', alarm: 'new' })
    kitchen.core().quietAlarm(id, 'opened')
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
  })
})

describe('a person and the rules accept at the same time', () => {
  it('a tap that came first is the only one, also when it was undone', async () => {
    start({ ...ON, autoConfirm: { enabled: false } })
    const [held, undone] = [place(), place()]
    await kitchen.advance(32 * SECOND)
    kitchen.tap(held, 'confirm')
    const taken = kitchen.tap(undone, 'confirm')
    kitchen.core().undo(taken.ok ? taken.value.tapId : '')
    kitchen.core().changeSettings({ autoConfirm: { enabled: true } })
    await kitchen.advance(2 * MINUTE)
    expect([posts(held), rows(held)]).toEqual([1, 1])
    expect(kitchen.ticket(held)?.acceptedAutomatically).toBeUndefined()
    expect(kitchen.ticket(undone)).toMatchObject({ status: 'CREATED', alarm: 'new' })
    expect(posts(undone)).toBe(0)
  })

  it('a tap on a ticket that the rules have just accepted queues nothing more, and silences the alarm', async () => {
    start()
    const id = place()
    for (let step = 0; step < 400 && rows(id) === 0; step += 1) await kitchen.advance(SECOND / 10)
    const tapped = kitchen.tap(id, 'confirm')
    expect(tapped).toEqual({ ok: true, value: { tapId: kitchen.ticket(id)?.tap?.tapId } })
    expect(kitchen.ticket(id)?.alarm).toBeUndefined()
    await kitchen.advance(MINUTE)
    expect([posts(id), applied(id), rows(id)]).toEqual([1, 1, 1])
  })
})

describe('the rules of the automatic acceptance', () => {
  it('the chosen number of orders is not exceeded, and the next order is accepted when another one is ready', async () => {
    start({ ...ON, autoConfirm: { enabled: true, mostOpen: 2 }, confirmDeadlineMinutes: 60 })
    const ids = [place(), place(), place()]
    await kitchen.advance(2 * MINUTE)
    const accepted = ids.filter((id) => kitchen.ticket(id)?.status === 'CONFIRMED')
    expect(accepted).toHaveLength(2)
    kitchen.tap(accepted[0] ?? '', 'ready-for-pickup')
    await kitchen.advance(2 * MINUTE)
    expect(ids.filter((id) => posts(id) === 1)).toHaveLength(3)
  })

  it('an acceptance that could not be sent in time is dropped and reported, and the order rings for a person', async () => {
    start()
    const id = place()
    kitchen.intercept((path) => (path.endsWith('/confirm') ? new Response('', { status: 503 }) : undefined))
    for (let step = 0; step < 400 && rows(id) === 0; step += 1) await kitchen.advance(SECOND / 10)
    kitchen.crash()
    kitchen.intercept(undefined)
    await kitchen.advance(20 * MINUTE)
    kitchen.start()
    await kitchen.advance(2 * MINUTE)
    expect(applied(id)).toBe(0)
    expect(kitchen.ticket(id)).toMatchObject({
      status: 'CREATED',
      alarm: 'new',
      tap: { truth: 'conflict', reason: 'expired' },
    })
    expect(kitchen.ticket(id)?.acceptedAutomatically).toBeUndefined()
    expect(rows(id)).toBe(1)
  })

  it('a refused acceptance is shown and not repeated, and the order rings for a person', async () => {
    start()
    const id = place()
    kitchen.platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'status', status: 400 } })
    await kitchen.advance(3 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CREATED', alarm: 'new', tap: { truth: 'conflict' } })
    expect([posts(id), rows(id)]).toEqual([1, 1])
  })
})
