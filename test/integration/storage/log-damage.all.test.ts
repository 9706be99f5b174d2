import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { committedFrames, framesPromised, type LogFile, readLog } from '../../../electron/storage/log-file.ts'
import { recoverLedger } from '../../../electron/storage/repair/recover-ledger.ts'
import { event, openTestLedger, tempFolder } from './test-ledger.ts'

const PAGE = PAGE_BYTES
const FRAME = PAGE + 24
const HEADER = 32
const EVENTS = 30

type Files = { readonly main: Buffer; readonly log: Buffer; readonly index: Buffer }

/** The three files of an open ledger. Each event is one transaction. */
function running(): Files {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  for (let index = 0; index < EVENTS; index += 1) {
    ledger.receiveEvents([event(`e${String(index).padStart(3, '0')}`, 'o1')], [], 'poll', 1_000 + index)
  }
  return {
    main: readFileSync(path),
    log: readFileSync(`${path}-wal`),
    index: readFileSync(`${path}-shm`),
  }
}

function started(files: Partial<Files>): { readonly repaired: string; readonly events: readonly string[] } {
  const folder = join(tempFolder(), String(Math.random()))
  mkdirSync(folder)
  const path = join(folder, 'ledger.db')
  if (files.main) writeFileSync(path, files.main)
  if (files.log) writeFileSync(`${path}-wal`, files.log)
  if (files.index) writeFileSync(`${path}-shm`, files.index)
  const result = recoverLedger(path, { now: 5_000 })
  if (!result.ok) throw new Error(result.message)
  const { ledger, repair } = result.value
  const events = ledger.decidingEvents('o1').map(({ eventId }) => eventId)
  ledger.close()
  rmSync(folder, { recursive: true })
  return { repaired: repair.repaired, events }
}

const wal = (log: Buffer): LogFile => {
  const read = readLog(log, PAGE)
  if (!read) throw new Error('no log')
  return read
}

test('the log is read as SQLite reads it: every frame is valid, and the index has the same frames', () => {
  const { log, index } = running()
  const read = wal(log)
  expect(read.state).toBe('whole')
  expect(read.frames).toHaveLength((log.length - HEADER) / FRAME)
  expect(committedFrames(read)).toBe(read.frames.length)
  expect(framesPromised(index, read.salt)).toBe(read.frames.length)
})

test('property: a log that a power cut ends at any byte contains the earlier commits in order, and needs no repair', () => {
  const { main, log } = running()
  fc.assert(
    fc.property(fc.nat({ max: log.length }), (length) => {
      const { repaired, events } = started({ main, log: log.subarray(0, length) })
      expect(repaired).toBe('none')
      expect(events).toEqual(Array.from(events, (_, index) => `e${String(index).padStart(3, '0')}`))
      const frames = wal(log).frames.slice(0, Math.max(0, Math.floor((length - HEADER) / FRAME)))
      // The first transaction counts the run; the others are the events.
      const commits = frames.filter(({ pagesAfterCommit }) => pagesAfterCommit > 0).length
      expect(events).toHaveLength(Math.max(0, commits - 1))
    }),
    { numRuns: 40 },
  )
})

/** The beginning of the last transaction. */
const lastTransactionOf = ({ frames }: LogFile): number =>
  frames.slice(0, -1).findLastIndex(({ pagesAfterCommit }) => pagesAfterCommit > 0) + 1

test('a torn last transaction, as after a power cut before a flush, needs no repair', () => {
  const { main, log } = running()
  const { frames } = wal(log)
  const lastBegins = lastTransactionOf(wal(log))
  expect(frames.length - lastBegins).toBeGreaterThan(2)
  const torn = Buffer.from(log)
  torn.fill(0, HEADER + (lastBegins + 1) * FRAME, HEADER + (lastBegins + 2) * FRAME)
  expect(wal(torn).state).toBe('torn')
  const { repaired, events } = started({ main, log: torn })
  expect(repaired).toBe('none')
  expect(events).toHaveLength(EVENTS - 1)
})

test('property: one flipped bit in the log loses at most the commit of the last transaction', () => {
  const { main, log, index } = running()
  const lastBegins = HEADER + lastTransactionOf(wal(log)) * FRAME
  fc.assert(
    fc.property(fc.nat({ max: log.length - 1 }), fc.nat({ max: 7 }), fc.boolean(), (at, bit, hasIndex) => {
      const flipped = Buffer.from(log)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      const { repaired, events } = started({ main, log: flipped, ...(hasIndex ? { index } : {}) })
      // The other rows of a damaged page are newer in this page than in any other place.
      expect(events.length).toBeGreaterThanOrEqual(EVENTS - 1)
      if (repaired === 'none') expect(at).toBeGreaterThanOrEqual(lastBegins)
    }),
    { numRuns: 60 },
  )
})

test('a flipped bit in the last transaction is also detected when the log has its index', () => {
  const { main, log, index } = running()
  const flipped = Buffer.from(log)
  flipped[log.length - 100] = (flipped[log.length - 100] ?? 0) ^ 1
  expect(started({ main, log: flipped, index }).repaired).toBe('salvaged')
  expect(started({ main, log: flipped }).repaired).toBe('none')
})

test('neither the files of a refused ledger nor its log are changed', () => {
  const folder = tempFolder()
  const { main, log } = running()
  const path = join(folder, 'ledger.db')
  const rotten = Buffer.from(log)
  rotten.fill(0xa5, HEADER + 2 * FRAME + 30, HEADER + 2 * FRAME + 60)
  writeFileSync(path, main)
  writeFileSync(`${path}-wal`, rotten)
  copyFileSync(path, join(folder, 'before'))
  const result = recoverLedger(path, { now: 5_000 })
  if (!result.ok) throw new Error(result.message)
  onTestFinished(() => result.value.ledger.close())
  const aside = result.value.repair.quarantine ?? ''
  expect(readFileSync(join(aside, 'ledger.db')).equals(main)).toBe(true)
  expect(readFileSync(join(aside, 'ledger.db-wal')).equals(rotten)).toBe(true)
})
