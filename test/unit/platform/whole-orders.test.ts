import { describe, expect, it } from 'vitest'
import { neutralOrder as orderOfIfood } from '../../../electron/platform/dialects/ifood/order.ts'
import { neutralOrder as orderOf1 } from '../../../electron/platform/dialects/open-delivery-1/order.ts'
import { printDocument } from '../../../electron/printing/print-document.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { settingsWith } from '../../fixtures/board-harness/tickets.ts'
import { CREATED_AT, WHOLE_OF_1, WHOLE_OF_IFOOD } from '../../fixtures/platform/whole-orders.ts'
import { ticketOfOrder } from '../../fixtures/ticket-of-order.ts'

const NOW = Date.parse(CREATED_AT)
const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`)

/** The ticket of an order after the cache, and what of it is on paper. */
function shown(neutral: unknown) {
  const read = parseOrder(neutral)
  const stored = parseOrder(read.ok ? JSON.parse(JSON.stringify(read.order)) : undefined)
  if (!stored.ok) throw new Error(stored.reason)
  expect(stored).toEqual(read)
  const ticket = ticketOfOrder(stored.order, NOW)
  const settings = settingsWith({})
  const paper = printDocument({ tickets: [{ ticket, isReprint: false }], paper: '80mm', settings, printedAt: NOW })
  return { ticket, text: JSON.stringify(ticket), paper }
}

/** The texts of every order: who, what, how it is made and paid. */
const ON_PAPER = [
  ...['display-1', 'dish-1', 'note-dish-1', 'option-1', 'note-option-1', 'dish-2', 'note-dish-2', 'extra-1'],
  ...['0,75', 'ELO', '50,00', '7,00', '4,00', '3,00'],
]
/** No kitchen needs them (docs/protocol.md, "Open Delivery 1.x"): documents, the guest's addresses, codes and prices of the shop's own system. */
const NOWHERE = [
  ...['12345678909', '81999990000', '0800', '12345678', 'example.test', '50000000', '7891000100103', 'ext-dish-1'],
  ...['app-1', 'fee-1', 'fee-2', 'code-1', 'target-1', 'invoice.test', 'image.test', 'formatted-1', 'waiter-1'],
]

type Row = readonly [what: string, order: unknown, onPaper: readonly string[], facts: Partial<Ticket>]

const ADDRESS = ['street-1, 10', 'complement-1', 'reference-1', 'district-1']
const ROWS: readonly Row[] = [
  [
    '1.x, a delivery by the platform, scheduled',
    orderOf1(WHOLE_OF_1.DELIVERY),
    [...ADDRESS, 'pickup-1', 'channel-1', 'brand-1', 'customer-1'],
    {
      orderType: 'DELIVERY',
      status: 'CONFIRMED',
      timing: 'SCHEDULED',
      priority: 2,
      dueAt: at('15:30'),
      pickupCode: 'pickup-1',
      handling: { deliveredBy: 'platform', expects: { preparing: true, delivered: true, pickedUp: true } },
    },
  ],
  [
    '1.x, collected by the guest',
    orderOf1(WHOLE_OF_1.TAKEOUT),
    ['channel-1', 'brand-1', 'customer-1'],
    { orderType: 'TAKEOUT', timing: 'INSTANT', dueAt: at('12:40') },
  ],
  [
    '1.x, eaten here',
    orderOf1(WHOLE_OF_1.INDOOR),
    ['tab-1', 'brand-1'],
    { orderType: 'INDOOR', dueAt: at('12:50'), place: { mode: 'TAB', identifier: 'tab-1' } },
  ],
  [
    'iFood, a delivery by iFood, scheduled',
    orderOfIfood(WHOLE_OF_IFOOD.DELIVERY),
    [...ADDRESS, 'pickup-1', 'courier-1', 'custom-1', 'group-1', 'group-2', 'customer-1'],
    {
      orderType: 'DELIVERY',
      timing: 'SCHEDULED',
      dueAt: at('15:45'),
      startAt: at('15:00'),
      channel: 'IFOOD',
      handling: { deliveredBy: 'platform', asksReasons: true, expects: { preparing: true } },
    },
  ],
  [
    'iFood, collected by the guest',
    orderOfIfood(WHOLE_OF_IFOOD.TAKEOUT),
    ['courier-1', 'custom-1'],
    { orderType: 'TAKEOUT', timing: 'INSTANT', dueAt: at('12:40') },
  ],
  [
    'iFood, eaten here',
    orderOfIfood(WHOLE_OF_IFOOD.DINE_IN),
    ['place-1', 'custom-1'],
    { orderType: 'INDOOR', dueAt: at('12:50') },
  ],
]

describe.each(ROWS)('a whole order of %s', (_what, neutral, onPaper, facts) => {
  const { ticket, text, paper } = shown(neutral)

  it('is read without a part that cannot be read, in its type, times and steps', () => {
    expect(ticket.unreadParts).toBeUndefined()
    expect(ticket.lines.map(({ unreadParts }) => unreadParts)).toEqual([undefined, undefined])
    expect(ticket).toMatchObject({ merchantName: 'merchant-1', ...facts })
  })

  it.each([...ON_PAPER, ...onPaper])('has %s on paper', (word) => {
    expect(paper).toContain(word)
  })

  it.each(NOWHERE)('has %s nowhere', (word) => {
    expect(text).not.toContain(word)
  })
})

it('the station that the platform names is on the line of its dish', () => {
  const { lines } = shown(orderOf1(WHOLE_OF_1.INDOOR)).ticket
  expect(lines.map(({ productionPoint }) => productionPoint)).toEqual(['point-1', undefined])
})
