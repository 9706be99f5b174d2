import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledgerStoreOn } from '../../../electron/storage/ledger.ts'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER, LEDGER_MIGRATIONS } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { verifyLedger } from '../../../electron/storage/verify.ts'
import { addSums, figuresOf } from '../../../shared/history/shift-sums.ts'
import { businessDate } from '../../../shared/time/business-day.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { openedIn } from './killed-storage.ts'
import { event, rawDatabase, read, tempFolder } from './test-ledger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date(2026, 2, 1, 20).getTime()
const WEEK_LATER = START + 7 * DAY + HOUR

/** An order that was accepted, ready and handed over. */
function writeOrder({ ledger, cache }: Pick<Storage, 'ledger' | 'cache'>, orderId: string, dish: string, at = START) {
  ledger.receiveEvents([event(`${orderId}-1`, orderId)], [], 'poll', at)
  const body = {
    id: orderId,
    displayId: '4821',
    context: { salesChannel: 'IFOOD' },
    customer: { name: 'Canária' },
    items: [{ id: 'i', name: dish, quantity: 2 }],
  }
  const steps = ['CREATED', 'CONFIRMED', 'READY', 'CONCLUDED']
  for (const [index, status] of steps.entries()) {
    const readAt = at + index * 60_000
    cache.save(orderId, { ...body, status }, readAt)
    ledger.recordRead(read(orderId, status, readAt, { generation: index + 1 }))
  }
}
const figuresOn = ({ ledger }: Pick<Storage, 'ledger'>, at = START) => figuresOf(ledger.sumsOfDay(businessDate(at)))

test('orders that are deleted stay in the sums of their day, with dishes, channel and times', () => {
  const storage = openedIn(tempFolder(), START)
  writeOrder(storage, 'o1', 'X-Bacon')
  writeOrder(storage, 'o2', 'X-Bacon', START + 1)
  writeOrder(storage, 'o3', 'Suco', START + DAY)
  toTheEnd(storage.purge(START + DAY))
  expect(figuresOn(storage)).toMatchObject({ orders: 0 })
  toTheEnd(storage.purge(WEEK_LATER))
  expect(storage.ledger.order('o1')).toBeUndefined()
  expect(figuresOn(storage)).toMatchObject({
    orders: 2,
    prepare: { count: 2, medianMs: 60_000 },
    hours: [{ hour: 20, orders: 2 }],
    dishes: [{ name: 'X-Bacon', times: 2 }],
    channels: [{ name: 'iFood', orders: 2 }],
  })
  expect(figuresOn(storage, START + DAY)).toMatchObject({ orders: 0 })
  toTheEnd(storage.purge(WEEK_LATER + DAY))
  expect(figuresOn(storage)).toMatchObject({ orders: 2 })
  expect(figuresOn(storage, START + DAY)).toMatchObject({ orders: 1 })
})

test('a day is kept for thirteen months', () => {
  const storage = openedIn(tempFolder(), START)
  writeOrder(storage, 'o1', 'X-Bacon')
  writeOrder(storage, 'o2', 'X-Bacon', START + 390 * DAY)
  toTheEnd(storage.purge(START + 389 * DAY))
  expect(figuresOn(storage)).toMatchObject({ orders: 1 })
  toTheEnd(storage.purge(START + 402 * DAY))
  expect(figuresOn(storage)).toMatchObject({ orders: 0 })
  expect(figuresOn(storage, START + 390 * DAY)).toMatchObject({ orders: 1 })
})

test('a purge that is interrupted adds nothing, and the next one adds each order once', () => {
  const db = rawDatabase(join(tempFolder(), LEDGER_FILE))
  migrate(db, LEDGER_MIGRATIONS, LEDGER.applicationId)
  const { ledger, purge } = ledgerStoreOn(db)
  ledger.recordRead(read('o1', 'CONCLUDED', START))
  ledger.recordRead(read('o2', 'CONCLUDED', START))
  db.exec(
    "CREATE TEMP TRIGGER fails BEFORE DELETE ON orders WHEN old.order_id = 'o2' BEGIN SELECT RAISE(ABORT, 'no'); END",
  )
  expect(() => toTheEnd(purge(WEEK_LATER))).toThrow('no')
  expect(figuresOn({ ledger })).toMatchObject({ orders: 0 })
  db.exec('DROP TRIGGER temp.fails')
  toTheEnd(purge(WEEK_LATER))
  expect(figuresOn({ ledger })).toMatchObject({ orders: 2 })
  expect(verifyLedger(db, 'all')).toEqual([])
})

test('an order that a repair brings back from a copy is not counted twice', async () => {
  const folder = tempFolder()
  const first = openedIn(folder, START)
  writeOrder(first, 'o1', 'X-Bacon')
  expect((await first.renewCopies(WEEK_LATER - HOUR)).ok).toBe(true)
  toTheEnd(first.purge(WEEK_LATER))
  expect(figuresOn(first)).toMatchObject({ orders: 1 })
  first.close()
  const path = join(folder, LEDGER_FILE)
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 100))
  const second = openedIn(folder, WEEK_LATER)
  expect(second.repair.repaired).not.toBe('none')
  expect(second.ledger.order('o1')).toBeDefined()
  toTheEnd(second.purge(WEEK_LATER + HOUR))
  expect(second.ledger.order('o1')).toBeUndefined()
  expect(figuresOn(second)).toMatchObject({ orders: 1 })
})

test('the sums of days add up', () => {
  const storage = openedIn(tempFolder(), START)
  for (let day = 0; day < 3; day += 1) writeOrder(storage, `o${day}`, 'X-Bacon', START + day * DAY)
  toTheEnd(storage.purge(START + 20 * DAY))
  const days = [0, 1, 2].map((day) => storage.ledger.sumsOfDay(businessDate(START + day * DAY)))
  expect(figuresOf(addSums(days))).toMatchObject({ orders: 3, dishes: [{ times: 3 }] })
})
