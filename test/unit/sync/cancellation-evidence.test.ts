import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../../electron/storage/ports.ts'
import { judgeCancellation, STOP_PATIENCE_MS, statusMeant } from '../../../electron/sync/cancellation-evidence.ts'

const AT = 1_000_000_000
const event = (eventId: string, eventType = 'CANCELLED'): StoredEvent => ({
  seq: 1,
  eventId,
  orderId: 'o',
  eventType,
  receivedAt: AT,
  metadata: undefined,
})
const known = (more: Partial<Parameters<typeof judgeCancellation>[0]> = {}) => ({
  status: 'PREPARING',
  events: [event('c')],
  statusesRead: new Set(['PREPARING']),
  contradicted: new Set<string>(),
  refuted: new Set<string>(),
  ...more,
})
const contradicted = { contradicted: new Set(['c']) }
const refuted = { contradicted: new Set(['c']), refuted: new Set(['c']) }
const read = (status: string | undefined, more: { isAfterEvents?: boolean; beganAt?: number } = {}) => ({
  status,
  isAfterEvents: true,
  beganAt: AT + 1,
  ...more,
})

describe('what a read says about the event of a cancellation', () => {
  it.each([
    ['an active order: the read may lag', known(), read('PREPARING'), 'contradicted'],
    ['an unknown status too', known(), read('ON_THE_GRILL'), 'contradicted'],
    ['the order has not moved since', known(contradicted), read('PREPARING'), undefined],
    ['the order moves on after a contradiction', known(contradicted), read('READY'), 'refuted'],
    ['a first read that is further than known may lag', known(), read('READY'), 'contradicted'],
    ['a delivered order', known(), read('DELIVERED'), 'refuted'],
    ['ten minutes later', known(), read('PREPARING', { beganAt: AT + STOP_PATIENCE_MS }), 'refuted'],
    ['before that', known(), read('PREPARING', { beganAt: AT + STOP_PATIENCE_MS - 1 }), 'contradicted'],
    ['a read that began before an event', known(), read('DELIVERED', { isAfterEvents: false }), undefined],
    ['a read without a status', known(), read(undefined), undefined],
    ['a cancelled order', known(), read('CANCELLED'), undefined],
    ['an archived order', known(), read('CONCLUDED'), undefined],
    ['a refuted event is not judged again', known(refuted), read('READY'), undefined],
    ['an order without a cancellation', known({ events: [event('p', 'PREPARING')] }), read('READY'), undefined],
  ])('%s', (_, before, after, worth) => {
    expect(judgeCancellation(before, after)).toEqual(worth && { eventId: 'c', worth })
  })

  it('a further event is judged anew', () => {
    const again = known({ ...refuted, events: [event('c'), event('d')] })
    expect(judgeCancellation(again, read('PREPARING'))).toEqual({ eventId: 'd', worth: 'contradicted' })
  })
})

describe('an archived order', () => {
  it.each([
    ['after the event of a cancellation is cancelled', known(), 'CANCELLED'],
    ['is cancelled also after reads that may lag', known(contradicted), 'CANCELLED'],
    ['is not cancelled after a read that refutes the event', known(refuted), 'CONCLUDED'],
    ['is cancelled after a further event', known({ ...refuted, events: [event('c'), event('d')] }), 'CANCELLED'],
    ['that was read as delivered is not cancelled', known({ statusesRead: new Set(['DELIVERED']) }), 'CONCLUDED'],
    [
      'whose delivery an event states is not cancelled',
      known({ events: [event('c'), event('x', 'DELIVERED')] }),
      'CONCLUDED',
    ],
    ['that was read as cancelled stays cancelled', known({ events: [], status: 'CANCELLED' }), 'CANCELLED'],
    ['without an event is concluded', known({ events: [] }), 'CONCLUDED'],
  ])('%s', (_, before, status) => {
    expect(statusMeant('CONCLUDED', before)).toBe(status)
    expect(statusMeant('READY', before)).toBe('READY')
  })
})
