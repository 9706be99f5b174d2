import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const HISTORIES = Number(process.env.COMANDA_HISTORIES ?? 10_000)
const SEED = Number(process.env.COMANDA_SEED ?? Date.now() % 2_147_483_647)
/** Generous: the run is bounded by its number of histories. */
const TIME_LIMIT_MS = 6 * 60 * 60_000

function live(histories: number, seed: number): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(process.execPath, ['test/histories/run.ts', '--histories', `${histories}`, '--seed', `${seed}`], {
    cwd: join(import.meta.dirname, '../..'),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.on('exit', (status) => resolve({ status, said })))
}

it(`no invariant is violated in ${HISTORIES} generated histories`, { timeout: TIME_LIMIT_MS }, async () => {
  const workers = availableParallelism()
  console.log(`${HISTORIES} histories by ${workers} workers, seed ${SEED} (again: COMANDA_SEED=${SEED})`)
  const share = Math.ceil(HISTORIES / workers)
  const runs = await Promise.all(Array.from({ length: workers }, (_, worker) => live(share, SEED + worker)))
  for (const { status, said } of runs) expect(status, said).toBe(0)
})
