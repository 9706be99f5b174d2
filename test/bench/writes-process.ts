import { accessSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCore } from '../../electron/composition/open-core.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { readLog } from '../../electron/storage/log-file.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { eventually } from '../fixtures/running-kitchen.ts'
import { STEP_NAMES, type Written, type WrittenStep } from './written-steps.ts'

/**
 * `node writes-process.ts FOLDER`: a core on the practice platform processes orders from arrival to hand-over, with a
 * window's reports. It prints as JSON what its databases wrote for each step.
 */

const ORDERS = 2
const STEPS = ['confirm', 'preparing', 'ready-for-pickup', 'delivered'] as const
const POLL_SECONDS = 2
const UNDO_SECONDS = 1
const IDLE_POLLS = 10
const SECOND_MS = 1_000
const PLACES_AFTER_MS = 200
const REPORT_AFTER_MS = 30
const REST_MS = 300
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

const folder = process.argv[2] ?? ''
const platform = await startRecordedPlatform({ seed: 7 })
const { apiUrl, clientId, clientSecret } = platform
const core = openCore({
  folder,
  connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
  settings: Promise.resolve(undefined),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock: createSystemClock(),
  log: createMemoryLog(),
})
core.changeSettings({ pollIntervalSeconds: POLL_SECONDS, undoSeconds: UNDO_SECONDS })

/** Sends the reports of a window: tickets shown, the first ring, the places of the tickets. */
function sendWindowReports(): void {
  const known = new Set<string>()
  core.onDelta(({ changed, removed }) => {
    const fresh = changed.filter(({ orderId, reading }) => reading === 'read' && !known.has(orderId))
    for (const { orderId } of fresh) known.add(orderId)
    if (fresh.length > 0) setTimeout(() => report(fresh), REPORT_AFTER_MS)
    if (fresh.length + removed.length > 0) {
      setTimeout(() => core.rememberPlaces(JSON.stringify([...known])), PLACES_AFTER_MS)
    }
  })
}

function report(tickets: readonly Ticket[]): void {
  core.shown(tickets.map(({ orderId }) => orderId))
  setTimeout(() => {
    const rings = tickets.flatMap(({ orderId, alarm }) =>
      alarm ? [{ orderId, cause: alarm, stage: 'plain' as const }] : [],
    )
    core.rang(rings)
  }, REPORT_AFTER_MS)
}

const PAGE_SIZE_AT = 16

/** Commits and bytes in the write-ahead log of one database. No step writes so much that SQLite restarts the log. */
function writtenIn(name: string): Written {
  const file = readFileSync(join(folder, name))
  const pageSize = file.readUInt16BE(PAGE_SIZE_AT)
  const log = readLog(readFileSync(join(folder, `${name}-wal`)), pageSize)
  const frames = log?.frames ?? []
  return {
    commits: frames.filter(({ pagesAfterCommit }) => pagesAfterCommit > 0).length,
    bytes: frames.length === 0 ? 0 : WAL_HEADER_BYTES + frames.length * (FRAME_HEADER_BYTES + pageSize),
  }
}

const less = (after: Written, before: Written): Written => {
  if (after.bytes < before.bytes) throw new Error('SQLite has restarted a log, so its figures are lost')
  return { commits: after.commits - before.commits, bytes: after.bytes - before.bytes }
}
const plus = (one: Written, other: Written): Written => ({
  commits: one.commits + other.commits,
  bytes: one.bytes + other.bytes,
})

/** Marks the begin of a step in the trace of the system calls. */
function mark(what: string): void {
  try {
    accessSync(`comanda-bench-step:${what}`)
  } catch {
    // The file does not exist: only the system call is needed.
  }
}

const steps = new Map<string, WrittenStep>()
async function measureStep(what: string, times: number, work: () => Promise<void>): Promise<void> {
  const before = { ledger: writtenIn('ledger.db'), cache: writtenIn('cache.db') }
  mark(what)
  await work()
  const NOTHING = { commits: 0, bytes: 0 }
  const known = steps.get(what) ?? { what, times: 0, ledger: NOTHING, cache: NOTHING }
  steps.set(what, {
    what,
    times: known.times + times,
    ledger: plus(known.ledger, less(writtenIn('ledger.db'), before.ledger)),
    cache: plus(known.cache, less(writtenIn('cache.db'), before.cache)),
  })
}

const ticketOf = (orderId: string): Ticket | undefined =>
  core.snapshot().tickets.find((ticket) => ticket.orderId === orderId)

/** Waits until every event is acknowledged and every order is read. */
async function waitUntilSettled(): Promise<void> {
  await eventually('everything is acknowledged', () => platform.model.pending(clientId).length === 0)
  await sleep(REST_MS)
}

async function arrive(): Promise<string> {
  const { id } = platform.place({ orderType: 'TAKEOUT' })
  await eventually('the order is on the board', () => ticketOf(id)?.reading === 'read')
  await waitUntilSettled()
  return id
}

async function tap(orderId: string, action: (typeof STEPS)[number]): Promise<void> {
  const tapped = core.act({ orderId, action })
  if (!tapped.ok) throw new Error(`${action}: ${tapped.message}`)
  await eventually('the tap is confirmed', () => ticketOf(orderId)?.tap?.truth === 'confirmed')
  // The order's own event arrives with a later poll.
  await sleep(POLL_SECONDS * SECOND_MS)
  await waitUntilSettled()
}

const checkedAt = (): BoardSnapshot['freshness']['checkedAt'] => core.snapshot().freshness.checkedAt

sendWindowReports()
core.start()
await eventually('the first poll', checkedAt)
await sleep(SECOND_MS)
for (let index = 0; index < ORDERS; index += 1) {
  let orderId = ''
  await measureStep(STEP_NAMES.arrival, 1, async () => {
    orderId = await arrive()
  })
  for (const action of STEPS) await measureStep(STEP_NAMES.tap, 1, () => tap(orderId, action))
}
await measureStep(STEP_NAMES.poll, IDLE_POLLS, () => sleep(IDLE_POLLS * POLL_SECONDS * SECOND_MS))
mark('the end')

process.stdout.write(JSON.stringify([...steps.values()]))
await core.stop()
await platform.close()
process.exit(0)
