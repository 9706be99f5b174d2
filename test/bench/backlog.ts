import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleProgram } from '../faults/core-bundle.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import type { BacklogFigures, BacklogStart } from './backlog-figures.ts'
import type { BenchOptions } from './bench-options.ts'
import { type FigureRow, summaryOf, tableOf } from './figure-table.ts'

const ORDERS = 500
const EVENTS_OF_AN_ORDER = 10
const SEED = 7
const REPEATS = 7
const LIMIT_MS = 2_000
/** Two polls are at least a second apart. */
const AFTER_FIRST_POLL_MS = 1_100

/** Measures a new process of `program` that receives one backlog. The practice platform runs in this process. */
async function receiveBacklog(program: string): Promise<BacklogFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-backlog-'))
  const platform = await startRecordedPlatform({ seed: SEED })
  const { apiUrl, clientId, clientSecret } = platform
  const start: BacklogStart = { folder, apiUrl, clientId, clientSecret, orders: ORDERS }
  const child = spawn(process.execPath, [program, JSON.stringify(start)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  const ids = Array.from({ length: ORDERS }, () => platform.place({ orderType: 'DELIVERY' }).id)
  for (const id of ids) {
    for (let event = 1; event < EVENTS_OF_AN_ORDER; event += 1) platform.courier(id, 'PICKUP_ONGOING')
  }
  await new Promise((resolve) => setTimeout(resolve, AFTER_FIRST_POLL_MS))
  child.stdin.write('poll\n')
  // The type is correct: the program of this folder writes the line.
  const figures = JSON.parse(String((await lines.next()).value)) as BacklogFigures
  child.stdin.end()
  await once(child, 'close')
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
  return figures
}

/** Measures a backlog of 5,000 events of 500 orders, from the poll to a board that has read all of them. */
export async function measureBacklog({ repeats }: BenchOptions): Promise<void> {
  const program = await bundleProgram('backlog-process', 'test/bench')
  const samples: BacklogFigures[] = []
  for (let index = 0; index < Math.min(repeats, REPEATS); index += 1) samples.push(await receiveBacklog(program))
  const row = (what: string, of: (figures: BacklogFigures) => number, limits: FigureRow['limits'] = {}): FigureRow => ({
    what,
    cpu: '×1',
    unit: 'ms',
    summary: summaryOf(samples.map(of)),
    limits,
  })
  console.log(`${ORDERS * EVENTS_OF_AN_ORDER} unacknowledged events of ${ORDERS} orders\n`)
  const rows = [
    row('poll → last order on the board', ({ tookMs }) => tookMs, { median: LIMIT_MS }),
    row('… processor time of the main thread', ({ processorMs }) => processorMs),
    row('… longest time between two turns of the event loop', ({ longestMs }) => longestMs),
  ]
  console.log(`${tableOf(rows)}\n`)
}
