import { describe, expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'
import { sortPage } from '../../../electron/sync/receive-page.ts'
import { ASKED, endOfDispute, openWish } from '../../../shared/order/moves/moves.ts'
import { choicesOf, fittingOffer, type OfferArgs } from '../../../shared/order/moves/offer.ts'
import { wishFactsOf, wishIdOf } from '../../../shared/order/moves/wish.ts'

const DISPUTE = {
  disputeId: 'd-1',
  action: 'CANCELLATION',
  handshakeType: 'DELAY',
  message: 'Pedi errado',
  expiresAt: '2026-03-02T12:05:00.000Z',
  acceptCancellationReasons: ['HIGH_STORE_DEMAND'],
}
type Metadata = Readonly<Record<string, unknown>>

/** What the ledger gets of an event of iFood. */
function stored(fullCode: string, metadata: Metadata) {
  const sent = { id: 'e-1', fullCode, orderId: 'o-1', createdAt: DISPUTE.expiresAt, metadata }
  const [event] = sortPage(IFOOD.toNeutralEvents?.([sent]) ?? []).events
  if (event === undefined) throw new Error('no event')
  return event
}
const asked = (more: Metadata) => stored('HANDSHAKE_DISPUTE', { ...DISPUTE, ...more })
const answerTo = (wish: string) =>
  IFOOD.act('/orders/o-1', { orderId: 'o-1', action: 'acceptCancellation', wish })?.path.replace('/order/v1.0/', '')

const LONG = 'motivo '.repeat(800)

describe('a dispute with an odd field is answered under its own id', () => {
  it.each<[string, Metadata]>([
    ['a long message', { message: LONG }],
    ['a long reason', { acceptCancellationReasons: [LONG] }],
    ['a reason of characters that JSON writes longer', { acceptCancellationReasons: ['"\\\u0000'.repeat(150)] }],
    ['a long text in place of its end', { expiresAt: LONG }],
    ['an end with a thousand digits', { expiresAt: `2026-03-02T12:05:00.${'0'.repeat(1_000)}Z` }],
    ['half a surrogate pair', { message: '\ud800', acceptCancellationReasons: ['\udc00'] }],
  ])('%s', (_name, more) => {
    const event = asked(more)
    expect(event.eventType).toBe(ASKED)
    expect(answerTo(wishIdOf(event))).toBe('disputes/d-1/accept')
    expect(wishFactsOf(event)).toMatchObject({ kind: 'cancel', mayDeny: false })
  })

  it.each([
    ['d'.repeat(300), 'd'.repeat(300)],
    [42, '42'],
    ['../../orders/x?a#b', '..%2F..%2Forders%2Fx%3Fa%23b'],
  ])('the id %s', (disputeId, segment) => {
    expect(answerTo(wishIdOf(asked({ disputeId })))).toBe(`disputes/${segment}/accept`)
  })

  it('and ends with its settlement, also when its id is a number', () => {
    const event = { ...asked({ disputeId: 42 }), eventType: ASKED }
    const end = stored('HANDSHAKE_SETTLEMENT', { disputeId: 42, status: 'EXPIRED' })
    expect(endOfDispute(wishIdOf(event), [end])).toEqual(end)
  })

  it('and keeps its end in any spelling of a time', () => {
    const { by } = wishFactsOf(asked({ expiresAt: '2026-03-02T09:05:00-03:00' })) ?? {}
    expect(by).toBe('2026-03-02T12:05:00.000Z')
  })
})

describe('a dispute whose id no answer can name', () => {
  it.each(['d'.repeat(1_200), '.', '..', 'd\ud800'])('is no wish of the kitchen', (disputeId) => {
    expect(asked({ disputeId }).eventType).not.toBe(ASKED)
    expect(stored('HANDSHAKE_SETTLEMENT', { disputeId }).eventType).not.toBe(ASKED)
  })

  it.each(['..', 'e\ud800'])('makes no call to another address', (wish) => {
    expect(answerTo(wish)).toBeUndefined()
  })
})

const REFUND = { id: 'a-1', type: 'REFUND', metadata: { maxAmount: { value: '800', currency: 'BRL' } } }
const BENEFIT = { id: 'a-2', type: 'BENEFIT', metadata: { maxAmount: { value: '1250', currency: 'BRL' } } }
const TIME = {
  id: 'a-3',
  type: 'ADDITIONAL_TIME',
  metadata: {
    allowedsAdditionalTimeInMinutes: [10, 20],
    allowedsAdditionalTimeReasons: ['HIGH_STORE_DEMAND', 'OTHER'],
  },
}
const offersOf = (...alternatives: readonly unknown[]) => wishFactsOf(asked({ alternatives }))?.offers
const callOf = (answer: OfferArgs, ...alternatives: readonly unknown[]) => {
  const offer = fittingOffer(answer, offersOf(...alternatives) ?? [])
  return offer && IFOOD.act('/orders/o-1', { orderId: 'o-1', action: 'offer', wish: 'd-1', offer })
}

describe('the alternatives of a dispute are what the kitchen may offer', () => {
  it('money and a voucher up to the most that iFood takes, and time of its list with a reason', () => {
    expect(offersOf(REFUND, BENEFIT, TIME)).toEqual([
      { id: 'a-1', kind: 'refund', most: 800, currency: 'BRL' },
      { id: 'a-2', kind: 'benefit', most: 1250, currency: 'BRL' },
      { id: 'a-3', kind: 'time', minutes: [10, 20], reasons: ['HIGH_STORE_DEMAND', 'OTHER'] },
    ])
    const amounts = choicesOf(offersOf(REFUND, TIME) ?? []).map((choice) => [
      choice.id,
      choice.kind === 'time' ? choice.minutes : choice.amount,
    ])
    expect(amounts).toEqual([
      ['a-1', 800],
      ['a-1', 600],
      ['a-1', 400],
      ['a-1', 200],
      ['a-3', 10],
      ['a-3', 20],
    ])
  })

  it('is sent to the address of the alternative, in its form', () => {
    expect(callOf({ id: 'a-1', amount: 350 }, REFUND)).toEqual({
      method: 'POST',
      path: '/order/v1.0/disputes/d-1/alternatives/a-1',
      json: { type: 'REFUND', metadata: { amount: { value: '350', currency: 'BRL' } } },
    })
    expect(callOf({ id: 'a-2', amount: 1250 }, BENEFIT)?.json).toEqual({
      type: 'BENEFIT',
      metadata: { amount: { value: '1250', currency: 'BRL' } },
    })
    expect(callOf({ id: 'a-3', minutes: 20, reason: 'OTHER' }, TIME)?.json).toEqual({
      type: 'ADDITIONAL_TIME',
      metadata: { additionalTimeInMinutes: 20, additionalTimeReason: 'OTHER' },
    })
  })

  it.each([
    ['more money than iFood takes', { id: 'a-1', amount: 801 }],
    ['no money', { id: 'a-1', amount: 0 }],
    ['a part of a cent', { id: 'a-1', amount: 1.5 }],
    ['money without an amount', { id: 'a-1' }],
    ['minutes that are not in the list', { id: 'a-3', minutes: 30 }],
    ['a reason that is not in the list', { id: 'a-3', minutes: 10, reason: 'MY_OWN' }],
    ['an unknown alternative', { id: 'a-9', amount: 1 }],
    ['nothing', undefined],
  ])('%s is no offer', (_name, answer) => {
    expect(fittingOffer(answer, offersOf(REFUND, TIME) ?? [])).toBeUndefined()
  })

  it('without a reason the first of the list goes with the time', () => {
    const offer = fittingOffer({ id: 'a-3', minutes: 10 }, offersOf(TIME) ?? [])
    expect(offer).toMatchObject({ reason: 'HIGH_STORE_DEMAND' })
  })

  it('the fields may lie in the alternative itself, a number may be one, and lists may be absent', () => {
    expect(offersOf({ id: 7, type: 'refund', maxAmount: { value: 800, currency: 'BRL' } })).toEqual([
      { id: '7', kind: 'refund', most: 800, currency: 'BRL' },
    ])
    expect(offersOf({ id: 'a', type: 'ADDITIONAL_TIME' })).toEqual([
      { id: 'a', kind: 'time', minutes: [10, 20, 30], reasons: ['HIGH_STORE_DEMAND'] },
    ])
  })

  it.each<[string, unknown]>([
    ['no list', 'REFUND'],
    ['null', [null]],
    ['no id', [{ type: 'REFUND', metadata: REFUND.metadata }]],
    ['an id that no address can have', [{ ...REFUND, id: '..' }]],
    ['an unknown type', [{ ...REFUND, type: 'GIFT' }]],
    ['no amount', [{ ...REFUND, metadata: {} }]],
    ['an amount below nothing', [{ ...REFUND, metadata: { maxAmount: { value: '-800' } } }]],
    ['an amount with a part of a cent', [{ ...REFUND, metadata: { maxAmount: { value: '8.005' } } }]],
    ['an amount that is no number', [{ ...REFUND, metadata: { maxAmount: { value: 'NaN' } } }]],
    ['no minutes that can be', [{ ...TIME, metadata: { allowedsAdditionalTimeInMinutes: [0, -5, 'x', 1e9, null] } }]],
  ])('%s is nothing to offer, and hides no other answer', (_name, alternatives) => {
    const event = asked({ alternatives })
    expect(wishFactsOf(event)?.offers).toBeUndefined()
    expect(answerTo(wishIdOf(event))).toBe('disputes/d-1/accept')
  })

  it('as many as fit, and never at the cost of the dispute', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...TIME, id: `${index}-${'a'.repeat(150)}` }))
    const event = asked({ alternatives: many })
    expect(wishIdOf(event)).toBe('d-1')
    expect(wishFactsOf(event)).toMatchObject({ acceptReason: 'HIGH_STORE_DEMAND' })
    expect(wishFactsOf(event)?.offers?.length).toBeGreaterThan(0)
  })

  it('an alternative that was offered leaves the answer to the customer', () => {
    const replied = stored('HANDSHAKE_SETTLEMENT', { disputeId: 'd-1', status: 'ALTERNATIVE_REPLIED' })
    expect(openWish('CONFIRMED', [asked({}), replied])).toBeUndefined()
    expect(openWish('CONFIRMED', [replied, asked({})])).toBeUndefined()
    expect(endOfDispute('d-1', [replied])).toBeUndefined()
  })
})
