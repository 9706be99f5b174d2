import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { type KeptPart, openCacheStore } from '../../../electron/storage/order-cache.ts'
import type { OrderCache } from '../../../electron/storage/ports.ts'
import type { RowDamage } from '../../../electron/storage/sealed-table.ts'
import { cacheInMemory } from '../../../electron/storage/storage.ts'
import { openCache } from '../../fixtures/databases.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { refuse } from './disk-calls.ts'
import { rawDatabase, tempFolder } from './test-ledger.ts'

const cachePath = (): string => join(tempFolder(), 'cache.db')

function openTestLedger(path: string, damages: RowDamage[] = []): OrderCache {
  const result = openCache(path, (damage) => damages.push(damage))
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.close())
  return result.value
}

test('bodies are stored as they were last read, with the listed fields only', () => {
  const path = cachePath()
  const cache = openTestLedger(path)
  cache.save('o1', { id: 'o1', status: 'CREATED', novelty: 'x' }, 1)
  cache.save('o1', { id: 'o1', status: 'READY', novelty: 'x' }, 2)
  cache.save('o2', 'no object at all', 3)
  cache.close()
  const after = openTestLedger(path)
  expect(after.body('o1')).toMatchObject({ id: 'o1', status: 'READY' })
  expect(after.body('o2')).toBeNull()
  expect(after.body('o3')).toBeUndefined()
  expect([...after.readTimes().keys()]).toEqual(['o1', 'o2'])
})

test('a flipped row is reported and read again, and not shown', () => {
  const path = cachePath()
  const damages: RowDamage[] = []
  const cache = openTestLedger(path, damages)
  cache.save('o1', { status: 'CREATED' }, 1)
  rawDatabase(path).exec(`UPDATE bodies SET body = '{"status":"READY"}'`)
  expect(cache.body('o1')).toBeUndefined()
  expect(damages).toEqual([{ table: 'bodies', key: 'o1' }])
  cache.save('o1', { status: 'READY' }, 2)
  expect(cache.body('o1')).toMatchObject({ status: 'READY' })
})

test.each([
  ['garbage', (path: string) => writeFileSync(path, 'x'.repeat(20_000))],
  ['a file of 0 bytes', (path: string) => writeFileSync(path, '')],
  ['a folder', (path: string) => mkdirSync(join(path, 'inside'), { recursive: true })],
  ['a garbled schema', (path: string) => garbleSchema(path)],
  ['a zeroed page', (path: string) => zeroPage(path)],
  ['a newer version', (path: string) => makeNewer(path)],
])('%s in place of the cache: a new cache is created without a report', (_name, spoil) => {
  const path = cachePath()
  spoil(path)
  const cache = openTestLedger(path)
  expect([...cache.readTimes().keys()]).toEqual([])
  cache.save('o1', { status: 'CREATED' }, 1)
  expect(cache.body('o1')).toMatchObject({ status: 'CREATED' })
})

/** Deleted files under `folder` that this process has open, on systems with `/proc`. */
function heldThoughDeleted(folder: string): readonly string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`)
      return target.startsWith(folder) && target.endsWith('(deleted)') ? [target] : []
    } catch {
      // The handle of the listing itself.
      return []
    }
  })
}

test('a damaged file is closed before it is deleted, because Windows deletes no open file', () => {
  const path = cachePath()
  zeroPage(path)
  openTestLedger(path)
  expect(heldThoughDeleted(dirname(path))).toEqual([])
})

test.each(['-wal', '-shm'])(
  'a folder in place of the cache’s %s is renamed, and the cache has its bodies',
  (suffix) => {
    const path = cachePath()
    filled(path)
    mkdirSync(join(`${path}${suffix}`, 'inside'), { recursive: true })
    const cache = openCache(path)
    if (!cache.ok) throw new Error(cache.message)
    expect([...cache.value.readTimes().keys()]).toHaveLength(200)
    cache.value.close()
    expect(existsSync(join(`${path}${suffix}.aside`, 'inside'))).toBe(true)
  },
)

test('an intact cache on a disk that refuses writes is reported, not changed, and shown from memory', () => {
  const path = cachePath()
  filled(path)
  const before = readFileSync(path)
  refuse('accessSync', 'EROFS', (file) => file === path)
  expect(openCache(path)).toMatchObject({ ok: false, code: 'read-only' })
  expect(readFileSync(path).equals(before)).toBe(true)
  const { cache } = cacheInMemory(path)
  expect([...cache.readTimes().keys()]).toHaveLength(200)
  cache.close()
})

test('a cache in memory takes nothing from a file that does not pass its check', () => {
  const path = cachePath()
  zeroPage(path)
  const { cache } = cacheInMemory(path)
  expect([...cache.readTimes().keys()]).toEqual([])
  cache.save('o1', { status: 'CREATED' }, 1)
  expect(cache.body('o1')).toMatchObject({ status: 'CREATED' })
  cache.close()
})

test('a purge returns how many bodies it changed or deleted, and does not change the others', () => {
  const result = openCacheStore(cachePath())
  if (!result.ok) throw new Error(result.message)
  const { cache, purge } = result.value
  onTestFinished(() => cache.close())
  const notes = { customer: { name: 'Ana' } }
  for (const orderId of ['forgotten', 'over', 'open']) cache.save(orderId, { id: orderId, ...notes }, 1)
  const kept = new Map<string, KeptPart>([
    ['over', 'no-texts'],
    ['forgotten', 'nothing'],
  ])
  const keptPart = (orderId: string) => kept.get(orderId) ?? 'all'
  expect(toTheEnd(purge(keptPart))).toBe(2)
  expect([...cache.readTimes().keys()]).toEqual(['open', 'over'])
  expect(cache.body('over')).toMatchObject({ id: 'over' })
  expect(cache.body('open')).toMatchObject({ id: 'open', ...notes })
  expect(toTheEnd(purge(keptPart))).toBe(0)
})

function filled(path: string): void {
  const cache = openTestLedger(path)
  for (let index = 0; index < 200; index += 1) cache.save(`o${index}`, { notes: 'n'.repeat(500) }, index)
  cache.close()
}

function zeroPage(path: string): void {
  filled(path)
  const bytes = readFileSync(path)
  bytes.fill(0, PAGE_BYTES, 8 * PAGE_BYTES)
  writeFileSync(path, bytes)
}

function garbleSchema(path: string): void {
  filled(path)
  const bytes = readFileSync(path)
  const name = bytes.indexOf('CREATE TABLE bodies')
  bytes.write('CREATE TABLE bobies', name, 'latin1')
  writeFileSync(path, bytes)
}

function makeNewer(path: string): void {
  filled(path)
  const db = rawDatabase(path)
  db.pragma('user_version = 9990')
  db.close()
}
