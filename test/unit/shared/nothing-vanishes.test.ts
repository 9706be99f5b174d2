import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseOrder } from '../../../shared/order/order.ts'
import { ticketOfOrder } from '../../fixtures/ticket-of-order.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')

function ticketOf(body: unknown) {
  const parsed = parseOrder(body)
  if (!parsed.ok) throw new Error(parsed.reason)
  return ticketOfOrder(parsed.order, NOW)
}

type Form = (sent: string) => unknown
const textForms: readonly Form[] = [
  (sent) => sent,
  (sent) => Number(sent),
  (sent) => ({ value: sent }),
  (sent) => ({ pt: sent, en: sent }),
  (sent) => [sent],
  (sent) => [null, { text: sent }],
  (sent) => ({ 0: sent }),
  (sent) => ({ unknown: sent }),
  (sent) => [[{ unknown: [sent] }]],
]
const listForms: readonly ((members: readonly unknown[]) => unknown)[] = [
  (members) => members,
  (members) => [null, ...members],
  (members) => ({ ...members }),
  (members) => [members],
  (members) => ({ item: members }),
  (members) => (members.length === 1 ? members[0] : members),
  (members) => Object.fromEntries(members.map((member, index) => [`id${index}`, member])),
  (members) => ({ unknown: members }),
  (members) => JSON.stringify(members),
]
/** Every text of a generated order is another number, so that it can be found. */
const forms = fc.record({
  text: fc.constantFrom(...textForms),
  list: fc.constantFrom(...listForms),
  quantity: fc.constantFrom<Form>(
    ...textForms,
    (sent) => `${sent} un`,
    (sent) => `${sent}x`,
    (sent) => ({ amount: sent }),
    () => 'some',
  ),
})
const TEXTS = ['name', 'observations', 'specialInstructions']
const shape = fc.array(fc.array(forms, { maxLength: 3 }), { minLength: 1, maxLength: 4 })

it('property: every text and quantity of an order is on its ticket, or its line says that a part is missing', () => {
  fc.assert(
    fc.property(shape, forms, (items, orderForms) => {
      let last = 1_000
      const sentOf = (form: Form, into: string[]): unknown => {
        last += 1
        into.push(String(last))
        return form(String(last))
      }
      const dish = ({ text, quantity }: typeof orderForms, names: readonly string[], into: string[]) => ({
        ...Object.fromEntries(names.map((name) => [name, sentOf(text, into)])),
        quantity: sentOf(quantity, into),
      })
      const sentOfItems: string[][] = []
      const body = {
        id: 'o',
        status: 'CREATED',
        items: items.map((options, index) => {
          const into: string[] = []
          sentOfItems[index] = into
          const own = options[0] ?? orderForms
          return {
            ...dish(own, TEXTS, into),
            options: own.list(options.map((option) => dish(option, [...TEXTS, 'optionGroupName'], into))),
          }
        }),
      }
      const sentOfOrder: string[] = []
      const notes = {
        observations: sentOf(orderForms.text, sentOfOrder),
        extraInfo: sentOf(orderForms.text, sentOfOrder),
      }
      const displayId = sentOf(orderForms.text, sentOfOrder)
      const customer = { name: sentOf(orderForms.text, sentOfOrder) }
      const takeout = { pickupCode: sentOf(orderForms.text, sentOfOrder) }
      const ticket = ticketOf({
        ...body,
        ...notes,
        displayId,
        customer,
        fulfillment: { orderType: 'TAKEOUT', takeout },
      })
      expect(ticket.lines).toHaveLength(items.length)
      for (const [index, line] of ticket.lines.entries()) {
        const text = JSON.stringify({ ...line, lineId: '' })
        for (const sent of sentOfItems[index] ?? [])
          if (!text.includes(sent)) expect(line.unreadParts).toBeGreaterThan(0)
        if (line.quantity === undefined) expect(line.unreadParts).toBeGreaterThan(0)
      }
      const text = JSON.stringify({ ...ticket, lines: [] })
      for (const sent of sentOfOrder) if (!text.includes(sent)) expect(ticket.unreadParts).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

it('property: whatever stands in one field, the other lines and the number are on the ticket', () => {
  const places = fc.constantFrom(
    'items',
    'name',
    'quantity',
    'options',
    'status',
    'timing',
    'fulfillment',
    'payments',
    'customer',
  )
  fc.assert(
    fc.property(places, fc.jsonValue({ maxDepth: 3 }), (place, value) => {
      const whole = { name: 'Pizza', quantity: 2, options: [] }
      const isOfItem = ['name', 'quantity', 'options'].includes(place)
      const items = [isOfItem ? { ...whole, [place]: value } : whole, { name: 'Suco', quantity: 3 }]
      const ticket = ticketOf({
        id: 'o',
        displayId: 8842,
        status: 'CREATED',
        items,
        ...(isOfItem ? {} : { [place]: value }),
      })
      expect(ticket.displayId).toBe('8842')
      if (place !== 'items') expect(ticket.lines.at(-1)).toMatchObject({ name: 'Suco', quantity: 3 })
    }),
    { numRuns: 1_000 },
  )
})
