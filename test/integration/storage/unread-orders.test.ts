import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { readLog } from '../../../electron/storage/log-file.ts'
import type { RowDamage } from '../../../electron/storage/sealed-table.ts'
import { CACHE_FILE, LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { idsDue, killed, openedIn, receiveUnread } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, rawDatabase, read, tempFolder } from './test-ledger.ts'

const SECOND = 1_000
const DAY = 24 * 3_600_000
const EARLIER = NOW - 60 * SECOND

const body = (id: string, status: string) => ({
  id,
  status,
  fulfillment: { orderType: 'DELIVERY' },
  items: [{ id: 'i', name: 'P', quantity: 1 }],
})

function readOrder({ ledger, cache }: Storage, orderId: string, status: string, at: number): void {
  cache.save(orderId, body(orderId, status), at)
  ledger.recordRead(read(orderId, status, at, { generation: 1 }))
}

/** A storage after a restart: the order `early` is in the ledger's file, everything later only in its log. */
function reopened(): { readonly folder: string; readonly storage: Storage } {
  const folder = tempFolder()
  const first = openedIn(folder)
  first.ledger.receiveEvents([event('early', 'early')], [], 'poll', EARLIER)
  readOrder(first, 'early', 'CONFIRMED', EARLIER)
  first.close()
  return { folder, storage: openedIn(folder) }
}

const removeLog = (folder: string): void => {
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `${LEDGER_FILE}${suffix}`))
}

test('the order of an event without an id, and of a delivery by webhook, is read after the log was lost', () => {
  const { folder, storage } = reopened()
  storage.ledger.receiveEvents([], [{ raw: 'no id', problem: 'x', orderId: 'nameless' }], 'poll', NOW)
  storage.ledger.receiveEvents([event('delivered', 'delivered')], [], 'webhook', NOW)
  const copy = killed(folder)
  removeLog(copy)
  expect(idsDue(NOW, openedIn(copy))).toEqual(['delivered', 'early', 'nameless'])
})

test('ids with unusual characters come back unchanged', () => {
  const { folder, storage } = reopened()
  const ids = ["'; DROP TABLE unread_orders; --", 'a\u0000b', '\u{1f355} "Ação"', ' ', `${'x'.repeat(500)}`]
  receiveUnread(storage, [...ids, 'half \ud800'], NOW - SECOND)
  const copy = killed(folder)
  removeLog(copy)
  const next = openedIn(copy)
  expect(idsDue(NOW, next)).toEqual(['early', ...ids, 'half \ufffd'].toSorted())
  next.ledger.recordRead(read('half \ud800', 'CREATED', NOW, { generation: 1 }))
  next.cache.save('half \ud800', body('half', 'CREATED'), NOW)
  expect(idsDue(NOW, next)).not.toContain('half \ufffd')
})

test('when no commit is lost, nothing is repaired, and an order without an answer keeps its pause', () => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['missing'], NOW - SECOND)
  const next = openedIn(killed(folder))
  expect(next.repair.repaired).toBe('none')
  expect(idsDue(NOW, next)).toEqual([])
  expect(readsDue(next.ledger, NOW + DAY, 10)).toMatchObject([{ orderId: 'missing', attempts: 1 }])
})

test('a restored order that the platform does not have is not queued again at the next starts', () => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['missing'], NOW - SECOND)
  const copy = killed(folder)
  removeLog(copy)
  const second = openedIn(copy)
  const failure = { at: NOW, nextReadAt: NOW + 60 * SECOND, problem: 'not-found' }
  for (const orderId of idsDue(NOW, second)) second.ledger.recordReadFailure({ orderId, ...failure })
  second.close()
  const third = openedIn(copy)
  expect(third.repair.repaired).toBe('none')
  expect(idsDue(NOW, third)).toEqual([])
  // The ledger forgets it after seven days, and with it the cache.
  expect(toTheEnd(third.purge(NOW + 8 * DAY)).deletedOrderIds).toEqual(expect.arrayContaining(['missing']))
  third.close()
  const fourth = openedIn(copy, NOW + 8 * DAY)
  expect(fourth.repair.repaired).toBe('none')
  expect(fourth.ledger.order('missing')).toBeUndefined()
  fourth.close()
  rmSync(join(copy, LEDGER_FILE))
  expect(openedIn(copy, NOW + 8 * DAY).ledger.order('missing')).toBeUndefined()
})

test('an order that was read and is over is not restored', () => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['done', 'open'], NOW - SECOND)
  readOrder(storage, 'done', 'DELIVERED', NOW)
  const copy = killed(folder)
  removeLog(copy)
  expect(idsDue(NOW, openedIn(copy))).toEqual(['early', 'open'])
})

