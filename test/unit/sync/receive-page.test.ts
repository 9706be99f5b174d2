import { describe, expect, it } from 'vitest'
import { sortPage } from '../../../electron/sync/receive-page.ts'

describe('a page of events', () => {
  it('gives the other events beside a malformed one, and the readable parts of that one', () => {
    const page = [
      { eventId: 'e1', eventType: 'CREATED', orderId: 'o1', createdAt: 'x' },
      null,
      { eventId: 'e2', eventType: 'CANCELLED', orderId: 'o1', metadata: { code: 'C', reason: 'R', note: 1 } },
      { eventId: 'e3' },
      'garbage',
    ]
    const { events, unreadable } = sortPage(page)
    expect(events.map(({ eventId, orderId, metadata }) => ({ eventId, orderId, metadata }))).toEqual([
      { eventId: 'e1', orderId: 'o1', metadata: undefined },
      { eventId: 'e2', orderId: 'o1', metadata: { code: 'C', reason: 'R' } },
      { eventId: 'e3', orderId: undefined, metadata: undefined },
    ])
    expect(events[2]?.problem).toContain('orderId')
    expect(unreadable.map(({ raw }) => raw)).toEqual(['null', '"<text of 7>"'])
  })

  it('gives only the beginning of a huge value', () => {
    const { unreadable } = sortPage([{ payload: 'x'.repeat(1_000_000) }])
    expect(unreadable[0]?.raw.length).toBeLessThanOrEqual(10_000)
  })
})
