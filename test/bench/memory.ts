import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProgram } from '../faults/station-bundle.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import type { MemoryFigures, MemoryStart } from './memory-figures.ts'

const ORDERS = 400
const REPORT_EVERY = 100
const SEED = 7
/** Orders that are in the kitchen at the same time. */
const OPEN = 40
const CHECK_INTERVAL_MS = 200
const TIMEOUT_MS = 600_000

/** Processes 400 orders from arrival to hand-over in a new process of `program`. */
async function processOrders(program: string): Promise<readonly MemoryFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-memory-'))
  const platform = await startRecordedPlatform({ seed: SEED })
  const { apiUrl, clientId, clientSecret } = platform
  const start: MemoryStart = { folder, apiUrl, clientId, clientSecret, reportEvery: REPORT_EVERY }
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify(start)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const reports: MemoryFigures[] = []
  // The type is correct: the program of this folder writes the lines.
  createInterface({ input: child.stdout }).on('line', (line) => reports.push(JSON.parse(line) as MemoryFigures))

  const isFinished = (id: string): boolean =>
    ['DELIVERED', 'CONCLUDED'].includes(platform.model.order(id)?.status ?? '')
  const open = new Set<string>()
  let placed = 0
  const until = performance.now() + TIMEOUT_MS
  while ((reports.at(-1)?.orders ?? 0) < ORDERS) {
    if (performance.now() > until || child.exitCode !== null) throw new Error('The orders were not handed over in time')
    for (const id of open) if (isFinished(id)) open.delete(id)
    while (open.size < OPEN && placed < ORDERS) {
      open.add(platform.place({ orderType: 'TAKEOUT' }).id)
      placed += 1
    }
    await sleep(CHECK_INTERVAL_MS)
  }
  child.stdin.end()
  await ended
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
  return reports
}

/**
 * Measures the memory of the station while it processes 400 orders. The station has its own process and is bundled like the
 * app; the practice platform runs in this process.
 */
export async function measureMemory(): Promise<void> {
  const program = await bundleProgram('memory-process', 'test/bench')
  const rounded = (value: number): string => value.toFixed(1)
  console.log(`Memory of the station's process, in MB\n`)
  console.log('| orders handed over | RSS | heap reserved by V8 | heap in use after a collection |')
  console.log('| --- | --- | --- | --- |')
  for (const { orders, rss, reserved, heap } of await processOrders(program)) {
    console.log(`| ${orders} | ${rounded(rss)} | ${rounded(reserved)} | ${rounded(heap)} |`)
  }
  console.log()
}
