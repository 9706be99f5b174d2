import { describe, expect, it } from 'vitest'
import { type Order, parseOrder } from '../../../shared/order/order.ts'
import { addressLineOf } from '../../../shared/order/order-changes.ts'
import { shortPayment, ticketLinesOf } from '../../../shared/ticket/ticket-content.ts'
import { createTicketCutter } from '../../../shared/ticket/ticket-cut.ts'

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
  const order = orderOf({
    items: [
      { id: 'a\ud800', name: 'Pizza', quantity: 1, observations: 'no onion', specialInstructions: ' \u200b' },
      { id: 'a\ud800', name: 'Pizza', quantity: 1, observations: 'no onion' },
      { id: '7', name: 'Pizza', quantity: 2 },
    ],
  })
  const linesOf = (struck: readonly string[]) =>
    ticketLinesOf(order, { struckLines: new Set(struck) }, createTicketCutter()).lines

  it('has an id of its own, also when an item is in the order twice, and is struck by it', () => {
    const ids = linesOf([]).map(({ lineId }) => lineId)
    expect(new Set(ids).size).toBe(3)
    expect(linesOf(ids.slice(1, 2)).map(({ struck }) => struck)).toEqual([false, true, false])
  })

  it('joins the notes that are not empty', () => {
    expect(linesOf([])[0]?.notes).toBe('no onion')
  })

  it.each([
    ['abcd', 'abc', 1],
    ['ab😀', 'ab', 2],
    ['a😀b', 'a😀', 1],
    ['！！！！', '！！！', 1],
  ])('whose text is cut within %s keeps whole characters, and shows that it was cut: %s', (end, kept, characters) => {
    const cutter = createTicketCutter()
    const start = 'x'.repeat(20)
    expect(cutter.text(`${start}${end}`, start.length + 3)).toBe(`${start}${kept}…`)
    expect(cutter.leftOut()).toEqual({ characters, lines: 0 })
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
