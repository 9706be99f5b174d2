import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openGivenKitchen } from '../faults/given-kitchen.ts'
import type { ConnectionsCommand, ConnectionsFigures, ConnectionsStart } from './connections-figures.ts'

/** `node connections-process.js JSON`: the product's kitchen with its connections, in its own process. */
const US_PER_MS = 1_000
const BYTES_PER_MB = 1_048_576
const KB_PER_MB = 1_024

// The type is correct: the program of this folder writes the argument.
const { pollIntervalSeconds, ...given } = JSON.parse(process.argv[2] ?? '') as ConnectionsStart
const core = await openGivenKitchen(
  { ...given, settings: { pollIntervalSeconds, undoSeconds: 0 } },
  { log: { info: () => undefined, warn: () => undefined, error: (event) => console.error(event) } },
)

let drawnAt: Record<string, number> = {}
core.onDelta(({ changed }) => {
  for (const { orderId, platformOrderId = orderId, reading } of changed)
    if (reading === 'read') drawnAt[platformOrderId] ??= performance.timeOrigin + performance.now()
})

/** Memory that the process wrote: without the program's files, which all processes of this test share. */
function writtenMemory(): number {
  const text = readFileSync('/proc/self/smaps_rollup', 'utf8')
  return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / KB_PER_MB
}
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let began = { processor: process.cpuUsage(), at: performance.now() }
const answers: Readonly<Record<ConnectionsCommand, () => unknown>> = {
  begin() {
    drawnAt = {}
    began = { processor: process.cpuUsage(), at: performance.now() }
    return {}
  },
  end(): ConnectionsFigures {
    const { user, system } = process.cpuUsage(began.processor)
    const tookMs = performance.now() - began.at
    collectGarbage()
    return {
      memory: writtenMemory(),
      heap: process.memoryUsage().heapUsed / BYTES_PER_MB,
      processorMs: (user + system) / US_PER_MS,
      tookMs,
      drawnAt,
      orders: core.snapshot().tickets.length,
    }
  },
}

core.start()
const input = createInterface({ input: process.stdin })
input.once('close', () => process.exit(0))
input.on('line', (line) => {
  // The type is correct: the program of this folder writes the lines.
  process.stdout.write(`${JSON.stringify(answers[line as ConnectionsCommand]())}\n`)
})
