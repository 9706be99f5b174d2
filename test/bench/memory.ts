import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundled } from '../faults/station-bundle.ts'
import { startRehearsalPlatform } from '../fixtures/rehearsal/platform.ts'
import type { MemoryFigures, MemoryStart } from './memory-figures.ts'

const ORDERS = 400
const REPORT_EVERY = 100
const SEED = 7
/** So many orders are in the kitchen at once. */
const OPEN = 40
const LOOK_MS = 200
const LIMIT_MS = 600_000
const LARGEST_MB = 200

/** Takes 400 orders through their lives in a new process of `program`. */
async function liveThrough(program: string): Promise<readonly MemoryFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-memory-'))
  const platform = await startRehearsalPlatform({ seed: SEED })
  const { apiUrl, clientId, clientSecret } = platform
  const start: MemoryStart = { folder, apiUrl, clientId, clientSecret, reportEvery: REPORT_EVERY }
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify(start)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const reports: MemoryFigures[] = []
  // The other end of the line is this folder's own program.
  createInterface({ input: child.stdout }).on('line', (line) => reports.push(JSON.parse(line) as MemoryFigures))

  const isOver = (id: string): boolean => ['DELIVERED', 'CONCLUDED'].includes(platform.model.order(id)?.status ?? '')
  const open = new Set<string>()
  let placed = 0
  const until = performance.now() + LIMIT_MS
  while ((reports.at(-1)?.orders ?? 0) < ORDERS) {
    if (performance.now() > until || child.exitCode !== null) throw new Error('The orders do not come to their end')
    for (const id of open) if (isOver(id)) open.delete(id)
    while (open.size < OPEN && placed < ORDERS) {
      open.add(platform.place({ orderType: 'TAKEOUT' }).id)
      placed += 1
    }
    await sleep(LOOK_MS)
  }
  child.stdin.end()
  await ended
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
  return reports
}

/**
 * Memory of the main process while 400 orders go through their lives. The station is alone in its process, bundled as the
 * app is; the practice platform runs in this one.
 */
export async function measureMemory(): Promise<void> {
  const program = await bundled('memory-process', 'test/bench')
  const rounded = (value: number): string => value.toFixed(1)
  console.log(`Memory of the station's process, in MB (wanted: at most ${LARGEST_MB} after ${ORDERS} orders)\n`)
  console.log('| orders handed over | RSS | heap that V8 has taken | heap in use after a collection |')
  console.log('| --- | --- | --- | --- |')
  for (const { orders, rss, reserved, heap } of await liveThrough(program)) {
    console.log(`| ${orders} | ${rounded(rss)} | ${rounded(reserved)} | ${rounded(heap)} |`)
  }
  console.log()
}
