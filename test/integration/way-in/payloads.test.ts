import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../shared/contract/contract.ts'
import { HOSTILE_JSON } from '../../fixtures/hostile-values.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
/** One interval, the latency of three calls, and the check of each second. */
const NORMAL_TIME_MS = 2_000

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 1 } })
})
afterEach(() => kitchen.end())

const hostile = Object.entries(HOSTILE_JSON)
/** The JSON text of the object with one field replaced by a text, or removed for `undefined`. */
const withField = (object: Readonly<Record<string, unknown>>, field: string, text: string | undefined): string => {
  const others = Object.entries(object).filter(([name]) => name !== field)
  const members = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...members, ...(text === undefined ? [] : [`${JSON.stringify(field)}:${text}`])].join(',')}}`
}

/** Adds elements before the platform's own elements in each page, until the interception is changed. */
function pagesWith(elements: readonly string[]): void {
  const { platform } = kitchen
  kitchen.intercept((path) => {
    if (path !== '/events:polling') return undefined
    const own = platform.model.poll(platform.clientId).events.map(({ body }) => JSON.stringify(body))
    return new Response(`[${[...elements, ...own].join(',')}]`, { headers: { 'content-type': 'application/json' } })
  })
}

const nothingBroke = (): void => {
  const broken = kitchen.log.lines.filter(({ event }) => /^(task|worker|periodic-check)-failed|storage/.test(event))
  expect(broken).toEqual([])
  expect(kitchen.core().snapshot().freshness).toMatchObject({ state: 'fresh' })
}

async function expectOtherOrderInTime(): Promise<void> {
  const { id } = kitchen.platform.place()
  await kitchen.advance(NORMAL_TIME_MS)
  expect(kitchen.ticket(id)).toMatchObject({ reading: 'read', status: 'CREATED' })
  nothingBroke()
}

const EVENT = {
  eventId: 'e-1',
  eventType: 'CREATED',
  orderId: 'o-1',
  createdAt: '2026-03-02T12:00:00.20162269Z',
  metadata: { code: 'X', reason: 'y' },
}
/** The malformed events of one page: each class of one field, or each value in the place of an event. */
const eventPages = [
  ...Object.keys(EVENT).map((field) => {
    // Each event has its own id and order, so that none counts as the repetition of another.
    const event = (index: number) => ({ ...EVENT, eventId: `e-${index}`, orderId: `o-${index}` })
    const classes = [['absent', undefined] as const, ...hostile]
    return [field, classes.map(([, text], index) => withField(event(index), field, text))] as const
  }),
  ['in place of an event', hostile.map(([, text]) => text)] as const,
]

const ORDER_FIELDS = [
  'id',
  'displayId',
  'status',
  'items',
  'fulfillment',
  'timing',
  'customer',
  'payments',
  // An unknown field is kept unchanged.
  'extension',
] as const
/** The malformed orders of one kitchen: each class of one field, or each value in the place of an order. */
const orderGroups = [
  ...ORDER_FIELDS.map((field) => [field, [['absent', undefined] as const, ...hostile]] as const),
  ['in place of the order', hostile] as const,
]

const count = (groups: readonly (readonly [string, readonly unknown[]])[]): number =>
  groups.reduce((sum, [, classes]) => sum + classes.length, 0)
const [eventClasses, orderClasses] = [count(eventPages), count(orderGroups)]
console.log(`malformed payload classes: ${eventClasses} of events, ${orderClasses} of orders`)

describe('malformed events', () => {
  it.each(eventPages)('%s: they do not delay another order, and the board stays valid', async (_name, elements) => {
    pagesWith(elements)
    await expectOtherOrderInTime()
    // The events are in every page until they are acknowledged. A second valid order arrives as quickly.
    await expectOtherOrderInTime()
    expect(contract['board:snapshot'].result.safeParse(kitchen.core().snapshot()).success).toBe(true)
  })
})

describe('a page with an event that is no JSON', () => {
  it('brings its other events, and the order of the broken one is read and the event acknowledged', async () => {
    const broken =
      '{"eventId":"e-broken","eventType":"CREATED","orderId":"o-broken","metadata":{"reason":"sem\nestoque"}}'
    pagesWith([broken, '{"value":NaN}'])
    await expectOtherOrderInTime()
    await expectOtherOrderInTime()
    expect(kitchen.departures.some(({ path }) => path === '/orders/o-broken')).toBe(true)
    kitchen.intercept(undefined)
    await kitchen.advance(60 * SECOND)
    expect(kitchen.databases.open().ledger.unacknowledgedEvents(10)).toEqual([])
  })
})

describe('malformed orders', () => {
  it.each(orderGroups)('%s: they do not delay another order, and the board stays valid', async (field, classes) => {
    const orders = new Map(classes.map(([name, text]) => [kitchen.platform.place().id, { name, text }]))
    kitchen.intercept((path) => {
      const id = path.replace('/orders/', '')
      const malformed = orders.get(id)
      if (malformed === undefined) return undefined
      const order = { ...kitchen.platform.order(id)?.payload, status: 'CREATED' }
      const { text } = malformed
      const body = field === 'in place of the order' ? (text ?? '') : withField(order, field, text)
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    })
    await expectOtherOrderInTime()
    for (const [id, { name }] of orders) {
      // A body with another id may belong to another order, so it is read again before it counts as unreadable
      // (unreadable.all.test.ts).
      const readings = ['read', 'unreadable', ...(field === 'id' || field.startsWith('in place') ? ['loading'] : [])]
      expect(readings, name).toContain(kitchen.ticket(id)?.reading)
    }
    // Repeated reads have their own timer and do not need polls.
    kitchen.core().changeSettings({ pollIntervalSeconds: 30 })
    await kitchen.advance(60 * SECOND)
    kitchen.core().changeSettings({ pollIntervalSeconds: 1 })
    for (const [id, { name }] of orders) {
      const reads = kitchen.departures.filter(({ path }) => path === `/orders/${id}`)
      expect(reads.length, name).toBeLessThan(12)
    }
    await expectOtherOrderInTime()
    expect(contract['board:snapshot'].result.safeParse(kitchen.core().snapshot()).success).toBe(true)
  })
})

describe('orders whose reads get no answer', () => {
  it('do not delay another order', async () => {
    const stuck = Array.from({ length: 12 }, () => kitchen.platform.place().id)
    for (const orderId of stuck) kitchen.platform.fault({ routes: ['read'], orderId, effect: { kind: 'hang' } })
    // At the first attempt each of them uses a slot until its timeout.
    await kitchen.advance(60 * SECOND)
    const lateness: number[] = []
    for (let times = 0; times < 30; times += 1) {
      const { id } = kitchen.platform.place()
      const placedAt = kitchen.clock.now()
      while (kitchen.ticket(id)?.reading !== 'read') await kitchen.advance(100)
      lateness.push(kitchen.clock.now() - placedAt)
      await kitchen.advance(5 * SECOND)
    }
    console.log(`orders beside a dozen reads without an answer: shown within ${Math.max(...lateness)} ms`)
    expect(Math.max(...lateness)).toBeLessThanOrEqual(NORMAL_TIME_MS)
  })
})
