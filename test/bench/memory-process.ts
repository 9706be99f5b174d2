import { openKitchen } from '../../electron/composition/kitchen.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { MemoryFigures, MemoryStart } from './memory-figures.ts'

/**
 * `node --expose-gc memory-process.js JSON`: a station in its own process, with a window's reports. It taps each step of an
 * order at once until the hand-over. It prints a line of JSON with its memory after every `reportEvery` handed-over orders.
 */
const BYTES_PER_MB = 1_048_576
const STEPS: ReadonlySet<string> = new Set(['confirm', 'preparing', 'ready-for-pickup', 'delivered'])

const { folder, reportEvery, ...credentials } = JSON.parse(process.argv[2] ?? '') as MemoryStart
const station = openKitchen({
  folder,
  connection: () => Promise.resolve(ok({ ...credentials, scope: 'od.orders' })),
  settings: Promise.resolve({ pollIntervalSeconds: 1, undoSeconds: 0 }),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock: createSystemClock(),
  log: { info: () => undefined, warn: () => undefined, error: (event) => console.error(event) },
})

const known = new Set<string>()
const handedOver = new Set<string>()
let reported = 0

function report(): void {
  const { rss, heapTotal } = process.memoryUsage()
  globalThis.gc?.()
  const figures: MemoryFigures = {
    orders: handedOver.size,
    rss: rss / BYTES_PER_MB,
    reserved: heapTotal / BYTES_PER_MB,
    heap: process.memoryUsage().heapUsed / BYTES_PER_MB,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}

function tapNextStep(ticket: Ticket): void {
  const { orderId, lane, actions, tap } = ticket
  if (lane === 'done') handedOver.add(orderId)
  const step = actions.find((action) => STEPS.has(action))
  const isUnderWay = tap !== undefined && tap.truth !== 'confirmed' && tap.truth !== 'conflict'
  if (step === undefined || step === 'validateCode' || isUnderWay) return
  station.act({ orderId, action: step })
}

station.onDelta(({ changed }) => {
  const fresh = changed.filter(({ orderId, reading }) => reading === 'read' && !known.has(orderId))
  for (const { orderId } of fresh) known.add(orderId)
  setImmediate(() => {
    if (fresh.length > 0) station.shown(fresh.map(({ orderId }) => orderId))
    for (const ticket of changed) tapNextStep(ticket)
    if (handedOver.size < reported + reportEvery) return
    reported = handedOver.size - (handedOver.size % reportEvery)
    report()
  })
})
station.start()
report()
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
