import { cpSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Storage } from '../../../electron/storage/storage.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { idsDue, openedIn } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, newTap, rawDatabase, tempFolder } from './test-ledger.ts'

const reason = process.platform === 'win32' ? 'Windows does not let open files be deleted' : undefined
if (reason) console.warn(`NOT RUN: the files of a running program, because ${reason}`)
const onPosix = test.runIf(reason === undefined)

const tap = (storage: Storage, tapId: string): unknown =>
  storage.ledger.addTap(newTap(tapId, `order-of-${tapId}`, { tappedAt: NOW, holdUntil: NOW }))

/** Adds a table without pages. */
function damageSchema(path: string): void {
  const db = rawDatabase(path)
  db.unsafeMode()
  db.pragma('writable_schema = ON')
  db.exec("INSERT INTO sqlite_schema VALUES ('table', 'bad', 'bad', 9999, 'CREATE TABLE bad (x)')")
  db.close()
}

const LOSSES = [
  ['the ledger is deleted', (path: string) => rmSync(path)],
  ['its log is deleted', (path: string) => rmSync(`${path}-wal`)],
  ['the index of its log is deleted', (path: string) => rmSync(`${path}-shm`)],
  ['all its files are deleted', (path: string) => ['', '-wal', '-shm'].map((suffix) => rmSync(`${path}${suffix}`))],
  [
    'another file replaces it',
    (path: string) => {
      rmSync(path)
      writeFileSync(path, 'x'.repeat(5_000))
    },
  ],
  [
    'a folder replaces its log',
    (path: string) => {
      rmSync(`${path}-wal`)
      mkdirSync(join(`${path}-wal`, 'x'), { recursive: true })
    },
  ],
] as const

onPosix.each(LOSSES)('%s while the program runs: no tap is lost, before and after the loss is detected', (_, lose) => {
  const folder = tempFolder()
  const running = openedIn(folder)
  tap(running, 'before')
  expect(running.restoreFiles(NOW)).toBe(false)
  lose(join(folder, 'ledger.db'))
  tap(running, 'meanwhile')
  expect(running.restoreFiles(NOW)).toBe(true)
  // The program that is killed now has lost nothing. Without a new commit nothing is written again.
  expect(running.restoreFiles(NOW)).toBe(false)
  tap(running, 'after')
  running.close()
  const next = openedIn(folder)
  expect(next.repair.repaired).toBe('none')
  expect(next.ledger.openTaps().map(({ tapId }) => tapId)).toEqual(['before', 'meanwhile', 'after'])
  expect(readdirSync(folder).filter((name) => /mended|part/.test(name))).toEqual([])
})

onPosix('a kill after the deletion was detected loses no tap', () => {
  const folder = tempFolder()
  const running = openedIn(folder)
  tap(running, 'before')
  rmSync(join(folder, 'ledger.db'))
  running.restoreFiles(NOW)
  const killed = openedIn(folder)
  expect(killed.repair.repaired).toBe('none')
  expect(killed.ledger.tap('before')).toMatchObject({ state: 'queued' })
})

onPosix.each(LOSSES)('%s, and it is the cache: its orders and ids are kept, also after a kill', (_, lose) => {
  const folder = tempFolder()
  const running = openedIn(folder)
  running.cache.save('before', { id: 'before' }, NOW)
  running.ledger.receiveEvents([event('e', 'unread')], [], 'poll', NOW)
  expect(running.restoreFiles(NOW)).toBe(false)
  lose(join(folder, 'cache.db'))
  running.cache.save('meanwhile', { id: 'meanwhile' }, NOW)
  expect(running.restoreFiles(NOW)).toBe(true)
  const afterKill = tempFolder()
  cpSync(folder, afterKill, { recursive: true })
  // The log of the ledger is lost next.
  truncateSync(join(afterKill, 'ledger.db-wal'), 0)
  const next = openedIn(afterKill)
  expect(next.cache.body('before')).toMatchObject({ id: 'before' })
  expect(next.cache.body('meanwhile')).toMatchObject({ id: 'meanwhile' })
  expect(idsDue(NOW, next)).toContain('unread')

  expect(running.restoreFiles(NOW)).toBe(false)
  running.cache.save('after', { id: 'after' }, NOW)
  running.close()
  expect(openedIn(folder).cache.body('after')).toMatchObject({ id: 'after' })
  expect(readdirSync(folder).filter((name) => /mended|part/.test(name))).toEqual([])
})

onPosix('both databases are deleted and the cache is damaged: the ledger is written, the damage reported', () => {
  const folder = tempFolder()
  const running = openedIn(folder)
  tap(running, 'before')
  damageSchema(join(folder, 'cache.db'))
  rmSync(join(folder, 'ledger.db'))
  rmSync(join(folder, 'cache.db'))
  expect(running.checkDamage()).toBe(false)
  expect(running.restoreFiles(NOW)).toBe(true)
  expect(running.checkDamage()).toBe(true)
  running.close()
  const next = openedIn(folder)
  expect(next.ledger.tap('before')).toMatchObject({ state: 'queued' })
  next.cache.save('o', { id: 'o' }, NOW)
  expect(next.cache.body('o')).toMatchObject({ id: 'o' })
})

