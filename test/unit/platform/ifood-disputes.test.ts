import { describe, expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'
import { sortPage } from '../../../electron/sync/receive-page.ts'
import { ASKED, endOfDispute } from '../../../shared/order/moves/moves.ts'
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
