import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backupsOf } from '../../../electron/storage/repair/backup.ts'
import {
  COPIES_KEPT_MS,
  EVENT_IDS_KEPT_MS,
  ORDERS_KEPT_MS,
  TEXTS_KEPT_MS,
} from '../../../electron/storage/retention.ts'
import { CACHE_FILE, LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { openedIn } from './killed-storage.ts'
import { event, newTap, read, tempFolder } from './test-ledger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-03-01T12:00:00Z')
const CANARY = 'Canária da Silva'

const body = (orderId: string, status: string) => ({
  id: orderId,
  displayId: '17',
  status,
  fulfillment: {
    orderType: 'DELIVERY',
    delivery: { observations: `${CANARY} waits below`, address: { street: `${CANARY} street` } },
  },
  customer: { id: 'c', name: CANARY, documentNumber: CANARY },
  observations: `for ${CANARY}`,
  novelty: { of: CANARY },
  items: [
    {
      id: 'i',
      name: 'Burger',
      quantity: 2,
      observations: `as ${CANARY} likes it`,
      options: [{ name: 'Bacon', quantity: 1, specialInstructions: CANARY }],
    },
  ],
})

/** All data of a customer: event, read, taps with a reason and an answer, cancellation, end. */
function writeOrder({ ledger, cache }: Storage, orderId: string, end: number): void {
  const at = end - HOUR
  ledger.receiveEvents(
    [event(`${orderId}-1`, orderId)],
    [{ raw: `{"name":"${CANARY}"}`, problem: 'no id' }],
    'poll',
    at,
  )
  cache.save(orderId, body(orderId, 'CREATED'), at)
  ledger.recordRead(read(orderId, 'CREATED', at, { generation: 1 }))
  const args = { cancellation: { code: 'UNAVAILABLE_ITEM', reason: `${CANARY} knows` } }
  ledger.addTap(newTap(`${orderId}-t`, orderId, { action: 'requestCancellation', args, tappedAt: at, holdUntil: at }))
  const refused = { state: 'conflict', reason: 'rejected', detail: `no, ${CANARY}`, onlyFrom: ['queued'] } as const
  ledger.changeTaps([{ tapId: `${orderId}-t`, ...refused }], at)
  const metadata = { code: 'OTHER', reason: `${CANARY} changed her mind` }
  const over = event(`${orderId}-2`, orderId, { eventType: 'CANCELLED', metadata })
  const lost = event(`${orderId}-3`, undefined, { problem: 'orderId: missing', metadata })
  ledger.receiveEvents([over, lost], [], 'poll', end)
  cache.save(orderId, body(orderId, 'CANCELLED'), end)
  ledger.recordRead(read(orderId, 'CANCELLED', end, { generation: 2 }))
  ledger.markAcknowledged([`${orderId}-1`, `${orderId}-2`, `${orderId}-3`], end)
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

const filesWith = (folder: string, text: string): readonly string[] =>
  filesUnder(folder).filter((path) => readFileSync(path).includes(text))

test('with a purge every hour no name is stored 24 hours after the end of its order', () => {
  expect(TEXTS_KEPT_MS + COPIES_KEPT_MS + HOUR).toBeLessThanOrEqual(DAY)
  expect(ORDERS_KEPT_MS).toBe(7 * DAY)
  expect(EVENT_IDS_KEPT_MS).toBe(72 * HOUR)
})

test('after the purge no byte of a customer is left in any file: databases, logs, backups, quarantine', async () => {
  const folder = tempFolder()
  const first = openedIn(folder, START)
  first.ledger.inTransaction(() => {
    for (let index = 0; index < 40; index += 1) writeOrder(first, `o${index}`, START + index)
  })
  expect((await first.renewCopies(START + HOUR)).ok).toBe(true)
  first.close()
  // The ledger was damaged and repaired, so the quarantine contains the names too.
  const ledgerPath = join(folder, LEDGER_FILE)
  const damaged = new Database(ledgerPath)
  damaged.exec('DROP INDEX orders_open')
  damaged.close()
  const second = openedIn(folder, START + HOUR)
  expect(second.repair.repaired).toBe('salvaged')
  expect(filesWith(folder, CANARY).map((path) => path.slice(folder.length + 1).split(/[/\\]/)[0])).toEqual(
    expect.arrayContaining(['backups', 'quarantine', CACHE_FILE]),
  )
  // One purge per hour, as in the program.
  for (let now = START + 2 * HOUR; now <= START + DAY; now += HOUR) {
    toTheEnd(second.purge(now))
    await second.renewCopies(now)
  }
  expect(filesWith(folder, CANARY)).toEqual([])
  expect(filesWith(folder, 'Canária')).toEqual([])
  expect(readdirSync(join(folder, 'quarantine'))).toEqual([])
  // The day's history without names is still stored.
  expect(second.ledger.order('o7')).toMatchObject({ status: 'CANCELLED' })
  expect(second.ledger.decidingEvents('o7')).toMatchObject([{}, { metadata: { code: 'OTHER', reason: undefined } }])
  expect(second.ledger.tap('o7-t')).toMatchObject({
    args: { cancellation: { code: 'UNAVAILABLE_ITEM', reason: '' } },
    reason: 'rejected',
    detail: undefined,
  })
  expect(second.cache.body('o7')).toMatchObject({
    displayId: '17',
    items: [{ name: 'Burger', quantity: 2, options: [{ name: 'Bacon', quantity: 1 }] }],
  })
  second.close()
  expect(filesWith(folder, 'Canária')).toEqual([])
})

test('the address is kept while the board shows the order, and the next purge removes it from every file', async () => {
  const folder = tempFolder()
  const storage = openedIn(folder, START)
  storage.ledger.facts.settings.set({ ...storage.ledger.facts.settings.get(), doneLaneMinutes: 90 })
  writeOrder(storage, 'over', START)
  writeOrder(storage, 'later', START + 2 * HOUR)
  storage.ledger.receiveEvents([event('open-1', 'open')], [], 'poll', START)
  storage.cache.save('open', body('open', 'CREATED'), START)
  storage.ledger.recordRead(read('open', 'CREATED', START, { generation: 1 }))
  const streetOf = (orderId: string) => JSON.stringify(storage.cache.body(orderId)).includes('street')
  toTheEnd(storage.purge(START + HOUR))
  expect(streetOf('over')).toBe(true)
  toTheEnd(storage.purge(START + 2 * HOUR))
  expect([streetOf('over'), streetOf('later'), streetOf('open')]).toEqual([false, true, true])
  expect(storage.cache.body('over')).toMatchObject({ customer: { name: CANARY } })
  // A body that is read again after a late event is purged in the next hour.
  storage.cache.save('over', body('over', 'CANCELLED'), START + 2 * HOUR)
  toTheEnd(storage.purge(START + 9 * HOUR))
  expect([streetOf('over'), streetOf('later'), streetOf('open')]).toEqual([false, false, true])
})

test('a copy that was made without a purge is replaced as soon as its names should be gone', async () => {
  const folder = tempFolder()
  const storage = openedIn(folder, START)
  writeOrder(storage, 'over', START)
  await storage.renewCopies(START + 20 * HOUR)
  toTheEnd(storage.purge(START + DAY))
  expect(filesWith(join(folder, 'backups'), CANARY)).toHaveLength(1)
  await storage.renewCopies(START + DAY)
  expect(filesWith(join(folder, 'backups'), CANARY)).toEqual([])
  expect(backupsOf(join(folder, LEDGER_FILE)).map(({ at }) => at)).toEqual([START + DAY, START + DAY])
})

test('after ten days without the program one purge at the start removes everything that is due', async () => {
  const folder = tempFolder()
  const first = openedIn(folder, START)
  writeOrder(first, 'gone', START)
  writeOrder(first, 'fresh', START + 10 * DAY)
  await first.renewCopies(START)
  first.close()
  const now = START + 10 * DAY + HOUR
  const second = openedIn(folder, now)
  const purged = toTheEnd(second.purge(now))
  await second.renewCopies(now)
  expect(purged.deletedOrderIds).toEqual(['gone'])
  expect(second.ledger.order('gone')).toBeUndefined()
  expect(second.ledger.timeline('gone')).toEqual([])
  expect(second.ledger.tap('gone-t')).toBeUndefined()
  expect([...second.cache.readTimes().keys()]).toEqual(['fresh'])
  expect(second.cache.body('fresh')).toMatchObject({ customer: { name: CANARY } })
  // The expired backup was replaced before it was deleted.
  expect(backupsOf(join(folder, LEDGER_FILE)).map(({ at }) => at)).toEqual([now])
  expect(filesWith(folder, 'gone')).toEqual([])
})

test('an open order keeps all its data at any age, because its names are needed', () => {
  const folder = tempFolder()
  const storage = openedIn(folder, START)
  const { ledger, cache } = storage
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', START)
  cache.save('o1', body('o1', 'PREPARING'), START)
  ledger.recordRead(read('o1', 'PREPARING', START, { generation: 1 }))
  toTheEnd(storage.purge(START + 60 * DAY))
  expect(ledger.order('o1')).toBeDefined()
  expect(cache.body('o1')).toMatchObject({ customer: { name: CANARY } })
})

test('an open order that came while the clock was a year slow is not removed when the clock is right', () => {
  const storage = openedIn(tempFolder(), START)
  const { ledger } = storage
  const slow = START - 365 * DAY
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', slow)
  ledger.recordReadFailure({ orderId: 'o1', at: slow, nextReadAt: slow, problem: 'not-found' })
  ledger.correctTimes(365 * DAY, START)
  toTheEnd(storage.purge(START + 7 * DAY - 1))
  expect(ledger.order('o1')).toBeDefined()
  toTheEnd(storage.purge(START + 7 * DAY))
  expect(ledger.order('o1')).toBeUndefined()
})

test('an order that cannot be read is kept if it was read within the week, or if a tap of it waits to be sent', () => {
  const storage = openedIn(tempFolder(), START)
  const { ledger } = storage
  for (const orderId of ['read-lately', 'tapped']) ledger.receiveEvents([event(orderId, orderId)], [], 'poll', START)
  ledger.recordRead(read('read-lately', 'CREATED', START + 2 * DAY))
  ledger.addTap(newTap('t1', 'tapped', { tappedAt: START, holdUntil: START }))
  const failure = { at: START + 6 * DAY, nextReadAt: START + 6 * DAY, problem: 'not-found' }
  for (const orderId of ['read-lately', 'tapped']) ledger.recordReadFailure({ orderId, ...failure })
  expect(toTheEnd(storage.purge(START + 8 * DAY)).deletedOrderIds).toEqual([])
  ledger.changeTaps([{ tapId: 't1', state: 'conflict', reason: 'not-found', onlyFrom: ['queued'] }], START + 8 * DAY)
  expect(toTheEnd(storage.purge(START + 8 * DAY)).deletedOrderIds).toEqual(['tapped'])
  expect(toTheEnd(storage.purge(START + 9 * DAY)).deletedOrderIds).toEqual(['read-lately'])
})

test('event ids are kept for 72 hours, also those of a purged order', () => {
  const storage = openedIn(tempFolder(), START)
  const { ledger } = storage
  ledger.recordRead(read('o1', 'DELIVERED', START))
  const late = START + 6 * DAY
  ledger.receiveEvents([event('late', 'o1')], [], 'poll', late)
  toTheEnd(storage.purge(START + 8 * DAY))
  expect(ledger.receiveEvents([event('late', 'o1')], [], 'poll', START + 8 * DAY).freshEvents).toBe(0)
  toTheEnd(storage.purge(late + EVENT_IDS_KEPT_MS))
  expect(ledger.order('o1')).toBeUndefined()
})

test('a purge removes a few orders in each part, and the next purge completes one that has ended between two parts', () => {
  const { ledger, cache, ...storage } = openedIn(tempFolder(), START)
  const ids = Array.from({ length: 230 }, (_, index) => `o${index}`)
  ledger.inTransaction(() => {
    for (const [index, orderId] of ids.entries()) writeOrder({ ...storage, ledger, cache }, orderId, START + index)
  })
  const left = () => ids.filter((orderId) => ledger.order(orderId)).length
  const named = () => ids.filter((orderId) => JSON.stringify(cache.body(orderId) ?? '').includes(CANARY)).length
  const counts: (readonly [number, number])[] = []
  const late = START + 8 * DAY
  for (const _ of storage.purge(late)) {
    counts.push([left(), named()])
    if (left() < 100) break
  }
  for (const _ of storage.purge(START + DAY)) counts.push([left(), named()])
  toTheEnd(storage.purge(late))
  counts.push([left(), named()])
  for (const [index, [orders, names]] of counts.slice(1, -1).entries()) {
    const [ordersBefore = 0, namesBefore = 0] = counts[index] ?? []
    expect([ordersBefore - orders <= 25, namesBefore - names <= 50]).toEqual([true, true])
  }
  expect([counts.at(-2), counts.at(-1)]).toEqual([
    [80, 0],
    [0, 0],
  ])
})

test('a day of many orders, with pages that split and merge, leaves no name', () => {
  const folder = tempFolder()
  const storage = openedIn(folder, START)
  storage.ledger.inTransaction(() => {
    for (let index = 0; index < 300; index += 1) writeOrder(storage, `o${index}`, START + index)
  })
  toTheEnd(storage.purge(START + TEXTS_KEPT_MS + HOUR))
  expect(filesWith(folder, 'Canária')).toEqual([])
})