test('an unread order that was dropped to make room for newer ones is not restored', () => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['dropped'], NOW - 2 * SECOND)
  const ids = Array.from({ length: 3_000 }, (_, number) => `new-${number}`)
  const events = ids.map((orderId) => event(orderId, orderId))
  expect(storage.ledger.receiveEvents(events, [], 'poll', NOW).droppedOrderIds).toEqual(['dropped'])
  const next = openedIn(killed(folder))
  expect(next.repair.repaired).toBe('none')
  expect(next.ledger.order('dropped')).toBeUndefined()
})

/** Commits in the log of the cache. */
const commitsOfCache = (folder: string): number =>
  readLog(readFileSync(join(folder, `${CACHE_FILE}-wal`)), PAGE_BYTES)?.frames.filter(
    ({ pagesAfterCommit }) => pagesAfterCommit > 0,
  ).length ?? 0

test('a page of events costs one commit of the cache, and none without an order that is new to the cache', () => {
  const { folder, storage } = reopened()
  const page = Array.from({ length: 100 }, (_, number) => event(`e-${number}`, `o-${number % 50}`))
  const before = commitsOfCache(folder)
  storage.ledger.receiveEvents(page, [], 'poll', NOW)
  expect(commitsOfCache(folder)).toBe(before + 1)
  storage.ledger.receiveEvents(page, [], 'poll', NOW)
  const known = [event('later', 'o-1'), event('of a read order', 'early'), event('of no order', undefined)]
  storage.ledger.receiveEvents(known, [], 'poll', NOW)
  storage.ledger.receiveEvents([], [], 'poll', NOW)
  expect(commitsOfCache(folder)).toBe(before + 1)
})

test.each<[string, (folder: string) => void]>([
  ['gone', (folder) => rmSync(join(folder, CACHE_FILE))],
  ['garbage', (folder) => writeFileSync(join(folder, CACHE_FILE), 'garbage'.repeat(1_000))],
])('a cache that is %s gets the unread and open orders of the ledger at the next start', (_, damage) => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['new'], NOW - SECOND)
  storage.close()
  damage(folder)
  openedIn(folder).close()
  rmSync(join(folder, LEDGER_FILE))
  const next = openedIn(folder)
  expect(next.repair).toMatchObject({ repaired: 'fresh', cause: 'The ledger is gone, the cache is not' })
  expect(idsDue(NOW, next)).toEqual(['early', 'new'])
})

test('events are received while the cache refuses their orders, and the next purge adds these orders to it', () => {
  const { folder, storage } = reopened()
  const raw = rawDatabase(join(folder, CACHE_FILE))
  raw.exec("CREATE TRIGGER refuse BEFORE INSERT ON unread_orders BEGIN SELECT RAISE(ABORT, 'refused'); END")
  const page = [event('e1', 'new')]
  expect(storage.ledger.receiveEvents(page, [], 'poll', NOW)).toMatchObject({ freshOrderIds: ['new'] })
  toTheEnd(storage.purge(NOW))
  raw.exec('DROP TRIGGER refuse')
  toTheEnd(storage.purge(NOW))
  const copy = killed(folder)
  rmSync(join(copy, LEDGER_FILE))
  expect(idsDue(NOW, openedIn(copy))).toEqual(['early', 'new'])
})

test('a damaged id is reported and not read', () => {
  const { folder, storage } = reopened()
  receiveUnread(storage, ['new', 'other'], NOW - SECOND)
  const copy = killed(folder)
  const raw = rawDatabase(join(copy, CACHE_FILE))
  raw.exec("UPDATE unread_orders SET order_id = 'nev' WHERE order_id = 'new'")
  raw.close()
  removeLog(copy)
  const damages: RowDamage[] = []
  expect(idsDue(NOW, openedIn(copy, NOW, damages))).toEqual(['early', 'other'])
  expect(damages).toContainEqual({ table: 'unread_orders', key: 'nev' })
})

test('an event that was acknowledged while the poll was under way has not come again', () => {
  const { ledger } = openedIn(tempFolder())
  const receive = (at: number, askedAt: number) =>
    ledger.receiveEvents([event('e1', 'o1')], [], 'poll', at, askedAt).cameAgain
  receive(NOW, NOW)
  ledger.markAcknowledged(['e1'], NOW + 150)
  expect(receive(NOW + 200, NOW + 100)).toBeUndefined()
  ledger.markAcknowledged(['e1'], NOW + 250)
  expect(receive(NOW + 400, NOW + 300)).toBe(1)
})
