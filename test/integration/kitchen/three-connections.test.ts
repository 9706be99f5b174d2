import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isAccepted, isNew, openThree } from './three-connections.ts'

describe('three connections whose orders, events and display ids are equal', () => {
  it('have a ticket each, and what is done to one reaches no other', async () => {
    const { shops, placeEverywhere, kitchen } = await openThree()
    const { id, eventIds } = placeEverywhere()
    expect(new Set(eventIds).size).toBe(1)
    for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
    expect(kitchen.tickets().map(({ orderId }) => orderId)).toEqual([id, `@2:${id}`, `@3:${id}`])
    expect(new Set(kitchen.tickets().map(({ displayId }) => displayId))).toEqual(new Set(['A1']))
    const others = (name: string) => kitchen.tickets().filter(({ connection }) => connection?.name !== name)

    for (const [index, { given, posted }] of [...shops].reverse().entries()) {
      const before = others(given.name)
      const ticket = kitchen.ticketOf(given.name, id)
      const key = ticket?.orderId ?? ''
      const lineId = ticket?.lines[0]?.lineId ?? ''
      const core = kitchen.core()
      expect(core.act({ orderId: key, action: 'confirm' })).toMatchObject({ ok: true })
      await kitchen.seen(given.name, id, 'accepted', isAccepted)
      expect(core.quietAlarm(key, 'opened')).toMatchObject({ ok: true })
      expect(core.moveFirst(key, true)).toMatchObject({ ok: true })
      expect(core.makeAgain(key, lineId, 'dropped')).toMatchObject({ ok: true })
      expect(core.strikeLine(key, lineId, true)).toMatchObject({ ok: true })
      await kitchen.seen(given.name, id, 'marked', ({ lines, isFirst }) => isFirst === true && !!lines[0]?.struck)
      expect(JSON.stringify(others(given.name))).toBe(JSON.stringify(before))
      expect(posted(id)).toEqual(['confirm'])
      expect(shops.filter((one) => one.posted(id).length > 0)).toHaveLength(index + 1)
      const timeline = core.timeline(key)
      expect(timeline.ok && timeline.value.filter(({ kind }) => kind === 'tapped')).toHaveLength(1)
    }
    await eventually('all events are acknowledged', () => shops.every(({ waiting }) => waiting() === 0))
  })
})
