import { describe, expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'
import { neutralOrder as orderOfIfood } from '../../../electron/platform/dialects/ifood/order.ts'
import { neutralEvents as eventsOf1 } from '../../../electron/platform/dialects/open-delivery-1/events.ts'
import { neutralOrder as orderOf1 } from '../../../electron/platform/dialects/open-delivery-1/order.ts'
import { printDocument } from '../../../electron/printing/print-document.ts'
import { sortPage } from '../../../electron/sync/receive-page.ts'
import { eventName } from '../../../shared/order/event.ts'
import { endOfDispute, openWish } from '../../../shared/order/moves/moves.ts'
import { stepOfEvent } from '../../../shared/order/moves/open-delivery-1.ts'
import { wishFactsOf, wishIdOf } from '../../../shared/order/moves/wish.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { type Ticket, ticketSchema } from '../../../shared/ticket/ticket.ts'
import { settingsWith } from '../../fixtures/board-harness/tickets.ts'
import { HOSTILE_JSON } from '../../fixtures/hostile-values.ts'
import { CREATED_AT, WHOLE_OF_1, WHOLE_OF_IFOOD } from '../../fixtures/platform/whole-orders.ts'
import { ticketOfOrder } from '../../fixtures/ticket-of-order.ts'

/** Every field of an order or event of the event-driven dialects is replaced by every hostile value, one at a time. */

type Path = readonly (string | number)[]
const MISSING = Symbol('missing')
const VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['missing', MISSING],
  ...Object.entries(HOSTILE_JSON)
    .filter(([name]) => name !== 'a very long text')
    .map(([name, json]) => [name, JSON.parse(json)] as const),
  ['five thousand characters', 'x'.repeat(5_000)],
  ['not a number, as text', 'NaN'],
  ['infinity as text', '-Infinity'],
  ['the year 1', '0001-01-01T00:00:00'],
  ['the year 9999', '9999-12-31T23:59:59.999Z'],
  ['marks of direction', '\u202e\u2066\u200f123'],
]

const isHolder = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/** The paths of all fields, the blocks and lists among them. */
const pathsOf = (value: unknown, path: Path = []): readonly Path[] =>
  isHolder(value)
    ? Object.entries(value).flatMap(([name, inner]) => {
        const next = [...path, Array.isArray(value) ? Number(name) : name]
        return [next, ...pathsOf(inner, next)]
      })
    : []

/** A copy with another value at this path. */
function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined || !isHolder(value)) return by
  const inner = replaced(value[name], rest, by)
  if (Array.isArray(value))
    return value.flatMap((one, at) => (at === name ? (inner === MISSING ? [] : [inner]) : [one]))
  if (inner !== MISSING)
    return Object.fromEntries([...Object.entries(value).filter(([key]) => key !== name), [name, inner]])
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

const NOW = Date.parse(CREATED_AT)

function ticketOf(neutral: unknown): Ticket {
  const read = parseOrder(neutral)
  if (!read.ok) throw new Error(`a lost order: ${read.reason}`)
  const stored = parseOrder(JSON.parse(JSON.stringify(read.order)))
  // The quick comparison first: there are many orders.
  if (JSON.stringify(stored) !== JSON.stringify(read)) expect(stored).toEqual(read)
  return ticketOfOrder(read.order, NOW)
}

const TIMES = ['createdAt', 'dueAt', 'startAt', 'confirmBy'] as const
const EARLIEST = Date.parse('2000-01-01T00:00:00Z')
const LATEST = Date.parse('2100-01-01T00:00:00Z')
const STATED_SUMS: ReadonlySet<number | undefined> = new Set([undefined, 39, 20, 19])

type Read = (body: unknown) => unknown
const ORDERS: readonly (readonly [string, unknown, Read, string | undefined])[] = [
  ['1.x, a delivery', WHOLE_OF_1.DELIVERY, orderOf1, undefined],
  ['1.x, collected', WHOLE_OF_1.TAKEOUT, orderOf1, 'takeout'],
  ['1.x, eaten here', WHOLE_OF_1.INDOOR, orderOf1, 'indoor'],
  ['iFood, a delivery', WHOLE_OF_IFOOD.DELIVERY, orderOfIfood, undefined],
  ['iFood, collected', WHOLE_OF_IFOOD.TAKEOUT, orderOfIfood, 'takeout'],
  ['iFood, eaten here', WHOLE_OF_IFOOD.DINE_IN, orderOfIfood, 'dineIn'],
]

describe.each(ORDERS)('an order of %s', (_name, whole, read, ofType) => {
  const fine = ticketOf(read(whole))
  // One dish stands for both, and no price of a dish is read.
  const isWorth = (path: Path): boolean => path[1] !== 1 && !/Price/.test(path.join('.'))
  const paths = pathsOf(whole).filter((path) => (ofType === undefined ? isWorth(path) : path[0] === ofType))

  it.each(paths.map((path) => [path.join('.'), path] as const))(
    'stays an order with any value as its %s',
    (_path, path) => {
      const [first] = path
      for (const [name, value] of VALUES) {
        const ticket = ticketOf(read(replaced(whole, path, value)))
        const about = `${path.join('.')} is ${name}`
        expect(ticketSchema.safeParse(ticket).error, about).toBeUndefined()
        expect(JSON.stringify(ticket).length, about).toBeLessThan(60_000)
        expect(ticket.status, about).toBe(first === 'lastEvent' ? '' : fine.status)
        if (first !== 'items') expect(ticket.lines, about).toEqual(fine.lines)
        const times = TIMES.flatMap((time) => ticket[time] ?? [])
        expect(
          times.every((at) => at >= EARLIEST && at < LATEST),
          about,
        ).toBe(true)
        if (first !== 'payments' && first !== 'total')
          expect(ticket.payment?.collect, about).toEqual(fine.payment?.collect)
        expect(STATED_SUMS.has(ticket.payment?.collect?.value), about).toBe(true)
        const saysPaid = path.at(-1) === 'prepaid' && value === true
        if (!saysPaid) expect(ticket.payment?.state, about).not.toBe('prepaid')
      }
    },
  )

  it('is printed with any value', () => {
    const tickets = VALUES.map(([, value], at) => ({
      ticket: ticketOf(read(replaced(whole, paths[(at * 7) % paths.length] ?? [], value))),
      isReprint: false,
    }))
    const settings = settingsWith({})
    expect(printDocument({ tickets, paper: '80mm', settings, printedAt: NOW })).toContain('</html>')
  })
})

