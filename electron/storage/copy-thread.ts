import { Worker } from 'node:worker_threads'
import type { Result } from '../../shared/result.ts'
import type { Backup } from './backup.ts'
import { renewCopies } from './copies.ts'
import type { StorageTrouble } from './trouble.ts'

export type CopyJob = {
  readonly ledgerPath: string
  readonly now: number
  /** One value, which the thread sets to 1 when it begins. A message could arrive after the thread's error. */
  readonly begun: Int32Array<SharedArrayBuffer>
}

/** In the folder of this file, in the sources and in the bundle (electron.vite.config.ts). */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './copy-worker.ts' : './copy-worker.js', import.meta.url)

type CopyThreadOptions = {
  /** Called with the reason when the thread cannot be started. */
  readonly onNoThread?: ((error: unknown) => void) | undefined
  readonly program?: URL
}

/**
 * Like `renewCopies`, on its own thread. Copying and checking the ledger of a long day takes a tenth of a second or more.
 * On the main thread, polls and taps would wait for that time (docs/reliability.md has the figures). When no thread can
 * be started, the copy is made here: a pause is better than no backup. Rejects on a defect.
 */
export function renewCopiesAside(
  ledgerPath: string,
  now: number,
  { onNoThread, program = PROGRAM }: CopyThreadOptions = {},
): Promise<Result<Backup, StorageTrouble>> {
  const job: CopyJob = { ledgerPath, now, begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const copyAfter = (error: unknown): Promise<Result<Backup, StorageTrouble>> => {
    onNoThread?.(error)
    return copyHere(ledgerPath, now)
  }
  let thread: Worker
  try {
    thread = new Worker(program, { workerData: job, name: 'ledger-copies', execArgv: [] })
  } catch (error) {
    // A system without a free thread fails at once.
    return copyAfter(error)
  }
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = (error: unknown): void => {
      if (isOver) return
      isOver = true
      if (Atomics.load(job.begun, 0) === 1) reject(error)
      else resolve(copyAfter(error))
    }
    thread.on('message', (result: Result<Backup, StorageTrouble>) => {
      isOver = true
      resolve(result)
    })
    thread.on('error', end)
    thread.on('exit', (code) => end(new Error(`The thread for copies ended with ${code}`)))
  })
}

const copyHere = async (ledgerPath: string, now: number): Promise<Result<Backup, StorageTrouble>> =>
  renewCopies(ledgerPath, now)
