import { expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'
import { sortPage } from '../../../electron/sync/receive-page.ts'

it('events are acknowledged under the ids that were sent, also numbers that no double holds', () => {
  const page = [
    { id: 'e-1', fullCode: 'PLACED', orderId: 'o-1' },
    { id: 9_007_199_254_740_993n, fullCode: 'CONFIRMED', orderId: 42 },
  ]
  const { events } = sortPage(IFOOD.toNeutralEvents?.(page) ?? [])
  const [form] = IFOOD.acknowledgments
  const body = form.body(events.map(({ orderId = '', ...event }) => ({ ...event, orderId })))
  expect(JSON.stringify(body)).toBe('[{"id":"e-1"},{"id":9007199254740993}]')
})
