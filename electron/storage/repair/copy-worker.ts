import { parentPort, workerData } from 'node:worker_threads'
import { type CopyJob, renewCopies } from './backup.ts'

/** Program of the copy thread: records its start, does its one job, sends the result, and ends. */

// Only `renewCopiesAside` passes this.
const { ledgerPath, now, begun }: CopyJob = workerData
Atomics.store(begun, 0, 1)
parentPort?.postMessage(renewCopies(ledgerPath, now))
