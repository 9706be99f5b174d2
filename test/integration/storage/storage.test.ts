import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CACHE_FILE, LEDGER_FILE, openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { killed, openedIn } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, rawDatabase, read, tempFolder } from './test-ledger.ts'

test('orders on the board whose bodies are lost are read again, and orders that ended long ago are not', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  for (const [orderId, status, at] of [
    ['open', 'PREPARING', NOW],
    ['done', 'DELIVERED', NOW - 1_000],
    ['old', 'DELIVERED', NOW - 24 * 3_600_000],
  ] as const) {
    first.cache.save(orderId, { id: orderId, status }, at)
    first.ledger.recordRead(read(orderId, status, at))
  }
  first.close()
  expect(readsDue(openedIn(folder).ledger, NOW, 10)).toEqual([])
  rmSync(join(folder, CACHE_FILE))
  const second = openedIn(folder)
  expect(
    readsDue(second.ledger, NOW, 10)
      .map(({ orderId }) => orderId)
      .toSorted(),
  ).toEqual(['done', 'open'])
})

test('without a thread the copies are made on the main thread, and the reason is reported', async () => {
  const reasons: unknown[] = []
  const result = openStorage(tempFolder(), { now: NOW, onNoThread: (error) => reasons.push(error) })
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.close())
  // A module that the thread loads before its program and that does not exist.
  vi.stubEnv('NODE_OPTIONS', '--require=/no/such/preload.cjs')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  expect(await result.value.renewCopies(NOW)).toMatchObject({ ok: true, value: { at: NOW } })
  expect(reasons.map(String)).toEqual([expect.stringContaining('/no/such/preload.cjs')])
})

test('closing checkpoints both logs and closes both databases', () => {
  const folder = tempFolder()
  const { ledger, cache, close } = openedIn(folder)
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  cache.save('o1', { id: 'o1' }, NOW)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([`${LEDGER_FILE}-wal`, `${CACHE_FILE}-wal`]))
  close()
  expect(readdirSync(folder).toSorted()).toEqual([CACHE_FILE, LEDGER_FILE])
  expect(() => ledger.order('o1')).toThrow('not open')
  expect(() => cache.body('o1')).toThrow('not open')
})

test('an order that waits for its first read is not affected by a lost cache', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  for (const orderId of ['slow', 'unreadable']) first.ledger.receiveEvents([event(orderId, orderId)], [], 'poll', NOW)
  const later = { at: NOW, nextReadAt: NOW + 60_000 }
  first.ledger.recordReadFailure({ orderId: 'slow', ...later })
  first.ledger.recordReadFailure({ orderId: 'unreadable', problem: 'not-found', ...later })
  const waiting = readsDue(first.ledger, NOW + 60_000, 10)
  expect(waiting).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  first.close()
  const { ledger } = openedIn(folder)
  expect(readsDue(ledger, NOW, 10)).toEqual([])
  expect(readsDue(ledger, NOW + 60_000, 10)).toEqual(waiting)
})

test('an event whose row is damaged counts as new when it comes again, and its order is read again', () => {
  const folder = tempFolder()
  const { ledger } = openedIn(folder)
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  rawDatabase(join(folder, LEDGER_FILE)).exec("UPDATE events SET reason = 'a name'")
  expect(ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW).freshEvents).toBe(1)
  expect(ledger.decidingEvents('o1')).toHaveLength(1)
})

test('a cache that cannot be created again is kept in memory', () => {
  const folder = tempFolder()
  openedIn(folder).close()
  // Another program keeps the lock for longer than a start waits.
  const blocker = rawDatabase(join(folder, CACHE_FILE))
  blocker.pragma('locking_mode = EXCLUSIVE')
  blocker.exec('BEGIN EXCLUSIVE')
  const { cache, ledger } = openedIn(folder)
  cache.save('o1', { id: 'o1' }, NOW)
  expect(cache.body('o1')).toMatchObject({ id: 'o1' })
  expect(ledger.boardOrders(0)).toEqual([])
  blocker.exec('ROLLBACK')
})

