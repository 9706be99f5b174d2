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
      // An event may tell the status before the read that ends the tap.
      await kitchen.seen(given.name, id, 'read', ({ tap }) => tap === undefined || tap.truth === 'confirmed')
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

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

it('platforms whose clocks are an hour apart show the same age, and an order waits until the time that staff chose', async () => {
  const { shops, placeEverywhere, kitchen } = await openThree({ skewMs: HOUR_MS })
  const { id } = placeEverywhere()
  for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
  const core = kitchen.core()
  const now = core.snapshot().clock.platformNow
  for (const { createdAt, confirmBy = 0 } of kitchen.tickets()) {
    expect(Math.abs(now - createdAt)).toBeLessThan(MINUTE_MS)
    expect(Math.abs(confirmBy - createdAt - 8 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
  }
  for (const { checkedAt = 0 } of core.snapshot().freshness.connections ?? [])
    expect(Math.abs(now - checkedAt)).toBeLessThan(MINUTE_MS)
  for (const { given } of shops) {
    const { orderId } = await kitchen.seen(given.name, id, 'new', isNew)
    core.act({ orderId, action: 'confirm' })
    await kitchen.seen(given.name, id, 'accepted', isAccepted)
    expect(core.hold(orderId, now + 10 * MINUTE_MS)).toMatchObject({ ok: true })
    const { heldUntil = 0 } = await kitchen.seen(given.name, id, 'held', (ticket) => ticket.heldUntil !== undefined)
    expect(Math.abs(heldUntil - now - 10 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
  }
})

/** Of the flooding platform. Poll, read and tap of a neighbour need three polls of its own, one each second as well. */
const MOST_PAGES = 8

it('orders of one come and are accepted within a few pages while another sends 10,000 events each second', async () => {
  const { casa, shops, kitchen } = await openThree()
  const [flooding, ...others] = shops
  const order = flooding.place()
  // Every poll brings them again.
  casa.fault({ effect: { kind: 'status', status: 503 }, routes: ['acknowledgment'] })
  for (let count = 0; count < 10_000; count += 1)
    casa.publishRaw({
      eventId: `event-${count}`,
      eventType: 'ARRIVED_AT_CUSTOMER',
      orderId: order,
      createdAt: new Date().toISOString(),
    })
  const pages = (): number => casa.requestLog.requestsTo('poll').length
  await eventually('the flood', () => pages() > 2)
  for (const shop of others) {
    const before = pages()
    const id = shop.place()
    const { orderId } = await kitchen.seen(shop.given.name, id, 'new', isNew)
    kitchen.core().act({ orderId, action: 'confirm' })
    await kitchen.seen(shop.given.name, id, 'accepted', isAccepted)
    expect(pages() - before).toBeLessThanOrEqual(MOST_PAGES)
  }
  expect(flooding.waiting()).toBeGreaterThan(10_000)
})
