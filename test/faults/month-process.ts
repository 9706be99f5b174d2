import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { openCore } from '../../electron/composition/open-core.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { isCodeCheck } from '../../shared/order/lifecycle.ts'
import { ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { createRecordedMemoryPlatform, type RecordedMemoryPlatform } from '../fixtures/platform/memory-platform.ts'
import { createVirtualClock } from '../fixtures/virtual-clock.ts'
import type { DayFigures, MonthStart } from './month-messages.ts'

/**
 * `node --expose-gc month-process.ts JSON`: runs the composed core on a virtual clock for a number of days, with a window
 * that reports what it draws. Prints a line of JSON after each night. A new practice platform replaces the old one
 * each night, so that the memory of the platform is not measured.
 */
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** In São Paulo: 4:00, when the business day and its quiet window begin. */
const BEGAN_AT = Date.parse('2026-03-02T07:00:00Z')
/** Less than every time limit of a copy. */
const PIECE_MS = 15 * SECOND_MS
const OPENS_AFTER_MS = 6 * HOUR_MS
const OPEN_MS = 14 * HOUR_MS
const OUTAGE_MS = 10 * MINUTE_MS
const NIGHT_MS = 30 * MINUTE_MS
const CREDENTIALS = { hash: 'soak', clientId: 'soak', clientSecret: 'soak-secret' }
/** Time from one step of an order to the next tap. */
const STEP_MS: Readonly<Record<string, number>> = {
  confirm: 20 * SECOND_MS,
  preparing: MINUTE_MS,
  'ready-for-pickup': 8 * MINUTE_MS,
  delivered: 5 * MINUTE_MS,
}
const CANCEL_EVERY = 20
const STRIKE_EVERY = 3

const { folder, days, ordersADay, pollSeconds } = JSON.parse(process.argv[2] ?? '') as MonthStart
const clock = createVirtualClock(BEGAN_AT)

/** The copies of the ledger are made on threads, in real time: the virtual clock waits for them. */
const threads = new Set<Worker>()
process.on('worker', (thread: Worker) => {
  threads.add(thread)
  thread.once('exit', () => threads.delete(thread))
})
async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= PIECE_MS) {
    await clock.advance(Math.min(left, PIECE_MS))
    for (const thread of threads) await once(thread, 'exit')
    await turn()
  }
}

const platformOf = (seed: number): RecordedMemoryPlatform =>
  createRecordedMemoryPlatform({
    ...CREDENTIALS,
    seed,
    now: clock.now,
    wait: (ms) =>
      new Promise((resolve) => {
        clock.setTimer(ms, resolve)
      }),
  })
let platform = platformOf(1)
let polls = 0
let handedOver = 0
let errors: string[] = []
const { apiUrl } = platform

const core = openCore({
  folder,
  connection: () => Promise.resolve(ok({ apiUrl, ...CREDENTIALS, scope: 'od.orders' })),
  settings: Promise.resolve({ undoSeconds: 5, pollIntervalSeconds: pollSeconds }),
  fetch: fetchOver((url, init) => {
    if (url.includes('polling')) polls += 1
    return platform.fetch(url, {
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
    })
  }),
  isOnline: () => true,
  clock: { ...createSystemClock(clock.readings()), setTimer: clock.setTimer },
  log: { info: () => undefined, warn: () => undefined, error: (event) => errors.push(event) },
})

const later = (ms: number, task: () => void): void => void clock.setTimer(ms, task)
/** Orders with a planned tap. */
const planned = new Set<string>()
const done = new Set<string>()

function take(ticket: Ticket): void {
  const { orderId, status, lane, actions, tap } = ticket
  if (lane === 'done' && !done.has(orderId)) {
    done.add(orderId)
    handedOver += 1
  }
  if (status === 'CANCELLED') core.acknowledgeCancellation(orderId)
  const step = actions.find((action) => STEP_MS[action] !== undefined)
  const isUnderWay = tap !== undefined && tap.truth !== 'confirmed' && tap.truth !== 'conflict'
  if (step === undefined || isCodeCheck(step) || isUnderWay || planned.has(orderId)) return
  planned.add(orderId)
  later(STEP_MS[step] ?? 0, () => {
    planned.delete(orderId)
    core.act({ orderId, action: step })
  })
}

/** Simulates a window: reports the tickets that it would draw. */
core.onDelta(({ version, changed }) => {
  later(100, () => {
    core.shown(changed.map(({ orderId }) => orderId))
    core.drawn(
      changed.map(({ orderId }) => orderId),
      version,
    )
    for (const ticket of changed) take(ticket)
  })
})

async function liveDay(day: number): Promise<DayFigures> {
  await advance(OPENS_AFTER_MS - NIGHT_MS)
  const pause = OPEN_MS / ordersADay
  for (let order = 0; order < ordersADay; order += 1) {
    const { id } = platform.place({ orderType: 'TAKEOUT' })
    if (order % CANCEL_EVERY === 1)
      later(5 * MINUTE_MS, () => platform.cancel(id, 'CONSUMER_CANCELLATION_REQUESTED', 'x'))
    if (order % STRIKE_EVERY === 1) {
      later(3 * MINUTE_MS, () => {
        const ticket = core.tickets().find(({ orderId }) => orderId === id)
        const [line] = ticket?.lines ?? []
        if (line !== undefined) core.strikeLine(id, line.lineId, true)
      })
    }
    if (order === Math.floor(ordersADay / 2)) {
      platform.beginOutage()
      later(OUTAGE_MS, () => platform.endOutage())
    }
    await advance(pause)
  }
  // Until the business day is over.
  await advance(DAY_MS - OPENS_AFTER_MS - pause * ordersADay)
  platform = platformOf(day + 2)
  planned.clear()
  done.clear()
  await advance(NIGHT_MS)
  // A window that is opened in the morning.
  core.snapshot()
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc?.()
    await turn()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const figures = {
    day,
    heap: heapUsed + external,
    rss,
    tickets: core.tickets().length,
    handedOver,
    polls,
    errors,
  }
  errors = []
  return figures
}

core.start()
await advance(NIGHT_MS)
for (let day = 0; day < days; day += 1) {
  process.stdout.write(`${JSON.stringify(await liveDay(day))}\n`)
}
await core.stop()
process.exit(0)
