import type { Json } from './wire.ts'

const HUGE_TEXT_LENGTH = 200_000

/** Events that are not as they should be. Each takes the id and the order that it pretends to be about. */
export const POISON_EVENTS = {
  'missing-id': (_id, orderId) => ({ eventType: 'CREATED', orderId, createdAt: '2026-07-01T14:30:00Z' }),
  'numeric-id': (_id, orderId) => ({
    eventId: 12345,
    eventType: 'CREATED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'missing-order': (eventId) => ({ eventId, eventType: 'CREATED', createdAt: '2026-07-01T14:30:00Z' }),
  'null-order': (eventId) => ({ eventId, eventType: 'CREATED', orderId: null, createdAt: null }),
  'strange-order': (eventId) => ({
    eventId,
    eventType: 'CREATED',
    orderId: '../oauth/token?x=#',
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'missing-type': (eventId, orderId) => ({ eventId, orderId, createdAt: '2026-07-01T14:30:00Z' }),
  'unknown-type': (eventId, orderId) => ({
    eventId,
    eventType: 'ORDER_TELEPORTED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'wrong-types': (eventId, orderId) => ({ eventId, eventType: 42, orderId, createdAt: 17, metadata: 'text' }),
  'bad-date': (eventId, orderId) => ({ eventId, eventType: 'CREATED', orderId, createdAt: 'ontem à noite' }),
  huge: (eventId, orderId) => ({
    eventId,
    eventType: 'CREATED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
    metadata: { reason: 'x'.repeat(HUGE_TEXT_LENGTH) },
  }),
  'just-text': () => 'CREATED',
  'just-null': () => null,
  'just-a-list': () => [],
} as const satisfies { readonly [name: string]: (eventId: string, orderId: string) => Json }
export type PoisonEvent = keyof typeof POISON_EVENTS
