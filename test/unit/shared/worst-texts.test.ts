import { describe, expect, it } from 'vitest'
import { minimiseOrder } from '../../../electron/storage/stored-body.ts'
import type { Order } from '../../../shared/order/order.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { wholeOrderText, withOwnRemovals } from '../../../shared/order/order-whole.ts'
import { forgetTexts } from '../../../shared/text/folded-text.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import { foodInside } from '../../../shared/ticket/ticket-food.ts'
import { hasAllergy, lineNode, noteNodes } from '../../../shared/ticket/ticket-tree.ts'
import { processorMs } from '../../fixtures/processor-ms.ts'
import { ticketOfOrder } from '../../fixtures/ticket-of-order.ts'
import { WORST_TEXTS, worstOrder } from '../../fixtures/worst-order.ts'

/** The main thread does nothing else meanwhile. */
const MOST_MS = 100
const NOW = Date.parse('2026-03-02T12:00:00Z')
const WORDS = kitchenWordsOf()

function orderOf(body: unknown): Order {
  const parsed = parseOrder(body)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}

const ticketOf = (order: Order) =>
  ticketOfOrder(order, NOW, {
    earlier: { order: { ...order, items: order.items.map((item) => ({ ...item, observations: 'x' })) }, at: NOW },
  })

/** Each step of an order's way to the screen, with its processor time in ms. */
function timesOf(body: unknown) {
  const order = orderOf(body)
  const ticket = ticketOf(order)
  const timed = (work: () => unknown): number =>
    processorMs(() => {
      forgetTexts()
      work()
    }, MOST_MS)
  return {
    read: timed(() => orderOf(body)),
    stored: timed(() => JSON.stringify(minimiseOrder(body))),
    projected: timed(() => ticketOf(order)),
    drawn: timed(() => [ticket.lines.map((line) => lineNode(line, WORDS)), noteNodes(ticket, WORDS)]),
    allergy: timed(() => hasAllergy(ticket, WORDS)),
    counted: timed(() => ticket.lines.map((line) => foodInside(line, WORDS))),
  }
}

describe('an order of the largest size with one text in every field reaches the screen', () => {
  it.each(WORST_TEXTS.map((text) => [`${text.length} characters: ${text.slice(0, 20).trim()}`, text]))(
    '%s',
    (_name, text) => {
      const slow = Object.entries(timesOf(worstOrder(text))).filter(([, ms]) => ms > MOST_MS)
      expect(slow).toEqual([])
    },
  )
})

const CROSSED = `${'c\u0335\u0336'.repeat(40)}x`

it('one option name with strokes in 150 lines is read and opened', () => {
  const body = {
    id: 'order-1',
    status: 'CREATED',
    observations: `não quero retirar nenhum${'!'.repeat(1_192)}`,
    items: Array.from({ length: 150 }, (_, at) => ({
      name: `Prato ${at}`,
      quantity: 1,
      options: [{ name: CROSSED, quantity: 1 }],
    })),
  }
  expect(Object.entries(timesOf(body)).filter(([, ms]) => ms > MOST_MS)).toEqual([])
  const opened = processorMs(() => withOwnRemovals(wholeOrderText(body), WORDS.removal), MOST_MS)
  expect(opened).toBeLessThan(MOST_MS)
})
