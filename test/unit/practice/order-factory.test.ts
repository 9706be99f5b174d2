import { expect, it } from 'vitest'
import { makeOrder } from '../../../electron/practice/platform/order-factory.ts'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'

it('an order at a table has every field that v2 requires of one', () => {
  const context = { random: seededRandom(1), at: 0, merchant: { id: 'm1', name: 'Cantina' }, sourceAppId: 'app' }
  expect(makeOrder({ orderType: 'INDOOR' }, context).fulfillment.indoor).toEqual({
    operationMode: 'TABLE',
    identifier: expect.stringMatching(/^\d+$/),
    consumptionType: 'DINE_IN',
    originChannel: { type: 'WAITER_TABLET' },
  })
})
