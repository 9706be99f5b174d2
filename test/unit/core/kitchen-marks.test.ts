import { afterEach, describe, expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const SETTINGS: SettingsPatch = { pollIntervalSeconds: 30, confirmDeadlineMinutes: 8 }

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

async function placed(): Promise<string> {
  kitchen = startVirtualKitchen({ settings: SETTINGS })
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
  await kitchen.advance(31 * SECOND)
  return id
}
async function cooking(): Promise<string> {
  const id = await placed()
  kitchen.tap(id, 'confirm')
  await kitchen.advance(5 * SECOND)
  kitchen.tap(id, 'preparing')
  await kitchen.advance(31 * SECOND)
  return id
}
const restart = (): void => {
  kitchen.crash()
  kitchen.start()
}
const ticketOf = (id: string): Ticket => {
  const ticket = kitchen.ticket(id)
  if (ticket === undefined) throw new Error('The board has no such order')
  return ticket
}
const cancel = async (id: string): Promise<void> => {
  kitchen.platform.cancel(id, 'SYSTEMIC_ISSUES', 'Acabou')
  await kitchen.advance(31 * SECOND)
}
const kinds = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind, detail }) => `${kind} ${detail ?? ''}`) : []
}

describe('an order that is moved to the front', () => {
  it('stays there over a restart, and goes back by the same call', async () => {
    const id = await cooking()
    expect(kitchen.core().moveFirst(id, true)).toEqual({ ok: true, value: null })
    restart()
    expect(ticketOf(id)).toMatchObject({ isFirst: true, lane: 'preparing' })
    kitchen.core().moveFirst(id, false)
    restart()
    expect(ticketOf(id)).not.toHaveProperty('isFirst')
  })
  it.each(['is ready', 'is cancelled'] as const)('is so no longer when it %s', async (state) => {
    const id = await cooking()
    kitchen.core().moveFirst(id, true)
    if (state === 'is cancelled') await cancel(id)
    else {
      kitchen.tap(id, 'ready-for-pickup')
      await kitchen.advance(MINUTE)
    }
    expect(ticketOf(id)).not.toHaveProperty('isFirst')
  })
})

describe('an order that is held', () => {
  it('waits with the scheduled ones over a restart, and comes back with a ring', async () => {
    const id = await cooking()
    const until = kitchen.clock.now() + 10 * MINUTE
    expect(kitchen.core().hold(id, until)).toMatchObject({ ok: true })
    expect(ticketOf(id)).toMatchObject({ lane: 'scheduled', heldUntil: until, startAt: until, status: 'PREPARING' })
    await kitchen.advance(5 * MINUTE)
    restart()
    expect(ticketOf(id)).toMatchObject({ lane: 'scheduled', heldUntil: until })
    expect(ticketOf(id).alarm).toBeUndefined()
    await kitchen.advance(5 * MINUTE + SECOND)
    expect(ticketOf(id)).toMatchObject({ lane: 'preparing', alarm: 'start' })
    kitchen.core().quietAlarm(id, 'opened')
    restart()
    expect(ticketOf(id).alarm).not.toBe('start')
  })
  it('comes back at once and without a ring when staff end the hold, or start it', async () => {
    const id = await cooking()
    for (const end of [() => kitchen.core().hold(id, null), () => kitchen.core().startByHand(id)]) {
      kitchen.core().hold(id, kitchen.clock.now() + 10 * MINUTE)
      expect(ticketOf(id).lane).toBe('scheduled')
      expect(end()).toMatchObject({ ok: true })
      expect(ticketOf(id)).toMatchObject({ lane: 'preparing' })
      expect(ticketOf(id).alarm).toBeUndefined()
    }
  })
  it('is back before the last minutes to accept it, and rings', async () => {
    const id = await placed()
    const { confirmBy = 0 } = ticketOf(id)
    kitchen.core().quietAlarm(id, 'silenced')
    kitchen.core().hold(id, kitchen.clock.now() + 20 * MINUTE)
    expect(ticketOf(id)).toMatchObject({ lane: 'scheduled', heldUntil: confirmBy - 2 * MINUTE })
    expect(ticketOf(id).alarm).toBeUndefined()
    await kitchen.advance(confirmBy - 2 * MINUTE - kitchen.clock.now() + SECOND)
    expect(ticketOf(id)).toMatchObject({ lane: 'new', alarm: 'new' })
    expect(kitchen.core().hold(id, kitchen.clock.now() + 10 * MINUTE)).toMatchObject({ ok: false, code: 'not-offered' })
  })
  it('is not held when it is ready, nor after its cancellation', async () => {
    const id = await cooking()
    kitchen.core().hold(id, kitchen.clock.now() + 20 * MINUTE)
    kitchen.tap(id, 'ready-for-pickup')
    await kitchen.advance(31 * SECOND)
    expect(ticketOf(id).lane).toBe('ready')
    expect(kitchen.core().hold(id, kitchen.clock.now() + 20 * MINUTE)).toMatchObject({ code: 'not-offered' })
    await cancel(id)
    expect(ticketOf(id)).not.toHaveProperty('heldUntil')
  })
})

describe('a dish that is made again', () => {
  it('is a line of its own with its clock, over a restart, and is struck alone', async () => {
    const id = await cooking()
    const [line] = ticketOf(id).lines
    const lineId = line?.lineId ?? ''
    kitchen.core().strikeLine(id, lineId, true)
    const since = kitchen.clock.now()
    expect(kitchen.core().makeAgain(id, lineId, 'dropped')).toMatchObject({ ok: true })
    restart()
    const [first, again] = ticketOf(id).lines
    expect(first).toMatchObject({ lineId, struck: true })
    expect(again).toMatchObject({ name: line?.name, quantity: 1, struck: false, again: { since, reason: 'dropped' } })
    kitchen.core().strikeLine(id, again?.lineId ?? '', true)
    restart()
    expect(
      ticketOf(id)
        .lines.slice(0, 2)
        .map(({ struck }) => struck),
    ).toEqual([true, true])
    expect(kinds(id)).toContainEqual(expect.stringMatching(/^made-again dropped \d+× \S/))
    expect(kitchen.core().makeAgain(id, again?.lineId ?? '', 'wrong')).toMatchObject({ code: 'not-offered' })
  })
  it('is dropped with a cancelled order, also when its cancellation is taken back', async () => {
    const id = await cooking()
    const count = ticketOf(id).lines.length
    kitchen.core().makeAgain(id, ticketOf(id).lines[0]?.lineId ?? '', 'guest')
    expect(ticketOf(id).lines).toHaveLength(count + 1)
    await cancel(id)
    expect(ticketOf(id).lines).toHaveLength(count)
    expect(kitchen.core().makeAgain(id, ticketOf(id).lines[0]?.lineId ?? '', 'guest')).toMatchObject({ ok: false })
  })
})

it('nothing of it is sent', async () => {
  const id = await cooking()
  const before = kitchen.departures.filter(({ method }) => method === 'POST').length
  kitchen.core().moveFirst(id, true)
  kitchen.core().makeAgain(id, ticketOf(id).lines[0]?.lineId ?? '', 'wrong')
  kitchen.core().hold(id, kitchen.clock.now() + 2 * MINUTE)
  await kitchen.advance(5 * MINUTE)
  const posts = kitchen.departures.filter(({ method, path }) => method === 'POST' && path.includes(id))
  expect(posts.map(({ path }) => path.split('/').at(-1))).toEqual(['confirm', 'preparing'])
  expect(before).toBeGreaterThan(0)
})
