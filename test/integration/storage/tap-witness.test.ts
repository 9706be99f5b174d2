import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { TapState } from '../../../electron/storage/ports.ts'
import { CACHE_FILE, LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { killed, openedIn } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, newTap, rawDatabase, tempFolder } from './test-ledger.ts'

/** The taps a second time in the cache: what a damaged ledger gets back from them. */

const HELD = { tappedAt: NOW - 1_000, holdUntil: NOW + 4_000 }

function tapped(storage: Storage, tapId: string, over = HELD): void {
  storage.ledger.receiveEvents([event(`event of ${tapId}`, 'o1')], [], 'poll', NOW)
  storage.ledger.addTap(newTap(tapId, 'o1', over))
}
const stateOf = ({ ledger }: Storage, tapId: string): TapState | undefined => ledger.tap(tapId)?.state
const witnessIn = (folder: string): Readonly<Record<string, string>> => {
  const rows = rawDatabase(join(folder, CACHE_FILE)).prepare<[], [string, string]>(
    'SELECT tap_id, state FROM witnessed_taps ORDER BY tap_id',
  )
  return Object.fromEntries(rows.raw().all())
}
const garble = (path: string): void => {
  rmSync(`${path}-wal`, { force: true })
  rmSync(`${path}-shm`, { force: true })
  writeFileSync(path, Buffer.alloc(20_480, 0x5a))
}
const loseLog = (path: string): void => {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`)
}

/** Each end of a tap that a read, an answer or staff can give it. */
const ENDS: Readonly<Record<string, (storage: Storage, tapId: string) => void>> = {
  undone: ({ ledger }, tapId) => ledger.undoTap(tapId, NOW),
  confirmed: ({ ledger }, tapId) => ledger.changeTaps([{ tapId, state: 'confirmed', onlyFrom: ['held'] }], NOW),
  concluded: ({ ledger }, tapId) => ledger.changeTaps([{ tapId, state: 'concluded', onlyFrom: ['held'] }], NOW),
  conflict: ({ ledger }, tapId) =>
    ledger.changeTaps([{ tapId, state: 'conflict', reason: 'rejected', onlyFrom: ['held'] }], NOW),
}

test.each([
  ['garbled', garble],
  ['deleted', (path: string) => ['', '-wal', '-shm'].map((end) => rmSync(path + end))],
])(
  'the ledger is %s, there is no copy: an open tap comes back as one whose answer was lost, an ended one does not',
  (_, damage) => {
    const folder = tempFolder()
    const storage = openedIn(folder)
    tapped(storage, 'open')
    for (const [end, give] of Object.entries(ENDS)) {
      tapped(storage, end)
      give(storage, end)
    }
    toTheEnd(storage.purge(NOW))
    const copy = killed(folder)
    damage(join(copy, LEDGER_FILE))
    const next = openedIn(copy)
    expect(next.repair.repaired).toBe('fresh')
    expect(next.ledger.openTaps()).toMatchObject([{ tapId: 'open', orderId: 'o1', state: 'queued', attempts: 1 }])
    // The start of the core makes each open tap one that is read first.
    next.ledger.resetAfterStart(NOW)
    expect(next.ledger.tap('open')).toMatchObject({ state: 'queued', attempts: 1, lastAttemptAt: NOW })
    next.close()
    const again = openedIn(copy)
    expect(again.repair.repaired).toBe('none')
    expect(again.ledger.openTaps().map(({ tapId }) => tapId)).toEqual(['open'])
  },
)

test('until the next purge an end that a read finds again comes back as open; a tap that was taken back or refused never does', () => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  for (const [end, give] of Object.entries(ENDS)) {
    tapped(storage, end)
    give(storage, end)
  }
  const copy = killed(folder)
  garble(join(copy, LEDGER_FILE))
  const open = openedIn(copy).ledger.openTaps()
  expect(open.map(({ tapId, state, attempts }) => [tapId, state, attempts])).toEqual([
    ['concluded', 'queued', 1],
    ['confirmed', 'queued', 1],
  ])
})

test('the ledger has lost its log: a tap that was made in it comes back, an older held one that was undone in it does not', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  for (const tapId of ['undone', 'kept']) tapped(first, tapId)
  first.close()
  const storage = openedIn(folder)
  storage.ledger.undoTap('undone', NOW)
  tapped(storage, 'new')
  const copy = killed(folder)
  loseLog(join(copy, LEDGER_FILE))
  const next = openedIn(copy)
  expect(['undone', 'kept', 'new'].map((tapId) => stateOf(next, tapId))).toEqual(['undone', 'queued', 'queued'])
})

test('only the cache shows that the ledger has lost the undoing of a tap: the tap is not sent', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  tapped(first, 't1')
  first.close()
  const older = tempFolder()
  cpSync(join(folder, LEDGER_FILE), join(older, LEDGER_FILE))
  const storage = openedIn(folder)
  storage.ledger.undoTap('t1', NOW)
  storage.close()
  cpSync(join(older, LEDGER_FILE), join(folder, LEDGER_FILE))
  const next = openedIn(folder)
  expect(next.repair.repaired).toBe('salvaged')
  expect(stateOf(next, 't1')).toBe('undone')
})

test('the ledger has lost its log, in which a tap that was sent was refused: it is not sent again', () => {
  const folder = tempFolder()
  const first = openedIn(folder)
  tapped(first, 't1')
  first.ledger.changeTaps([{ tapId: 't1', state: 'queued', attempts: 1, onlyFrom: ['held'] }], NOW)
  first.close()
  const { ledger } = openedIn(folder)
  ledger.changeTaps([{ tapId: 't1', state: 'conflict', reason: 'rejected', onlyFrom: ['queued'] }], NOW)
  const copy = killed(folder)
  loseLog(join(copy, LEDGER_FILE))
  expect(openedIn(copy).ledger.tap('t1')).toMatchObject({ state: 'conflict', reason: 'rejected' })
})

test('the copy has a tap that was held: it is sent if the cache has it as open, and is not if it was taken back or refused since', async () => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  for (const tapId of ['waiting', 'undone', 'conflict']) tapped(storage, tapId)
  expect((await storage.renewCopies(NOW)).ok).toBe(true)
  for (const end of ['undone', 'conflict']) ENDS[end]?.(storage, end)
  const copy = killed(folder)
  garble(join(copy, LEDGER_FILE))
  const next = openedIn(copy)
  expect(next.repair.repaired).toBe('restored')
  expect(['waiting', 'undone', 'conflict'].map((tapId) => stateOf(next, tapId))).toEqual([
    'queued',
    'undone',
    'conflict',
  ])
  expect(next.ledger.tap('conflict')?.reason).toBe('rejected')
})

test.each(Object.keys(ENDS))('a cache that is older than the ledger revives no tap that was %s', (end) => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  tapped(storage, 't1')
  const before = killed(folder)
  ENDS[end]?.(storage, 't1')
  storage.close()
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(join(folder, `${CACHE_FILE}${suffix}`), { force: true })
    cpSync(join(before, `${CACHE_FILE}${suffix}`), join(folder, `${CACHE_FILE}${suffix}`))
  }
  // Damage that loses no row.
  const db = new Database(join(folder, LEDGER_FILE))
  db.exec('DROP INDEX orders_open')
  db.close()
  const next = openedIn(folder)
  expect(next.repair.repaired).toBe('salvaged')
  expect(stateOf(next, 't1')).toBe(end)
  expect(witnessIn(folder)).toEqual({ t1: end })
})

test('a tap is in the cache only after its commit: a step that is rolled back leaves none', () => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  const { ledger } = storage
  const failing = () =>
    ledger.inTransaction(() => {
      tapped(storage, 'rolled back')
      expect(witnessIn(folder)).toEqual({})
      throw new Error('refused')
    })
  expect(failing).toThrow('refused')
  ledger.deferred(() => ledger.addTimeline({ orderId: 'o1', at: NOW, kind: 'shown' }), 'later')
  expect(failing).toThrow('refused')
  tapped(storage, 't1')
  expect(witnessIn(folder)).toEqual({ t1: 'open' })
  ledger.deferred(() => ENDS.conflict?.(storage, 't1'), 'later')
  expect(witnessIn(folder)).toEqual({ t1: 'open' })
  ledger.facts.lastPollAt.set(NOW)
  expect(witnessIn(folder)).toEqual({ t1: 'conflict' })
})

test('a tap is stored while the cache refuses it, and the next purge adds it; an ended one leaves after half a day', () => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  const raw = rawDatabase(join(folder, CACHE_FILE))
  raw.exec("CREATE TRIGGER refuse BEFORE INSERT ON witnessed_taps BEGIN SELECT RAISE(ABORT, 'refused'); END")
  tapped(storage, 't1')
  expect(stateOf(storage, 't1')).toBe('held')
  raw.exec('DROP TRIGGER refuse')
  toTheEnd(storage.purge(NOW))
  expect(witnessIn(folder)).toEqual({ t1: 'open' })
  storage.ledger.undoTap('t1', NOW)
  toTheEnd(storage.purge(NOW + 11 * 3_600_000))
  expect(witnessIn(folder)).toEqual({ t1: 'undone' })
  toTheEnd(storage.purge(NOW + 13 * 3_600_000))
  expect(witnessIn(folder)).toEqual({})
})

test('a cache that was created again gets the open taps of the ledger at the next start', () => {
  const folder = tempFolder()
  const storage = openedIn(folder)
  tapped(storage, 't1')
  storage.close()
  truncateSync(join(folder, CACHE_FILE), 0)
  openedIn(folder).close()
  garble(join(folder, LEDGER_FILE))
  expect(stateOf(openedIn(folder), 't1')).toBe('queued')
})
