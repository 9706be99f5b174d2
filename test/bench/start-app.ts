import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleProgram } from '../faults/core-bundle.ts'
import { eventually, startKitchen } from '../fixtures/running-kitchen.ts'
import type { BenchOptions } from './bench-options.ts'
import { type FigureRow, summaryOf, tableOf } from './figure-table.ts'
import type { StartFigures } from './start-figures.ts'

const OPEN_ORDERS = 100
const SEED = 7
const FILL_TIMEOUT_MS = 60_000
const SETTLE_MS = 3_000
const STATUSES = ['CREATED', 'CONFIRMED', 'PREPARING', 'PREPARING', 'READY'] as const

/** Makes the databases of a kitchen with this number of open orders, which was stopped normally. */
async function fillProfile(folder: string, orders: number): Promise<void> {
  const kitchen = await startKitchen({ platform: { seed: SEED } })
  for (let index = 0; index < orders; index += 1) {
    kitchen.platform.place({ startsAs: STATUSES[index % STATUSES.length] ?? 'CREATED' })
  }
  const readTickets = () =>
    kitchen
      .core()
      .snapshot()
      .tickets.filter(({ reading }) => reading === 'read')
  await eventually('every order is read', () => readTickets().length === orders, FILL_TIMEOUT_MS)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await kitchen.core().stop()
  cpSync(kitchen.folder, folder, { recursive: true })
  await kitchen.end()
}

const run = promisify(execFile)

/**
 * Measures the work of the main process from `ready` to the first board that a window gets, with 100 open orders in both
 * databases by default. Each sample is a new process, bundled like the app, on the same profile.
 */
export async function measureStart({ repeats, orders }: BenchOptions): Promise<void> {
  for (const count of orders ?? [OPEN_ORDERS]) await measureStartWith(count, repeats)
}

async function measureStartWith(orders: number, repeats: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-start-'))
  const filled = join(folder, 'filled')
  const used = join(folder, 'used')
  const program = await bundleProgram('start-process', 'test/bench')
  await fillProfile(filled, orders)
  const samples: StartFigures[] = []
  for (let index = 0; index < repeats; index += 1) {
    cpSync(filled, used, { recursive: true })
    const { stdout } = await run(process.execPath, [program, used])
    // The type is correct: the program of this folder writes the line.
    const figures = JSON.parse(stdout) as StartFigures
    if (figures.orders !== orders) throw new Error(`The first board has ${figures.orders} orders`)
    samples.push(figures)
    rmSync(used, { recursive: true })
  }
  rmSync(folder, { recursive: true, force: true })

  const row = (what: string, of: (figures: StartFigures) => number, limits: FigureRow['limits'] = {}): FigureRow => ({
    what,
    cpu: '×1',
    unit: 'ms',
    summary: summaryOf(samples.map(of)),
    limits,
  })
  console.log(`The main process with ${orders} open orders\n`)
  const rows = [
    row('ready → first board of a window', ({ open, start, snapshot }) => open + start + snapshot, { median: 150 }),
    row('… opening the databases, making the tickets', ({ open }) => open),
    row('… starting the work', ({ start }) => start),
    row("… answering the window's call", ({ snapshot }) => snapshot),
    row('… processor time of the main thread', ({ mainThread }) => mainThread, { median: 150 }),
    row('… processor time of all threads', ({ allThreads }) => allThreads),
  ]
  console.log(`${tableOf(rows)}\n`)
}