const EVENT_OF_1 = {
  eventId: 'event-1',
  eventType: 'CANCELLED',
  orderId: 'order-1',
  orderURL: 'https://host.test/v1/orders/order-1',
  createdAt: CREATED_AT,
  sourceAppId: 'app-1',
  virtualBrand: 'brand-1',
  metadata: { reason: 'reason-1', code: 'RISK_AREA', clientId: 'client-1', pickupArea: 'area-1' },
}
const ofIfood = (code: string, fullCode: string, metadata: unknown) => ({
  id: 'event-1',
  code,
  fullCode,
  orderId: 'order-1',
  merchantId: 'merchant-1',
  createdAt: CREATED_AT,
  salesChannel: 'IFOOD',
  metadata,
})
const DISPUTE = ofIfood('HSD', 'HANDSHAKE_DISPUTE', {
  disputeId: 'dispute-1',
  parentDisputeId: 'dispute-0',
  action: 'CANCELLATION',
  handshakeType: 'PREPARATION_TIME',
  handshakeGroup: 'CANCELLATION',
  message: 'message-1',
  expiresAt: CREATED_AT,
  timeoutAction: 'VOID',
  acceptCancellationReasons: ['HIGH_STORE_DEMAND'],
  alternatives: [
    { id: 'a-1', type: 'REFUND', metadata: { maxAmount: { value: '800', currency: 'BRL' } } },
    {
      id: 'a-2',
      type: 'ADDITIONAL_TIME',
      metadata: { allowedsAdditionalTimeInMinutes: [10], allowedsAdditionalTimeReasons: ['HIGH_STORE_DEMAND'] },
    },
  ],
  metadata: { items: [{ id: 'id-1', quantity: 1 }], garnishItems: [], evidences: [{ url: 'https://evidence.test' }] },
})

const EVENTS: readonly (readonly [string, unknown, (events: readonly unknown[]) => readonly unknown[]])[] = [
  ['1.x', EVENT_OF_1, eventsOf1],
  [
    'iFood',
    ofIfood('CAN', 'CANCELLED', { CANCEL_CODE: '501', CANCEL_REASON: 'r', CANCEL_ORIGIN: 'o' }),
    (all) => IFOOD.toNeutralEvents?.(all) ?? [],
  ],
  ['iFood, a dispute', DISPUTE, (all) => IFOOD.toNeutralEvents?.(all) ?? []],
  [
    'iFood, its end',
    ofIfood('HSS', 'HANDSHAKE_SETTLEMENT', {
      disputeId: 'dispute-1',
      status: 'ACCEPTED',
      reason: 'r',
      selectedDisputeAlternative: { id: 'a-1' },
    }),
    (all) => IFOOD.toNeutralEvents?.(all) ?? [],
  ],
]
const ID_NAMES: readonly unknown[] = ['eventId', 'id', 'orderId']
const TYPE_NAMES: readonly unknown[] = ['eventType', 'code', 'fullCode']

describe.each(EVENTS)('an event of %s', (_name, whole, read) => {
  const [fine] = sortPage(read([whole])).events
  const [step] = [stepOfEvent(eventName(fine?.eventType ?? ''), 'DELIVERY')]

  it.each(pathsOf(whole).map((path) => [path.join('.'), path] as const))(
    'states nothing false with any value as its %s',
    (_path, path) => {
      const [first] = path
      for (const [name, value] of VALUES) {
        const about = `${path.join('.')} is ${name}`
        const { events, unreadable } = sortPage(read([replaced(whole, path, value)]))
        expect(events.length + unreadable.length, about).toBeGreaterThanOrEqual(1)
        const [event] = events
        if (!ID_NAMES.includes(first)) expect(event, about).toMatchObject({ eventId: 'event-1', orderId: 'order-1' })
        if (event === undefined) continue
        if (event.problem !== undefined) continue
        const stated = stepOfEvent(eventName(event.eventType), 'DELIVERY')
        if (!TYPE_NAMES.includes(first)) expect(stated, about).toBe(step)
        expect([undefined, step], about).toContain(stated)
        const wish = openWish('CONFIRMED', [event])
        const isSameDispute = path.at(-1) === 'disputeId' || wish === undefined || wishIdOf(wish) === 'dispute-1'
        expect(isSameDispute, about).toBe(true)
        const by = wish && wishFactsOf(wish)?.by
        expect(by === undefined || Number.isFinite(Date.parse(by)), about).toBe(true)
        const isEnd = endOfDispute('dispute-1', [event]) !== undefined
        expect(!isEnd || fine?.eventType === event.eventType, about).toBe(true)
      }
    },
  )
})