onPosix('a checkpoint, a purge, a copy and a stop are not taken for lost files', async () => {
  const folder = tempFolder()
  const running = openedIn(folder)
  for (let round = 0; round < 3; round += 1) {
    tap(running, `tap-${round}`)
    running.cache.save('o', { id: 'o', text: 'x'.repeat(100_000) }, NOW + round)
    const other = rawDatabase(join(folder, 'cache.db'))
    other.pragma('wal_checkpoint(RESTART)')
    other.close()
    expect(running.restoreFiles(NOW)).toBe(false)
    toTheEnd(running.purge(NOW))
    expect(running.restoreFiles(NOW)).toBe(false)
    expect((await running.renewCopies(NOW + round)).ok).toBe(true)
    expect(running.restoreFiles(NOW)).toBe(false)
  }
  running.close()
  expect(running.restoreFiles(NOW)).toBe(false)
  expect(readdirSync(folder).toSorted()).toEqual(['backups', 'cache.db', 'ledger.db'])
})

test('an unfinished copy of the cache is removed at the next opening', () => {
  const folder = tempFolder()
  for (const name of ['cache.db.mended', 'cache.db.mended.part']) writeFileSync(join(folder, name), 'a name')
  openedIn(folder)
  expect(readdirSync(folder).filter((name) => name.includes('mended'))).toEqual([])
})

onPosix('a folder that was moved away is not created again', () => {
  const folder = join(tempFolder(), 'profile')
  const running = openedIn(folder)
  rmSync(folder, { recursive: true })
  expect(running.restoreFiles(NOW)).toBe(false)
})

onPosix('a ledger that is emptied while the program runs is not copied, and its log stays for the repair', async () => {
  const folder = tempFolder()
  const path = join(folder, 'ledger.db')
  const running = openedIn(folder)
  tap(running, 'before')
  expect((await running.renewCopies(NOW)).ok).toBe(true)
  tap(running, 'after')
  truncateSync(path, 0)
  expect(await running.renewCopies(NOW + 1_000)).toMatchObject({ ok: false, code: 'damaged' })
  const copy = tempFolder()
  cpSync(folder, copy, { recursive: true })
  const next = openedIn(copy)
  expect(next.repair.repaired).toBe('restored')
  // The copy has the first tap, the cache the second.
  expect(next.ledger.openTaps().map(({ tapId }) => tapId)).toEqual(['before', 'after'])
})

test('a log that is cut while the program runs is reported with the next step, and repaired at the next opening', () => {
  const folder = tempFolder()
  const path = join(folder, 'ledger.db')
  const first = openedIn(folder)
  tap(first, 'before')
  first.close()
  const running = openedIn(folder)
  tap(running, 'lost')
  // After a commit of another connection SQLite reads the pages from the files again.
  rawDatabase(path).exec('BEGIN; CREATE TABLE other (x); DROP TABLE other; COMMIT')
  expect(running.checkDamage()).toBe(false)
  truncateSync(`${path}-wal`, 0)
  expect(() => tap(running, 'refused')).toThrow()
  expect(running.checkDamage()).toBe(true)
  const killed = tempFolder()
  cpSync(folder, killed, { recursive: true })
  const next = openedIn(killed)
  expect(next.repair.repaired).toBe('salvaged')
  // The cache has the tap that was lost with the log.
  expect(next.ledger.openTaps().map(({ tapId }) => tapId)).toEqual(['before', 'lost'])
  expect(next.checkDamage()).toBe(false)
})

test('a ledger that is cut while the program runs is reported by a read outside of a step too', () => {
  const folder = tempFolder()
  const path = join(folder, 'ledger.db')
  const ids = Array.from({ length: 300 }, (_, index) => `order-${index}`)
  const first = openedIn(folder)
  first.ledger.receiveEvents(
    ids.map((id) => event(`event of ${id}`, id)),
    [],
    'poll',
    NOW,
  )
  first.close()
  const running = openedIn(folder)
  truncateSync(path, Math.floor(statSync(path).size / 2))
  expect(running.checkDamage()).toBe(false)
  expect(() => ids.map((id) => running.ledger.decidingEvents(id))).toThrow()
  expect(running.checkDamage()).toBe(true)
})

test('a cache that is cut while the program runs is reported, and created again at the next opening', () => {
  const folder = tempFolder()
  const path = join(folder, 'cache.db')
  const running = openedIn(folder)
  running.cache.save('o', { id: 'o' }, NOW)
  rawDatabase(path).exec('BEGIN; CREATE TABLE other (x); DROP TABLE other; COMMIT')
  expect(running.checkDamage()).toBe(false)
  truncateSync(`${path}-wal`, 0)
  expect(() => running.cache.text('o')).toThrow()
  expect(running.checkDamage()).toBe(true)
  const killed = tempFolder()
  cpSync(folder, killed, { recursive: true })
  const next = openedIn(killed)
  expect(next.repair.repaired).toBe('none')
  next.cache.save('o', { id: 'o' }, NOW)
  expect(next.cache.body('o')).toMatchObject({ id: 'o' })
  expect(next.checkDamage()).toBe(false)
})

test('a write that the ledger refuses for another reason is no damage', () => {
  const running = openedIn(tempFolder())
  expect(() => running.ledger.addTap(newTap('wrong', 'order', { tappedAt: Number.NaN }))).toThrow()
  expect(running.checkDamage()).toBe(false)
})
