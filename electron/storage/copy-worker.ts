import { parentPort, workerData } from 'node:worker_threads'
import { renewCopies } from './copies.ts'
import type { CopyJob, CopyReport } from './copy-thread.ts'

/** The thread's own program: says that it runs, does its one job, says how it went, and ends. */

const tell = (report: CopyReport): void => parentPort?.postMessage(report)

tell({ kind: 'begun' })
// Given by `renewCopiesAside` alone.
const { ledgerPath, now } = workerData as CopyJob
tell({ kind: 'done', result: renewCopies(ledgerPath, now) })
