import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export const HISTORY_SEED = Number(process.env.COMANDA_SEED ?? Date.now() % 2_147_483_647)

type Lived = { readonly status: number | null; readonly said: string }

function live(histories: number, seed: number, options: readonly string[]): Promise<Lived> {
  const child = spawn(
    process.execPath,
    ['test/histories/run.ts', '--histories', `${histories}`, '--seed', `${seed}`, ...options],
    { cwd: join(import.meta.dirname, '../..') },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.on('exit', (status) => resolve({ status, said })))
}

/** Runs the given number of histories in one process for each core, and prints the seed. */
export function liveOnAllCores(
  histories: number,
  seed: number,
  options: readonly string[] = [],
): Promise<readonly Lived[]> {
  const workers = availableParallelism()
  console.log(`${histories} histories by ${workers} workers, seed ${seed} (again: COMANDA_SEED=${seed})`)
  const share = Math.ceil(histories / workers)
  return Promise.all(Array.from({ length: workers }, (_, worker) => live(share, seed + worker, options)))
}
