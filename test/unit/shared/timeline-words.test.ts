import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import { timelineWords } from '../../../shared/text/timeline-words.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'

/** Event types of the platform: docs of the protocol, `GET /events:polling`. */
const EVENT_TYPES = [
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'DISPATCHED',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_ACCEPTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
]

/** Those of Open Delivery 1.x, and what iFood's and Keeta's are called. */
const TYPES_OF_EVENT_DIALECTS = [
  'ORDER_CANCELLATION_REQUEST',
  'CANCELLED_DENIED',
  'CANCELLATION_DENIED',
  'PICKUP_AREA_ASSIGNED',
  'PICKED_UP',
  'RECOMMENDED_PREPARATION_START',
  'CANCELLATION_DISPUTE_REPLIED',
  'CANCELLATION_DISPUTE_SETTLED',
  'PICKUP_CODE_REQUESTED',
  'PICKUP_CODE_VALIDATED',
  'DELIVERY_DROP_CODE_REQUESTED',
  'RIDER_DEALLOCATED',
  'ORDER_PATCHED',
  'USER_REFUND_REQUEST',
  'REFUNDED',
  'REFUND_FAILED',
]

describe.each(LOCALES)('the words of a timeline in %s', (locale) => {
  const texts = LANGUAGES[locale]

  it.each(EVENT_TYPES)('explain the event %s in both spellings', (type) => {
    const { detail } = timelineWords(texts, { kind: 'received', detail: type })
    expect(detail).not.toMatch(/[A-Z]_|^[A-Z]{4,}$/)
    expect(timelineWords(texts, { kind: 'received', detail: `ORDER_${type}` }).detail).toBe(detail)
  })

  it.each(TYPES_OF_EVENT_DIALECTS)('explain the event %s', (type) => {
    const { detail } = timelineWords(texts, { kind: 'received', detail: type })
    expect(detail).not.toMatch(/[A-Z]_|^[A-Z]{4,}$/)
  })
})

describe('an entry of a timeline', () => {
  it('of the last ring has the number of rings', () => {
    expect(timelineWords(LANGUAGES.en, { kind: 'rang-until', detail: 'new 3' }).detail).toMatch(/ · 3×$/)
  })

  const { action, history } = LANGUAGES.en
  it.each([
    ...['accepted-automatically', 'undone', 'sent', 'confirmed'].map((kind) => [kind, 'confirm', action.confirm]),
    ['tapped', 'confirm', `${action.confirm} · ${history.thisScreen}`],
    ['delay-alarm', 'alarm-opened', history.kind['alarm-opened']],
  ])('of the kind %s has words for %s: %s', (kind = '', detail, words) => {
    expect(timelineWords(LANGUAGES.en, { kind, detail }).detail).toBe(words)
  })

  it.each(['constructor', 'toString', '__proto__', 'SOMETHING_NEW'])('shows the unknown name %s unchanged', (name) => {
    expect(timelineWords(LANGUAGES.en, { kind: name, detail: name })).toEqual({ what: name, detail: name })
    for (const kind of ['tapped', 'received', 'read', 'conflict', 'cancelled', 'rang']) {
      expect(timelineWords(LANGUAGES.en, { kind, detail: name }).detail).toContain(name)
    }
  })
})
