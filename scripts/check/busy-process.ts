import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Keeps every core busy for as long as its parent runs. */

process.once('disconnect', () => process.exit())
for (let core = 0; core < availableParallelism(); core += 1) new Worker('for (;;);', { eval: true })
