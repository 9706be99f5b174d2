import { parentPort, workerData } from 'node:worker_threads'
import { renewCopies } from './copies.ts'
import type { CopyJob, CopyReport } from './copy-thread.ts'

/** Program of the copy thread: reports its start, does its one job, reports the result, and ends. */

const post = (report: CopyReport): void => parentPort?.postMessage(report)

post({ kind: 'begun' })
// Only `renewCopiesAside` passes this.
const { ledgerPath, now }: CopyJob = workerData
post({ kind: 'done', result: renewCopies(ledgerPath, now) })
