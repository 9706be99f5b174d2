import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../shared/contract/contract.ts'
import { type ScriptedAnswers, scriptedAnswers } from '../../fixtures/scripted-answers.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000

let kitchen: VirtualKitchen
let platform: ScriptedAnswers
let confirmed: string[]
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 1 } })
  platform = scriptedAnswers()
  confirmed = []
  kitchen.intercept((path, init) => {
    const orderId = /^\/orders\/([^/]+)\/confirm$/.exec(path)?.[1]
    if (orderId === undefined) return platform.intercept(path, init)
    confirmed.push(decodeURIComponent(orderId))
    return new Response(null, { status: 202 })
  })
})
afterEach(() => kitchen.end())

const bodyOf = (id: string) => ({
  id,
  displayId: '1',
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pastel', quantity: 1 }],
})

describe('an order with an unusual id', () => {
  it.each([
    ' ',
    '\t\n',
    '\u200b\u2060',
    '\u0000',
    'nul\u0000inside',
    '__proto__',
    'constructor',
    'a/b',
    '../token',
    'a\\b',
    '%2F..%2F',
    '?a=b#c',
    'x'.repeat(201),
    'é'.repeat(2_000),
  ])('%j is stored, acknowledged, read, confirmed once and kept over a crash', async (id) => {
    platform.place(id, bodyOf(id))
    platform.place('usual', bodyOf('usual'))
    await kitchen.advance(5 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CREATED')
    expect(kitchen.ticket('usual')?.status).toBe('CREATED')
    expect(platform.acknowledged).toEqual(['event-1', 'event-2'])
    expect(contract['order:shown'].args.safeParse({ orderIds: [id] }).success).toBe(true)
    expect(kitchen.tap(id, 'confirm')).toMatchObject({ ok: true })
    await kitchen.advance(2 * SECOND)
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(5 * SECOND)
    expect(confirmed).toEqual([id])
    expect(kitchen.ticket(id)?.tap?.truth).toBe('sent')
  })

  it.each(['.', '..'])('%j, which no address can contain, is shown at once as one that cannot be read', async (id) => {
    platform.place(id, bodyOf(id))
    await kitchen.advance(5 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'unreadable', displayId: id, actions: [], alarm: 'new' })
    kitchen.crash()
    kitchen.start()
    await kitchen.advance(5 * SECOND)
    expect(kitchen.ticket(id)).toMatchObject({ reading: 'unreadable', alarm: 'new' })
  })

  it.each(['', 'x'.repeat(100_000), '.', '..', 'half\ud800'])(
    'that cannot be read (%#) is acknowledged and delays no other order',
    async (id) => {
      platform.place(id, bodyOf(id))
      platform.place('usual', bodyOf('usual'))
      await kitchen.advance(5 * SECOND)
      expect(platform.acknowledged).toEqual(['event-1', 'event-2'])
      expect(kitchen.tap('usual', 'confirm')).toMatchObject({ ok: true })
      await kitchen.advance(30 * SECOND)
      expect(confirmed).toEqual(['usual'])
    },
  )
})
