import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A process that keeps every core busy until its parent ends. */

process.once('disconnect', () => process.exit())
for (let core = 0; core < availableParallelism(); core += 1) new Worker('for (;;);', { eval: true })
