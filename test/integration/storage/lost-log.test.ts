import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { idsDue, killed, LOSSES_OF_LOG, openedIn, receiveUnread } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, newTap, read, tempFolder } from './test-ledger.ts'

const SECOND = 1_000
const EARLIER = NOW - 60 * SECOND

/** The order's event is received, acknowledged, and the order is read: the platform names it only when it changes again. */
function readOrder({ ledger, cache }: Storage, orderId: string, status: string, at: number): void {
  const eventId = `${orderId}-${status}`
  ledger.receiveEvents([event(eventId, orderId)], [], 'poll', at)
  ledger.markAcknowledged([eventId], at)
  const items = [{ id: 'i', name: 'P', quantity: 1 }]
  cache.save(orderId, { id: orderId, status, fulfillment: { orderType: 'DELIVERY' }, items }, at)
  const generation = readsDue(ledger, at, 100).find((entry) => entry.orderId === orderId)?.generation
  ledger.recordRead(read(orderId, status, at, { generation }))
}

/** A ledger whose file has the order `early`; everything later is only in its log. */
function reopenedWithEarlyOrder(): { readonly folder: string; readonly storage: Storage } {
  const folder = tempFolder()
  const first = openedIn(folder)
  readOrder(first, 'early', 'CONFIRMED', EARLIER)
  first.close()
  return { folder, storage: openedIn(folder) }
}

const logOf = (folder: string): string => join(folder, `${LEDGER_FILE}-wal`)

const DAMAGES: Readonly<Record<string, (log: string) => void>> = {
  ...LOSSES_OF_LOG,
  overwritten: (log) => writeFileSync(log, readFileSync(log).fill(0xa5)),
  'given a wrong header': (log) => writeFileSync(log, readFileSync(log).fill(0xa5, 0, 32)),
}

test.each(Object.keys(DAMAGES).flatMap((what) => [[what, 'kept'] as const, [what, 'lost'] as const]))(
  'a log of the ledger that was %s, its index %s, is reported, and every order that is open or was not read yet is read',
  (what, index) => {
    const { folder, storage } = reopenedWithEarlyOrder()
    const ids = Array.from({ length: 8 }, (_, number) => `new-${number}`)
    for (const orderId of ids) readOrder(storage, orderId, 'CREATED', NOW - SECOND)
    const unread = Array.from({ length: 8 }, (_, number) => `unread-${number}`)
    receiveUnread(storage, unread, NOW - SECOND)
    const copy = killed(folder)
    DAMAGES[what]?.(logOf(copy))
    if (index === 'lost') rmSync(join(copy, `${LEDGER_FILE}-shm`))
    const next = openedIn(copy)
    expect(next.repair.repaired).toBe('salvaged')
    expect(next.ledger.boardOrders(NOW).map(({ orderId }) => orderId)).toEqual(
      expect.arrayContaining(['early', ...ids, ...unread]),
    )
    expect(idsDue(NOW, next)).toEqual(['early', ...ids, ...unread])
    next.close()
    expect(openedIn(copy).repair.repaired).toBe('none')
  },
)

test('an order that the cache has read later than the ledger is read again', () => {
  const { folder, storage } = reopenedWithEarlyOrder()
  const before = statSync(logOf(folder)).size
  readOrder(storage, 'early', 'PREPARING', NOW - SECOND)
  const copy = killed(folder)
  // Without its index this log looks as a power cut leaves it.
  truncateSync(logOf(copy), before)
  rmSync(join(copy, `${LEDGER_FILE}-shm`))
  const next = openedIn(copy)
  expect(next.ledger.order('early')?.status).toBe('CONFIRMED')
  expect(idsDue(NOW, next)).toEqual(['early'])
})

test('orders that the cache and the ledger have read at the same time are not read again after a kill', () => {
  const { folder, storage } = reopenedWithEarlyOrder()
  readOrder(storage, 'new', 'CREATED', NOW - SECOND)
  const next = openedIn(killed(folder))
  expect(next.repair.repaired).toBe('none')
  expect(idsDue(NOW, next)).toEqual([])
})