test('a ledger that its backup found damaged is repaired at the next opening, with the damage at any place', async () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  first.ledger.receiveEvents([event('e1', 'o1')], [], 'poll', NOW)
  await first.renewCopies(NOW - 1)
  first.ledger.receiveEvents([event('e2', 'o2')], [], 'poll', NOW)
  // This row is not checked at an opening without a suspicion.
  rawDatabase(join(folder, LEDGER_FILE)).exec("UPDATE timeline SET detail = 'READY' WHERE order_id = 'o1'")
  expect(await first.renewCopies(NOW)).toMatchObject({ ok: false, code: 'damaged' })
  first.close()
  const second = openedIn(folder)
  expect(second.repair).toMatchObject({ repaired: 'salvaged', restoredRows: 1, lostRows: 0 })
  expect(second.ledger.timeline('o1')).toMatchObject([{ kind: 'received', detail: 'CREATED' }])
  expect((await second.renewCopies(NOW + 1)).ok).toBe(true)
  second.close()
  // After the repair an opening does not check every row again.
  rawDatabase(join(folder, LEDGER_FILE)).exec("UPDATE timeline SET detail = 'READY' WHERE order_id = 'o1'")
  expect(openedIn(folder).repair.repaired).toBe('none')
})

test.each<[string, (folder: string, ledgerPath: string) => void, Storage['repair']['repaired']]>([
  ['does not exist', (_folder, path) => rmSync(path), 'fresh'],
  ['has 0 bytes', (_folder, path) => writeFileSync(path, ''), 'fresh'],
  ['is garbage', (_folder, path) => writeFileSync(path, Buffer.alloc(20_000, 7)), 'fresh'],
  ['does not exist and has an older backup', (_folder, path) => rmSync(path), 'restored'],
])(
  'when the ledger %s, the unread, open and cancelled orders of the cache are read again, and the loss is reported',
  async (what, damage, repaired) => {
    const folder = tempFolder()
    const order = (id: string, status: string) => ({ id, status, fulfillment: { orderType: 'DELIVERY' }, items: [] })
    const first = openedIn(folder)
    first.ledger.receiveEvents([event('e0', 'before')], [], 'poll', NOW)
    if (what.includes('backup')) expect((await first.renewCopies(NOW)).ok).toBe(true)
    for (const [orderId, status] of [
      ['new', 'CREATED'],
      ['cooking', 'PREPARING'],
      ['done', 'DELIVERED'],
      ['stopped', 'CANCELLED'],
    ] as const) {
      first.ledger.receiveEvents([event(`e-${orderId}`, orderId)], [], 'poll', NOW)
      first.ledger.recordRead(read(orderId, status, NOW, { generation: 1 }))
      first.cache.save(orderId, order(orderId, status), NOW)
    }
    first.close()
    damage(folder, join(folder, LEDGER_FILE))
    const second = openedIn(folder)
    expect(second.repair.repaired).toBe(repaired)
    const due = readsDue(second.ledger, NOW, 10).map(({ orderId }) => orderId)
    expect(due.toSorted()).toEqual(['before', 'cooking', 'new', 'stopped'])
    expect(second.ledger.boardOrders(NOW).map(({ orderId }) => orderId)).toEqual(
      expect.arrayContaining(['cooking', 'new', 'stopped']),
    )
    second.close()
    expect(openedIn(folder).repair.repaired).toBe('none')
  },
)

test.each<[string, (ledger: string) => void, (cache: string) => void]>([
  [
    'the log of the cache is zeroed',
    (ledger) => truncateSync(ledger, 0),
    (cache) => writeFileSync(`${cache}-wal`, Buffer.alloc(statSync(`${cache}-wal`).size)),
  ],
  ['the log of the cache is gone', (ledger) => rmSync(ledger), (cache) => rmSync(`${cache}-wal`)],
  [
    'the cache has only a log',
    (ledger) => rmSync(ledger),
    (cache) => {
      rmSync(cache)
      truncateSync(`${cache}-wal`, 100)
    },
  ],
])('the ledger is gone with its log and %s: the loss is reported once', (_, loseLedger, damage) => {
  const folder = tempFolder()
  const first = openedIn(folder)
  first.ledger.receiveEvents([event('e', 'o')], [], 'poll', NOW)
  const next = killed(folder)
  for (const suffix of ['-wal', '-shm']) rmSync(join(next, `${LEDGER_FILE}${suffix}`))
  loseLedger(join(next, LEDGER_FILE))
  damage(join(next, CACHE_FILE))
  const second = openedIn(next)
  expect(second.repair).toMatchObject({ repaired: 'fresh', lostRows: undefined })
  second.close()
  expect(openedIn(next).repair.repaired).toBe('none')
})

test('a first start reports no loss, and neither does the next after a kill', () => {
  const folder = tempFolder()
  expect(openedIn(folder).repair.repaired).toBe('none')
  expect(openedIn(killed(folder)).repair.repaired).toBe('none')
  const empty = tempFolder()
  for (const name of [LEDGER_FILE, CACHE_FILE]) writeFileSync(join(empty, name), '')
  expect(openedIn(empty).repair.repaired).toBe('none')
})
