import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createPlatformClient } from '../../../electron/platform/client.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { createStation } from '../../../electron/station/station.ts'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { LEDGER_FILE, openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { startUpkeep } from '../../../electron/upkeep/upkeep.ts'
import { ok } from '../../../shared/result.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { printFigure } from '../../fixtures/figures.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { event, newTap, read, tempFolder } from '../storage/test-ledger.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const INTERVAL_MS = SECOND
/** Printed, not compared: a poll may wait for a copy or a purge. */
const TOLERANCE_MS = 3 * SECOND
/** Each station makes a copy and a purge every second, as if an hour had passed. */
const UPKEEP_PACE = HOUR / SECOND
const STATIONS = 2
const SECONDS = Number(process.env.COMANDA_UPKEEP_SECONDS ?? 12)
/** Each order has nine rows. */
const ORDERS = 1_300
const MIN_ROWS = 10_000
const LEAST_COPIES = 3

/** The number of taps that a person can make. Taps on the whole board would measure the test and not the station. */
const TAPS_A_ROUND = 2

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A week of finished orders, so that each purge removes the texts of some orders and deletes others. */
function putWeek(path: string, until: number): void {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const ledger = ledgerOn(db)
  for (let index = 0; index < ORDERS; index += 1) {
    const orderId = `order-${index}`
    const at = until - Math.round(((index + 1) / ORDERS) * 7 * DAY)
    const metadata = { code: 'OTHER', reason: 'changed her mind' }
    ledger.receiveEvents([event(`${orderId}-a`, orderId), event(`${orderId}-b`, orderId, { metadata })], [], 'poll', at)
    ledger.markAcknowledged([`${orderId}-a`, `${orderId}-b`], at)
    ledger.recordRead(read(orderId, 'CONFIRMED', at, { generation: 1 }))
    ledger.addTap(newTap(`${orderId}-t`, orderId, { tappedAt: at, holdUntil: at }))
    const settlements = [{ tapId: `${orderId}-t`, state: 'confirmed', settledAt: at, onlyFrom: ['queued'] }]
    ledger.recordRead(read(orderId, 'DELIVERED', at, { generation: 1, settlements }))
  }
  db.prepare('VACUUM INTO ?').run(path)
  db.close()
}

function rowsOf(path: string): number {
  const db = new Database(path, { readonly: true })
  try {
    return db.prepare<[], number>('SELECT sum(number) FROM row_counts').pluck().get() ?? 0
  } finally {
    db.close()
  }
}

/** Counts the purges and copies that were made. */
function watched(storage: Storage) {
  const done = { purges: 0, changes: 0, copies: 0, refused: 0, copyMs: [] as number[], purgeMs: [] as number[] }
  const keeping: Pick<Storage, 'purge' | 'optimize' | 'renewCopies'> = {
    optimize: storage.optimize,
    purge(now) {
      const began = performance.now()
      const purged = storage.purge(now)
      done.purgeMs.push(performance.now() - began)
      done.purges += 1
      done.changes += purged.changes
      return purged
    },
    async renewCopies(now) {
      const began = performance.now()
      const renewed = await storage.renewCopies(now)
      done.copyMs.push(performance.now() - began)
      if (renewed.ok) done.copies += 1
      else done.refused += 1
      return renewed
    },
  }
  return { done, keeping }
}

async function kitchenAtWork() {
  const clock = createSystemClock()
  const log = createMemoryLog()
  const platform = await startRecordedPlatform()
  const folder = tempFolder()
  const path = join(folder, LEDGER_FILE)
  putWeek(path, clock.platform())
  const openTestLedger = openStorage(folder, { now: clock.platform() })
  if (!openTestLedger.ok) throw new Error(openTestLedger.message)
  const storage = openTestLedger.value
  const polls: number[] = []
  const noted: WebFetch = (url, init) => {
    if (url.endsWith('/events:polling')) polls.push(performance.now())
    return fetch(url, init)
  }
  const { apiUrl, clientId, clientSecret } = platform
  const { ledger, cache } = storage
  const station = createStation({
    ledger,
    cache,
    client: createPlatformClient({
      fetch: fetchOver(noted),
      connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
      dialect: () => ledger.facts.settings.get().dialect,
      now: clock.wall,
      monotonicNow: clock.monotonic,
      log,
    }),
    clock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    log,
    isOnline: () => true,
  })
  station.changeSettings({ pollIntervalSeconds: INTERVAL_MS / SECOND, undoSeconds: 0, doneLaneMinutes: 1 })
  station.start()
  const { done, keeping } = watched(storage)
  const beganAt = clock.platform()
  const upkeep = startUpkeep({
    storage: keeping,
    clock: {
      wall: clock.wall,
      setTimer: (delayMs, task) => clock.setTimer(delayMs / UPKEEP_PACE, task),
    },
    expiryTime: () => beganAt + (clock.platform() - beganAt) * UPKEEP_PACE,
    removeOldLogs: async () => undefined,
    log,
    onDamaged: () => {
      throw new Error('the ledger is not damaged')
    },
  })
  onTestFinished(async () => {
    await upkeep.end()
    await station.stop()
    storage.close()
    await platform.close()
  })
  return { platform, station, path, polls, done, log }
}

