import { describe, expect, it } from 'vitest'
import { type Order, parseOrder } from '../../../shared/order.ts'
import { addressLineOf, lineIdOf, shortPayment, ticketLineOf } from '../../../shared/ticket-content.ts'
import { createTicketCutter } from '../../../shared/ticket-cut.ts'

function orderOf(over: object): Order {
  const parsed = parseOrder({
    id: 'a',
    status: 'CREATED',
    fulfillment: { orderType: 'DELIVERY' },
    items: [{ name: 'Pizza', quantity: 1 }],
    ...over,
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}

describe('a line', () => {
  const { items } = orderOf({
    items: [
      { id: '7', name: 'Pizza', quantity: 1, observations: 'no onion', specialInstructions: ' \u200b' },
      { id: '7', name: 'Pizza', quantity: 2 },
    ],
  })

  it('has an id of its own, also when an item is in the order twice', () => {
    expect(items.map(lineIdOf)).toEqual(['0:7', '1:7'])
  })

  it('has an id that the ledger stores unchanged, also when the platform sends half a pair of surrogates', () => {
    const [half] = orderOf({ items: [{ id: 'a\ud800', name: 'Pizza', quantity: 1 }] }).items
    const lineId = half && lineIdOf(half, 0)
    expect(lineId).toBe('0:a\ufffd')
  })

  it('is struck by its id', () => {
    const lines = items.map((item, index) => ticketLineOf(item, index, new Set(['1:7']), createTicketCutter()))
    expect(lines.map(({ struck }) => struck)).toEqual([false, true])
  })

  it('joins the notes that are not empty', () => {
    const [item] = items
    expect(item && ticketLineOf(item, 0, new Set(), createTicketCutter()).notes).toBe('no onion')
  })
})

describe('an address', () => {
  it('is one line of the parts that exist', () => {
    const address = { street: 'Rua A', number: 10, complement: '', neighborhood: 'Centro', city: 'Recife' }
    expect(addressLineOf(orderOf({ fulfillment: { orderType: 'DELIVERY', delivery: { address } } }))).toBe(
      'Rua A, 10 · Centro',
    )
  })

  it('is absent without a delivery', () => {
    expect(addressLineOf(orderOf({}))).toBeUndefined()
  })
})

describe('a payment', () => {
  it('has a currency of at most twenty characters', () => {
    const amount = { value: 10, currency: 'X'.repeat(50) }
    const payment = shortPayment({ state: 'pending', collect: amount, parts: [] }, (text) => text)
    expect(payment?.collect).toEqual({ value: 10, currency: 'X'.repeat(20) })
  })
})
