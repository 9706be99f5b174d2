import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { type OpenedScreenStore, openScreenStore } from '../../../electron/storage/screen-store.ts'
import { rawDatabase, tempFolder } from './test-ledger.ts'

const NOW = 5_000_000
const TAPS = 12
const IDS = Array.from({ length: TAPS }, (_, index) => `tap-${index}`)
const FRAME_BYTES = PAGE_BYTES + 24

function openTestLedger(path: string, damaged: string[] = []): OpenedScreenStore {
  const result = openScreenStore(path, NOW, ({ key }) => damaged.push(key))
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.store.close())
  return result.value
}

/** The files of a screen that was killed: its taps are in the log. */
function killed(): string {
  const source = join(tempFolder(), 'screen.db')
  const { store } = openTestLedger(source)
  store.saveFact('role', 'kitchen')
  for (const id of IDS) store.keep({ id, call: 'order:tap', orderId: 'o1', args: { id }, madeAt: NOW })
  const path = join(tempFolder(), 'screen.db')
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${source}${suffix}`, `${path}${suffix}`)
  return path
}

const idsOf = ({ store }: OpenedScreenStore): readonly string[] => store.items().map(({ id }) => id)

test('after a kill every tap is stored, and nothing is reported', () => {
  const found = openTestLedger(killed())
  expect(idsOf(found)).toEqual(IDS)
  expect(found.isLost).toBe(false)
})

test('a log that was deleted is reported', () => {
  const path = killed()
  rmSync(`${path}-wal`)
  expect(openTestLedger(path).isLost).toBe(true)
})

test('a damaged row is left out and reported once', () => {
  const path = killed()
  rawDatabase(path).exec("UPDATE kept SET args = '{}' WHERE id = 'tap-3'")
  const damaged: string[] = []
  const found = openTestLedger(path, damaged)
  expect(idsOf(found)).toEqual(IDS.filter((id) => id !== 'tap-3'))
  expect([found.isLost, damaged]).toEqual([true, ['tap-3']])
  found.store.close()
  const next = openTestLedger(path, damaged)
  expect([idsOf(next).length, next.isLost, damaged]).toEqual([TAPS - 1, false, ['tap-3']])
})

test('a file that is not a database is renamed with its log, and the store is new', () => {
  const path = killed()
  writeFileSync(path, 'x'.repeat(5_000))
  const found = openTestLedger(path)
  expect(found.isLost).toBe(true)
  found.store.keep({ id: 'new', call: 'order:tap', orderId: 'o2', args: null, madeAt: NOW })
  expect(idsOf(found)).toContain('new')
  expect(readdirSync(join(path, '..')).some((name) => name.startsWith('screen.db.damaged-'))).toBe(true)
})

test('the taps of damaged files are stored again for the next start', () => {
  const path = killed()
  truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 2 * FRAME_BYTES)
  const first = openTestLedger(path)
  const ids = idsOf(first)
  first.store.close()
  const next = openTestLedger(path)
  expect([idsOf(next), next.isLost]).toEqual([ids, false])
})

/** Whether the version in the header is one that a later program may write. */
const looksNewer = (file: Buffer): boolean => {
  const version = file.readUInt32BE(60)
  return version > 10 && version <= 10_000 && version % 10 === 0
}

test('property: after any flipped bits or any cut in file or log, a missing tap is reported', () => {
  const source = killed()
  const folder = tempFolder()
  const damage = fc.record({
    suffix: fc.constantFrom('', '-wal'),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    bits: fc.array(fc.record({ byte: fc.nat(20_000), mask: fc.integer({ min: 1, max: 255 }) }), { maxLength: 3 }),
    isCut: fc.boolean(),
  })
  let run = 0
  fc.assert(
    fc.property(damage, ({ suffix, at, bits, isCut }) => {
      run += 1
      const path = join(folder, String(run), 'screen.db')
      mkdirSync(join(path, '..'))
      for (const each of ['', '-wal', '-shm']) copyFileSync(`${source}${each}`, `${path}${each}`)
      const bytes = readFileSync(`${path}${suffix}`)
      const start = Math.floor(at * bytes.length)
      for (const { byte, mask } of bits) {
        const position = (start + byte) % bytes.length
        bytes[position] = (bytes[position] ?? 0) ^ mask
      }
      writeFileSync(`${path}${suffix}`, isCut ? bytes.subarray(0, start) : bytes)
      const written = readFileSync(path)
      const result = openScreenStore(path, NOW, () => undefined)
      if (!result.ok) {
        // Several flipped bits can make the version of a newer program: it is refused, and the file stays as it is.
        expect([result.code, looksNewer(written), readFileSync(path).equals(written)]).toEqual([
          'newer-version',
          true,
          true,
        ])
        rmSync(join(folder, String(run)), { recursive: true })
        return
      }
      const found = idsOf(result.value)
      result.value.store.close()
      rmSync(join(folder, String(run)), { recursive: true })
      expect(found.every((id) => IDS.includes(id))).toBe(true)
      if (found.length < TAPS) expect(result.value.isLost).toBe(true)
    }),
    {
      numRuns: 300,
      // Several flipped bits of the version: a multiple of ten that no program writes.
      examples: [[{ suffix: '', at: 0, bits: [{ byte: 61, mask: 230 }], isCut: false }]],
    },
  )
  expect(existsSync(source)).toBe(true)
})
