import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pushes } from '../../../shared/contract/contract.ts'
import { HOSTILE_NAMES } from '../../fixtures/hostile-names.ts'
import { type ScriptedAnswers, scriptedAnswers } from '../../fixtures/scripted-answers.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000

let kitchen: VirtualKitchen
let platform: ScriptedAnswers
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 1 } })
  platform = scriptedAnswers()
  kitchen.intercept(platform.intercept)
})
afterEach(() => kitchen.end())

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_NAMES, ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constant('x'.repeat(50_000)),
)
const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom(null, 1e308, -0, Number.MAX_SAFE_INTEGER, true, [], {}, [[[]]], { constructor: 1 }),
)
const option = fc.record({
  id: hostileText,
  name: hostileText,
  optionGroupName: hostileText,
  observations: hostileText,
})
const foreignKey = fc.constantFrom(...HOSTILE_NAMES)

/** An order in which every text is hostile. It has what a ticket needs, so it must be readable. */
const hostileOrder = fc
  .record({
    displayId: hostileValue,
    createdAt: hostileValue,
    status: fc.constantFrom('CREATED', 'READY', ...HOSTILE_NAMES),
    observations: hostileValue,
    extraInfo: hostileValue,
    lastEvent: hostileValue,
    merchant: fc.record({ id: hostileValue, name: hostileValue, externalCode: hostileValue }),
    timing: fc.record({
      orderTiming: hostileValue,
      orderPriority: hostileValue,
      preparationStartDateTime: hostileValue,
    }),
    context: fc.record({ salesChannel: hostileValue, virtualBrand: hostileValue }),
    fulfillment: fc.record({
      orderType: hostileText,
      takeout: fc.record({ pickupCode: hostileValue, observations: hostileValue }),
      delivery: fc.record({ observations: hostileValue, address: fc.record({ street: hostileValue }) }),
    }),
    customer: fc.record({ name: hostileValue }),
    items: fc.array(
      fc.record({
        id: hostileValue,
        name: hostileText,
        quantity: fc.constantFrom(1, '2', 1e300, -3),
        unit: hostileValue,
        observations: hostileValue,
        options: fc.array(option, { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
    payments: fc.record({
      methods: fc.array(fc.record({ type: hostileValue, method: hostileValue, brand: hostileValue }), { maxLength: 2 }),
    }),
    total: fc.record({ orderAmount: fc.record({ value: hostileValue, currency: hostileValue }) }),
  })
  .chain((order) => foreignKey.map((key) => JSON.parse(JSON.stringify({ ...order, [key]: 'x' }))))

const plainOrder = (id: string) => ({
  id,
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pizza', quantity: 1 }],
})

it('an order with only hostile texts is read, and so are the orders beside it, also over a restart', {
  timeout: 600_000,
}, async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(hostileOrder, fc.constantFrom(...HOSTILE_NAMES), async (raw, word) => {
      number += 1
      const ids = [`before-${number}`, `${word}${number === 1 ? '' : number}`, `after-${number}`]
      const [before = '', hostile = '', after = ''] = ids
      platform.place(before, plainOrder(before))
      platform.place(hostile, { ...raw, id: hostile }, { eventType: word, metadata: { code: word, reason: word } })
      platform.place(after, plainOrder(after))
      const readings = () => ids.map((id) => kitchen.ticket(id.toWellFormed())?.reading)
      await kitchen.advance(3 * SECOND)
      expect(readings()).toEqual(['read', 'read', 'read'])
      const ticket = kitchen.ticket(hostile)
      expect(pushes['board:delta'].safeParse({ version: 1, changed: [ticket], removed: [] }).success).toBe(true)
      expect(JSON.stringify(ticket).length).toBeLessThan(60_000)
      kitchen.crash()
      kitchen.start()
      await kitchen.advance(2 * SECOND)
      expect(readings()).toEqual(['read', 'read', 'read'])
    }),
    // The orders of all runs stay on the board, so a smaller example would not be the same one.
    { numRuns: 15, endOnFailure: true },
  )
})