it('polls continue while tokens are renewed, copies made and rows purged', {
  timeout: SECONDS * SECOND + 5 * MINUTE,
}, async () => {
  const kitchens = await Promise.all(Array.from({ length: STATIONS }, kitchenAtWork))
  const rowsBefore = kitchens.map(({ path }) => rowsOf(path))
  const pauses = monitorEventLoopDelay({ resolution: 5 })
  pauses.enable()
  const endAt = performance.now() + SECONDS * SECOND
  const isCopiedOften = (): boolean => kitchens.every(({ done }) => done.copies > LEAST_COPIES)
  // A busy machine needs longer for a copy.
  for (let round = 0; performance.now() < endAt || !isCopiedOften(); round += 1) {
    for (const { platform, station } of kitchens) {
      platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' })
      if (round % 5 === 2) platform.revokeTokens()
      const taps = station.snapshot().tickets.flatMap(({ orderId, actions: [action] }) => {
        return action === undefined || action === 'validateCode' || action === 'requestCancellation'
          ? []
          : [{ orderId, action }]
      })
      for (const tap of taps.slice(0, TAPS_A_ROUND)) station.act(tap)
    }
    await wait(SECOND)
  }
  pauses.disable()
  const gaps = kitchens.flatMap(({ polls }) => polls.slice(1).map((at, index) => at - (polls[index] ?? at)))
  const done = kitchens.map((kitchen) => kitchen.done)
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const copyMs = done.flatMap((each) => each.copyMs)
  const purgeMs = done.flatMap((each) => each.purgeMs)
  console.log(
    `cadence under upkeep: ${STATIONS} stations of ${rowsBefore.join(' and ')} rows, ${SECONDS} s at an interval of ${INTERVAL_MS} ms: ` +
      `${gaps.length + STATIONS} polls, start to start p50 ${quantile(gaps, 0.5).toFixed(0)} ms, p99 ${quantile(gaps, 0.99).toFixed(0)} ms, ` +
      `p99.9 ${quantile(gaps, 0.999).toFixed(0)} ms; meanwhile ${sum(done.map(({ copies }) => copies))} verified copies ` +
      `(p50 ${quantile(copyMs, 0.5).toFixed(0)} ms on their thread), ${sum(done.map(({ purges }) => purges))} purges ` +
      `that changed ${sum(done.map(({ changes }) => changes))} rows (p50 ${quantile(purgeMs, 0.5).toFixed(0)} ms, at most ${Math.max(...purgeMs).toFixed(0)} ms), ${sum(kitchens.map(({ platform }) => platform.requestLog.requestsTo('token').length))} tokens; ` +
      `longest pause of the main thread p99.9 ${(pauses.percentile(99.9) / 1e6).toFixed(0)} ms, at most ${(pauses.max / 1e6).toFixed(0)} ms`,
  )
  for (const [index, kitchen] of kitchens.entries()) {
    expect(rowsBefore[index]).toBeGreaterThan(MIN_ROWS)
    expect(kitchen.done.copies).toBeGreaterThan(LEAST_COPIES)
    expect(kitchen.done.refused).toBe(0)
    expect(kitchen.done.changes).toBeGreaterThan(50)
    expect(kitchen.platform.requestLog.requestsTo('token').length).toBeGreaterThan(2)
    expect(kitchen.log.lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(kitchen.platform.requestLog.violations()).toEqual([])
  }
  printFigure('poll → next poll during upkeep, p99.9', quantile(gaps, 0.999), 'ms', INTERVAL_MS + TOLERANCE_MS)
  expect(gaps.length).toBeGreaterThan(0)
})
