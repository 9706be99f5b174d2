import { describe, expect, it } from 'vitest'
import { type Order, parseOrder } from '../../../shared/order/order.ts'
import { cutOf, cutOrder } from '../../../shared/order/order-cut.ts'
import { ticketLinesOf } from '../../../shared/ticket/ticket-content.ts'
import { createTicketCutter } from '../../../shared/ticket/ticket-cut.ts'
import { piecesOf } from '../../../shared/ticket/ticket-food.ts'

function orderOf(items: readonly object[]): Order {
  const parsed = parseOrder({ id: 'o', status: 'CREATED', fulfillment: { orderType: 'TAKEOUT' }, items })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}
const linesOf = (items: readonly object[]) =>
  ticketLinesOf(orderOf(items), { struckLines: new Set() }, createTicketCutter()).lines

describe('an order of more lines than a ticket has', () => {
  it('counts every piece: equal lines after the last one are joined', () => {
    const lines = linesOf(Array.from({ length: 90 }, (_, at) => ({ id: `i${at}`, name: 'Coxinha', quantity: 1 })))
    expect(piecesOf(lines)).toBe(90)
    expect(lines.at(-1)).toMatchObject({ name: 'Coxinha', quantity: 30 })
  })

  it('keeps what makes a line another one, counts the lines that have no place, and stays the same when cut again', () => {
    const items = Array.from({ length: 520 }, (_, at) => ({ name: `Prato ${at}`, quantity: 1 }))
    const salted = [
      ...items.slice(0, 60),
      { name: 'X', quantity: 1 },
      { name: 'X', quantity: 2, observations: 'sem sal' },
    ]
    expect(linesOf(salted).slice(60)).toMatchObject([{ quantity: 1 }, { quantity: 2, notes: 'sem sal' }])
    const cut = cutOrder({ id: 'o', items })
    expect(cutOf(cut).lines).toBe(20)
    expect(cutOrder(cut)).toEqual(cut)
  })
})

it('a bag has as many pieces as its lines say; what is weighed counts once, what is not made not at all', () => {
  expect(
    piecesOf(
      linesOf([
        { name: 'Coxinha', quantity: 12 },
        { name: 'Picanha', quantity: 0.5, unit: 'KG' },
        { name: 'Brinde', quantity: 0 },
        { name: 'Estorno', quantity: -3 },
      ]),
    ),
  ).toBe(13)
})
