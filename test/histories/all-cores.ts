import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

type HistoryRun = { readonly status: number | null; readonly output: string }

function runHistories(histories: number, seed: number, options: readonly string[]): Promise<HistoryRun> {
  const child = spawn(
    process.execPath,
    ['test/histories/run-histories.ts', '--histories', `${histories}`, '--seed', `${seed}`, ...options],
    { cwd: join(import.meta.dirname, '../..') },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })))
}

/** Runs the given number of histories in one process for each core, and prints the seed. */
export function runOnAllCores(
  histories: number,
  seed: number,
  options: readonly string[] = [],
): Promise<readonly HistoryRun[]> {
  const workers = availableParallelism()
  console.log(`${histories} histories by ${workers} workers, seed ${seed} (again: COMANDA_SEED=${seed})`)
  const share = Math.ceil(histories / workers)
  return Promise.all(Array.from({ length: workers }, (_, worker) => runHistories(share, seed + worker, options)))
}