/** The state of a tap after the log has lost the commit that undid it. */
function stateAfter(damage: (log: string, bytesBefore: number) => void): string | undefined {
  const folder = tempFolder()
  const first = openedIn(folder)
  readOrder(first, 'early', 'CREATED', EARLIER)
  first.ledger.addTap(newTap('undone', 'early', { tappedAt: EARLIER, holdUntil: EARLIER + 5 * SECOND }))
  first.close()
  const storage = openedIn(folder)
  const bytesBefore = statSync(logOf(folder)).size
  storage.ledger.undoTap('undone', NOW)
  readOrder(storage, 'new', 'CREATED', NOW)
  const copy = killed(folder)
  damage(logOf(copy), bytesBefore)
  const next = openedIn(copy)
  expect(next.repair.repaired).toBe('salvaged')
  next.ledger.resetAfterStart(NOW)
  return next.ledger.tap('undone')?.state
}

test.each<[string, Parameters<typeof stateAfter>[0]]>([
  ['deleted', (log) => rmSync(log)],
  ['cut to 0 bytes', (log) => truncateSync(log, 0)],
  ['cut before its last commits', truncateSync],
  [
    'deleted together with its index',
    (log) => {
      for (const suffix of ['-wal', '-shm']) rmSync(log.replace('-wal', suffix))
    },
  ],
  ['overwritten', (log) => writeFileSync(log, readFileSync(log).fill(0xa5))],
])('after the log was %s, a tap that was undone in it is not sent', (_, damage) => {
  expect(stateAfter(damage)).toBe('undone')
})

test('after a log was given a wrong header, a held tap is sent after a read, an undone one is not', () => {
  const { folder, storage } = reopenedWithEarlyOrder()
  const held = { tappedAt: NOW - SECOND, holdUntil: NOW + SECOND }
  storage.ledger.addTap(newTap('held', 'early', held))
  storage.ledger.addTap(newTap('undone', 'early', held))
  storage.ledger.undoTap('undone', NOW)
  const copy = killed(folder)
  DAMAGES['given a wrong header']?.(logOf(copy))
  const next = openedIn(copy)
  expect(next.repair.repaired).toBe('salvaged')
  expect(next.ledger.tap('held')).toMatchObject({ state: 'queued', attempts: 1 })
  expect(next.ledger.tap('undone')?.state).toBe('undone')
})

test('after the log was lost, a backup that is newer than the ledger’s file has the newest rows', async () => {
  const { folder, storage } = reopenedWithEarlyOrder()
  const { ledger } = storage
  ledger.addTap(newTap('tap', 'early', { tappedAt: EARLIER, holdUntil: EARLIER + 5 * SECOND }))
  readOrder(storage, 'stopped', 'CONFIRMED', EARLIER)
  toTheEnd(storage.purge(NOW))
  // The purge has written everything to the file. These commits are in the log and in the copy.
  ledger.releaseTap('tap', NOW)
  ledger.changeTaps([{ tapId: 'tap', state: 'sent', attempts: 1, onlyFrom: ['queued'] }], NOW)
  ledger.changeTaps([{ tapId: 'tap', state: 'confirmed', onlyFrom: ['sent'] }], NOW)
  readOrder(storage, 'stopped', 'CANCELLED', NOW)
  ledger.acknowledgeCancellation('stopped', NOW)
  ledger.facts.settings.set({ ...ledger.facts.settings.get(), undoSeconds: 9 })
  expect((await storage.renewCopies(NOW)).ok).toBe(true)
  readOrder(storage, 'new', 'CREATED', NOW)
  const copy = killed(folder)
  for (const suffix of ['-wal', '-shm']) rmSync(join(copy, `${LEDGER_FILE}${suffix}`))
  const next = openedIn(copy)
  expect(next.repair.repaired).toBe('salvaged')
  expect(next.ledger.tap('tap')?.state).toBe('confirmed')
  expect(next.ledger.order('stopped')).toMatchObject({ status: 'CANCELLED', cancellationAcknowledgedAt: NOW })
  expect(next.ledger.facts.settings.get().undoSeconds).toBe(9)
})
