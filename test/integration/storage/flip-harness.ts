import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openLedger } from '../../fixtures/databases.ts'
import { orderIdsOf, readEverything, writeDay } from './kitchen-day.ts'

/**
 * The effect of one flipped bit. `harmless`: no answer changes. `silent`: a wrong answer without a report, which is a
 * defect.
 */
type Outcome = 'refused' | 'reported' | 'harmless' | 'silent'

export type FlipFigures = {
  readonly flips: number
  readonly harmful: number
  readonly detected: number
  readonly silent: readonly string[]
  /** Flips that change a plain reading, but no answer of the repositories. */
  readonly survived: readonly string[]
}

/** In memory if the system has a file system there, because the harness writes the file thousands of times. */
const scratch = (): string => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'comanda-flips-'))

/** Small random numbers that a seed repeats (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Every row of every table, read without the program's checks. A flip that changes a row is harmful. */
function plainReading(path: string): string {
  try {
    const db = new Database(path, { readonly: true })
    try {
      const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
      return JSON.stringify(tables.toSorted().map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).raw().all()]))
    } finally {
      db.close()
    }
  } catch (error) {
    return String(error)
  }
}

const EMPTY_RUN_BYTES = 32

/** Offsets outside of long runs of zeros, because a flip in unused space has no effect and only takes time. */
function usedOffsets(bytes: Buffer): readonly number[] {
  const used: number[] = []
  let run = 0
  for (const [offset, byte] of bytes.entries()) {
    run = byte === 0 ? run + 1 : 0
    used.push(offset)
    if (run === EMPTY_RUN_BYTES) used.length -= EMPTY_RUN_BYTES
    else if (run > EMPTY_RUN_BYTES) used.length -= 1
  }
  return used
}

export type FlipOptions = { readonly orders: number; readonly wantedHarmful: number; readonly seed: number }

/**
 * Flips one random bit at a time in the file of a ledger with a day of orders, and reads everything through the
 * repositories. A flip is harmful if it changes a plain reading or an answer of the repositories.
 */
export function flipBits({ orders, wantedHarmful, seed }: FlipOptions): FlipFigures {
  const folder = scratch()
  const random = randomFrom(seed)
  const path = join(folder, 'ledger.db')
  const ids = orderIdsOf(orders)

  const ask = (truth: string | undefined): { outcome: Outcome; story: string } => {
    let reports = 0
    const opened = openLedger(path, () => (reports += 1))
    if (!opened.ok) return { outcome: 'refused', story: '' }
    try {
      const story = JSON.stringify(readEverything(opened.value, ids))
      if (reports > 0) return { outcome: 'reported', story }
      return { outcome: truth === undefined || story === truth ? 'harmless' : 'silent', story }
    } catch {
      return { outcome: 'reported', story: '' }
    } finally {
      opened.value.close()
    }
  }

  try {
    const first = openLedger(path)
    if (!first.ok) throw new Error(first.message)
    writeDay(first.value, orders)
    first.value.close()
    const whole = readFileSync(path)
    const used = usedOffsets(whole)
    const plain = plainReading(path)
    const { story: truth } = ask(undefined)
    const figures = { flips: 0, harmful: 0, detected: 0, silent: [] as string[], survived: [] as string[] }
    while (figures.harmful < wantedHarmful) {
      const at = used[random(used.length)] ?? 0
      const bit = random(8)
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
      writeFileSync(path, flipped)
      const isPlainlyHarmful = plainReading(path) !== plain
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
      const { outcome } = ask(truth)
      figures.flips += 1
      if (outcome === 'silent') figures.silent.push(`byte ${at} bit ${bit}`)
      if (isPlainlyHarmful || outcome === 'silent') {
        figures.harmful += 1
        if (outcome === 'refused' || outcome === 'reported') figures.detected += 1
        if (outcome === 'harmless') figures.survived.push(`byte ${at} bit ${bit}`)
      }
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
