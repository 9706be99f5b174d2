import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { backupsOf, renewCopiesAside } from '../../../electron/storage/repair/backup.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

/** A new ledger without data. */
function newLedger(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'ledger.db')
  const db = new Database(path)
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  db.close()
  return path
}
/** A program for the thread, in place of the product's. */
const program = (...steps: readonly string[]): URL => {
  const source = ["import { parentPort, workerData } from 'node:worker_threads'", ...steps].join(';')
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}
const BEGUN = 'Atomics.store(workerData.begun, 0, 1)'
const done = (value: string): string => `parentPort.postMessage({ ok: true, value: ${value} })`
const unexpected = (error: unknown): never => {
  throw error
}
/** The end of the next thread that is started. It comes after the thread's result. */
const nextThreadEnds = (): Promise<unknown> =>
  new Promise((resolve) => {
    const onThread = (message: unknown): void => {
      unsubscribe('worker_threads', onThread)
      const { worker } = message as { readonly worker: Worker }
      worker.once('exit', resolve)
    }
    subscribe('worker_threads', onThread)
  })
const times = (path: string): readonly number[] => backupsOf(path).map(({ at }) => at)

test('the work of the thread is not repeated on this thread', async () => {
  const path = newLedger()
  const reasons: unknown[] = []
  const onNoThread = (error: unknown) => reasons.push(error)
  const ended = nextThreadEnds()
  expect(await renewCopiesAside(path, NOW, { onNoThread, program: program(done("'done'")) })).toMatchObject({
    ok: true,
  })
  await ended
  expect(reasons).toEqual([])
  expect(times(path)).toEqual([])
})

test('without a thread the copy is made on this thread, once, and the reason is reported once', async () => {
  const path = newLedger()
  const reasons: unknown[] = []
  const onNoThread = (error: unknown) => reasons.push(error)
  const ended = nextThreadEnds()
  const nowhere = pathToFileURL(join(dirname(path), 'no-such-program.js'))
  expect(await renewCopiesAside(path, NOW, { onNoThread, program: nowhere })).toMatchObject({ ok: true })
  await ended
  expect(reasons.map(String)).toEqual([expect.stringContaining('no-such-program.js')])
  expect(times(path)).toEqual([NOW])
})

test('a thread that ends before it begins counts as no thread', async () => {
  const path = newLedger()
  const reasons: unknown[] = []
  const ended = program()
  await renewCopiesAside(path, NOW, { onNoThread: (error) => reasons.push(error), program: ended })
  expect(reasons.map(String)).toEqual(['Error: The thread for copies ended with 0'])
  expect(await renewCopiesAside(path, NOW + 1, { program: ended })).toMatchObject({ ok: true })
  expect(times(path)).toEqual([NOW + 1, NOW])
})

test.each([
  ['throws', [BEGUN, "throw new Error('a defect')"], 'a defect'],
  ['ends without a result', [BEGUN], 'The thread for copies ended with 0'],
])(
  'a thread that begins and then %s is a defect, and its work is not repeated on this thread',
  async (_how, steps, words) => {
    const path = newLedger()
    await expect(renewCopiesAside(path, NOW, { onNoThread: unexpected, program: program(...steps) })).rejects.toThrow(
      words,
    )
    expect(times(path)).toEqual([])
  },
)
