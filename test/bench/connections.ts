import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProgram } from '../faults/core-bundle.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import type { ConnectionsCommand, ConnectionsFigures, ConnectionsStart } from './connections-figures.ts'
import { summaryOf } from './figure-table.ts'

const CONNECTIONS = [1, 2, 4, 8] as const
const MS_PER_SECOND = 1_000
const POLL_SECONDS = 30
/** Each connection polls at least once meanwhile. */
const IDLE_MS = 31_000
const SETTLE_MS = 8_000
const ORDERS = 300
const ARRIVALS = 50
const BETWEEN_ARRIVALS_MS = 500
const READ_WITHIN_STEPS = 120
/** Of each further connection. */
const LIMITS = { memory: 12, busy: 0.2 } as const

/** A kitchen in its own process, and its platforms in this one. */
async function openKitchen(program: string, connections: number, pollIntervalSeconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-connections-'))
  const platforms = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      startRecordedPlatform({ seed: index + 1, clientId: `kitchen-${index}` }),
    ),
  )
  const start: ConnectionsStart = {
    folder,
    pollIntervalSeconds,
    connections: platforms.map(({ apiUrl, clientId, clientSecret }) => ({ apiUrl, clientId, clientSecret })),
  }
  const child = spawn(process.execPath, [program, JSON.stringify(start)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    platforms,
    // The type is correct: the program of this folder writes the lines.
    send: async <T>(command: ConnectionsCommand): Promise<T> => {
      child.stdin.write(`${command}\n`)
      return JSON.parse(String((await lines.next()).value)) as T
    },
    async end(): Promise<void> {
      child.stdin.end()
      await once(child, 'close')
      for (const platform of platforms) await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function measureIdle(program: string, connections: number) {
  const kitchen = await openKitchen(program, connections, POLL_SECONDS)
  await sleep(SETTLE_MS)
  await kitchen.send('begin')
  await sleep(IDLE_MS)
  const { memory, heap, processorMs, tookMs } = await kitchen.send<ConnectionsFigures>('end')
  await kitchen.end()
  return { connections, memory, heap, busy: (100 * processorMs) / tookMs }
}

/** From the answer of the poll to the message that has the read order, in ms. */
function delaysOf(
  platforms: readonly RecordedPlatform[],
  placed: readonly string[],
  drawnAt: ConnectionsFigures['drawnAt'],
) {
  return platforms.flatMap(({ model, requestLog }) => {
    const polls = requestLog.requestsTo('poll')
    return model.events().flatMap(({ orderId, eventId, eventType }) => {
      if (eventType !== 'CREATED' || !placed.includes(orderId)) return []
      const answeredAt = polls.find(({ delivered }) => delivered.includes(eventId))?.answeredAt ?? Number.NaN
      return (drawnAt[orderId] ?? Number.NaN) - answeredAt
    })
  })
}

async function measureArrivals(program: string, connections: number) {
  const kitchen = await openKitchen(program, connections, 1)
  const platformAt = (index: number) => kitchen.platforms[index % connections]
  for (let index = 0; index < ORDERS; index += 1) platformAt(index)?.place({ startsAs: 'PREPARING' })
  let orders = 0
  for (let step = 0; step < READ_WITHIN_STEPS && orders < ORDERS; step += 1) {
    await sleep(500)
    orders = Object.keys((await kitchen.send<ConnectionsFigures>('end')).drawnAt).length
  }
  // What the polls of each second cost without an arrival.
  await kitchen.send('begin')
  await sleep(SETTLE_MS)
  const quiet = await kitchen.send<ConnectionsFigures>('end')
  await kitchen.send('begin')
  const placed: string[] = []
  for (let index = 0; index < ARRIVALS; index += 1) {
    placed.push(platformAt(index)?.place().id ?? '')
    await sleep(BETWEEN_ARRIVALS_MS)
  }
  await sleep(SETTLE_MS / 4)
  const { drawnAt, processorMs, tookMs } = await kitchen.send<ConnectionsFigures>('end')
  const summary = summaryOf(delaysOf(kitchen.platforms, placed, drawnAt))
  await kitchen.end()
  const busyMs = processorMs - (quiet.processorMs / quiet.tookMs) * tookMs
  return { connections, orders, polls: quiet.processorMs / quiet.tookMs, arrival: busyMs / ARRIVALS, ...summary }
}

/**
 * Measures what further connections cost: memory and idle processor with polls every 30 s, and how long an order is on its way from
 * the answer of its poll to the message to the windows, with 300 open orders. The idle kitchens run beside each other.
 */
export async function measureConnections(): Promise<void> {
  const program = await bundleProgram('connections-process', 'test/bench')
  const idle = await Promise.all(CONNECTIONS.map((connections) => measureIdle(program, connections)))
  console.log(`Connections of one kitchen, polls every ${POLL_SECONDS} s\n`)
  console.log('| connections | memory, MB | heap, MB | processor, % of a core |')
  console.log('| --- | --- | --- | --- |')
  for (const { connections, memory, heap, busy } of idle)
    console.log(`| ${connections} | ${memory.toFixed(1)} | ${heap.toFixed(1)} | ${busy.toFixed(2)} |`)
  const [one, last] = [idle[0], idle.at(-1)]
  if (one !== undefined && last !== undefined) {
    const each = (of: (figures: (typeof idle)[number]) => number) =>
      (of(last) - of(one)) / (last.connections - one.connections)
    const [memory, busy] = [each((figures) => figures.memory), each((figures) => figures.busy)]
    console.log(
      `| each further one | ${memory.toFixed(1)} (≤${LIMITS.memory}) | | ${busy.toFixed(2)} (≤${LIMITS.busy}) |\n`,
    )
  }
  console.log(
    '| connections | open orders | processor of each arrival, ms | polls of each second, ms | poll answered → message with the read order, median / p98, ms | repeats |',
  )
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const connections of [1, 4]) {
    const { orders, polls, arrival, median, p98, count } = await measureArrivals(program, connections)
    const [each, second] = [arrival.toFixed(1), (polls * MS_PER_SECOND).toFixed(1)]
    console.log(
      `| ${connections} | ${orders} | ${each} | ${second} | ${median.toFixed(1)} / ${p98.toFixed(1)} | ${count} |`,
    )
  }
  console.log()
}
