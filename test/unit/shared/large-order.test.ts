import { expect, it } from 'vitest'
import { linesFor } from '../../../renderer/store/station-lines.ts'
import { allDayCounts, partlyCounted } from '../../../renderer/wall/counts.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { shownLines } from '../../../shared/ticket/ticket-cut.ts'
import { piecesOf } from '../../../shared/ticket/ticket-food.ts'
import { hasAllergy } from '../../../shared/ticket/ticket-tree.ts'
import { ticketOfOrder } from '../../fixtures/ticket-of-order.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const WORDS = kitchenWordsOf()
const BAR = { name: 'Bar', keywords: ['suco'] }
const STATIONS = [BAR, { name: 'Cozinha', keywords: ['prato'] }]

function ticketOf(items: readonly object[]): Ticket {
  const parsed = parseOrder({ id: 'o', status: 'CREATED', fulfillment: { orderType: 'TAKEOUT' }, items })
  if (!parsed.ok) throw new Error(parsed.reason)
  return ticketOfOrder(parsed.order, NOW)
}
const dishes = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `Prato ${at}`, quantity: 1, ...more }))
const countedIn = (ticket: Ticket) => allDayCounts([ticket], undefined)

it.each([90, 200, 500])('of %d unequal lines the totals and the bag count each', (count) => {
  const ticket = ticketOf(dishes(count))
  expect(countedIn(ticket)).toHaveLength(count)
  expect(piecesOf(ticket.lines)).toBe(count)
  expect(partlyCounted([ticket])).toEqual([])
})

it('counts lines whose quantity is a text or cannot be read', () => {
  const texts = [...dishes(70), { name: 'Coxinha', quantity: '2' }, { name: 'Coxinha', qty: '3 un' }, { name: 'Kibe' }]
  const counts = countedIn(ticketOf(texts))
  expect(counts[0]).toMatchObject({ name: 'Coxinha', quantity: 5 })
  expect(counts.find(({ name }) => name === 'Kibe')).toMatchObject({ quantity: undefined })
})

it('counts every option of a large order', () => {
  const items = dishes(100, { options: Array.from({ length: 5 }, (_, at) => ({ name: `Extra ${at}`, quantity: 1 })) })
  expect(countedIn(ticketOf(items)).every(({ options }) => options.length === 5)).toBe(true)
})

it('a bar whose only drink is the line 91 has its ticket, which shows the drink', () => {
  const ticket = ticketOf([...dishes(90), { name: 'Suco de caju', quantity: 1 }])
  const { own } = linesFor(ticket, BAR, STATIONS)
  expect(shownLines(own, ticket)).toMatchObject({ shown: [{ name: 'Suco de caju' }], more: 0 })
})

it('an allergy in the last line warns', () => {
  const allergic = { name: 'Salada', quantity: 1, observations: 'alergia a amendoim' }
  expect(hasAllergy(ticketOf([...dishes(90), allergic]), WORDS)).toBe(true)
})

it('shows 80 lines and counts the others', () => {
  const ticket = ticketOf(dishes(90))
  const { shown, more } = shownLines(ticket.lines, ticket)
  expect([shown.length, more]).toEqual([80, 10])
})

it('names an order with lines that are in no count', () => {
  const ticket = ticketOf(dishes(600))
  expect(countedIn(ticket)).toHaveLength(500)
  expect(partlyCounted([ticket])).toMatchObject([{ moreLines: 100 }])
})

it('300 orders of 200 lines fit one message to a window or a screen', () => {
  const ticket = ticketOf(dishes(200, { observations: 'sem sal, bem passado' }))
  expect(300 * JSON.stringify(ticket).length).toBeLessThan(16 * 1_048_576)
})
