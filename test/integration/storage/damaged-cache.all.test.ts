import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CACHE_FILE, LEDGER_FILE, type Storage } from '../../../electron/storage/storage.ts'
import { idsDue, killed, openedIn } from './killed-storage.ts'
import { NOW } from './ledger-recovery.ts'
import { event, read, tempFolder } from './test-ledger.ts'

const HEADER_BYTES = 100
const PAGE_BYTES = 1_024

function receive({ ledger }: Storage, orderIds: readonly string[]): void {
  ledger.receiveEvents(
    orderIds.map((orderId) => event(`event of ${orderId}`, orderId)),
    [],
    'poll',
    NOW,
  )
  ledger.markAcknowledged(
    orderIds.map((orderId) => `event of ${orderId}`),
    NOW,
  )
}

function readOrder({ ledger, cache }: Storage, id: string, status: string): void {
  const item = { id: 'i', name: 'Pizza', quantity: 1, observations: 'x'.repeat(3 * PAGE_BYTES) }
  cache.save(id, { id, status, fulfillment: { orderType: 'DELIVERY' }, items: [item] }, NOW)
  ledger.recordRead(read(id, status, NOW, { generation: 1 }))
}

const UNREAD = [...Array.from({ length: 60 }, (_, number) => `unread-${number}`), 'long '.repeat(100)]
const OPEN = Array.from({ length: 20 }, (_, number) => `open-${number}`)

/** The files of a kitchen that was killed: the orders of the last run are in the log of the ledger only. */
function killedKitchen(): string {
  const folder = tempFolder()
  const first = openedIn(folder)
  receive(first, ['early'])
  first.close()
  const second = openedIn(folder)
  receive(second, [...UNREAD, ...OPEN, 'done'])
  for (const orderId of OPEN) readOrder(second, orderId, 'CREATED')
  readOrder(second, 'done', 'DELIVERED')
  return killed(folder)
}

function loseLogOfLedger(folder: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `${LEDGER_FILE}${suffix}`))
}

function change(file: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  edit(bytes)
  writeFileSync(file, bytes)
}

/** Moves the log of the cache into its file, as a checkpoint does. */
function checkpointCache(folder: string): void {
  const copy = tempFolder()
  for (const suffix of ['', '-wal', '-shm']) {
    cpSync(join(folder, `${CACHE_FILE}${suffix}`), join(copy, `${CACHE_FILE}${suffix}`))
  }
  openedIn(copy).cache.close()
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `${CACHE_FILE}${suffix}`), { force: true })
  cpSync(join(copy, CACHE_FILE), join(folder, CACHE_FILE))
}

const IDS = ['early', ...UNREAD, ...OPEN].toSorted()

test.each<[string, (cache: string) => void]>([
  ['the file of the cache has lost its header', (cache) => change(cache, (bytes) => bytes.fill(0, 0, HEADER_BYTES))],
  ['the file of the cache is deleted, its log is not', (cache) => rmSync(cache)],
  ['the file of the cache is empty, its log is not', (cache) => writeFileSync(cache, '')],
  ['the header of the log of the cache is damaged', (cache) => change(`${cache}-wal`, (bytes) => bytes.fill(7, 0, 32))],
  ['the index of the log of the cache is a bad one', (cache) => change(`${cache}-shm`, (bytes) => bytes.fill(7))],
])('the log of the ledger is lost and %s: the orders are read again', (_, damage) => {
  const folder = killedKitchen()
  loseLogOfLedger(folder)
  damage(join(folder, CACHE_FILE))
  expect(idsDue(NOW, openedIn(folder))).toEqual(IDS)
})

test.each<[string, (bytes: Buffer) => void]>([
  ['header', (bytes) => bytes.fill(0, 0, HEADER_BYTES)],
  ['first page', (bytes) => bytes.fill(0, 0, PAGE_BYTES)],
  [
    'page type of each page',
    (bytes) => {
      for (let start = PAGE_BYTES; start < bytes.length; start += PAGE_BYTES)
        if (bytes[start] !== 0) bytes[start] = 0x10
    },
  ],
])(
  'the log of the ledger is lost and the %s of a cache without a log is damaged: the orders are read again',
  (_, edit) => {
    const folder = killedKitchen()
    loseLogOfLedger(folder)
    checkpointCache(folder)
    change(join(folder, CACHE_FILE), edit)
    expect(idsDue(NOW, openedIn(folder))).toEqual(IDS)
  },
)

test('the cache was lost and its orders were not read again when the ledger loses its log: they are read', () => {
  const folder = killedKitchen()
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `${CACHE_FILE}${suffix}`))
  openedIn(folder)
  const next = killed(folder)
  loseLogOfLedger(next)
  expect(idsDue(NOW, openedIn(next))).toEqual(IDS)
})
