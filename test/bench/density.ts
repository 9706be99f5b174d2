import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { buildBoard, type ServedBoard, serveBoard } from '../fixtures/board-harness/served-board.ts'
import { startVirtualKitchen } from '../fixtures/virtual-kitchen.ts'
import type { BenchOptions } from './bench-options.ts'
import { measureBoard } from './density-page.ts'
import { summaryOf } from './figure-table.ts'

/**
 * Counts the orders that the built screen shows without a tap, with orders of the practice platform: all at once, one by
 * one, and during an evening of 400 orders. Figures are medians over seeds.
 */

const SIZES = ['1024x768', '1280x800', '1366x768', '1920x1080', '1080x1920', '3840x2160'] as const
const COUNTS = [8, 12, 20, 40] as const
/** Of twelve orders three are new, seven in preparation and two ready: the mix of a busy evening. */
const MIX = [
  'CREATED',
  'PREPARING',
  'PREPARING',
  'READY',
  'PREPARING',
  'CREATED',
  'PREPARING',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'CREATED',
  'PREPARING',
] as const
const BETWEEN_ORDERS_MS = 12_000
const POLL_MS = 40_000
/** Longer than the time after which the board closes gaps. */
const SETTLE_MS = 3_500
const EVENING_ORDERS = 400
const EVENING_OPEN = 15
const ORDER_EVERY_MS = 30_000
const ACCEPT_WITHIN_MS = 8 * 60_000
const MS_PER_HOUR = 3_600_000

type BoardMeasures = ReturnType<typeof measureBoard>

async function snapshotOf(seed: number, count: number): Promise<BoardSnapshot> {
  const kitchen = startVirtualKitchen({ seed, settings: { pollIntervalSeconds: 30 } })
  for (let index = 0; index < count; index += 1) {
    kitchen.platform.place({ startsAs: MIX[index % MIX.length] ?? 'CREATED' })
    await kitchen.advance(BETWEEN_ORDERS_MS)
  }
  await kitchen.advance(POLL_MS)
  const snapshot = structuredClone(kitchen.station().snapshot())
  await kitchen.end()
  return snapshot
}

const push = (page: Page, delta: BoardDelta): Promise<void> => page.evaluate((one) => window.harness.push(one), delta)

async function open(served: ServedBoard, snapshot: BoardSnapshot, size: string): Promise<Page> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const { page } = await served.open(snapshot, {
    width,
    height,
    reducedMotion: true,
    beforeLoad: (fresh) => fresh.clock.install(),
  })
  await page.locator('[data-testid="freshness"]').waitFor()
  return page
}

async function measureSettled(page: Page): Promise<BoardMeasures> {
  await page.clock.runFor(SETTLE_MS)
  return page.evaluate(measureBoard)
}

async function allAtOnce(served: ServedBoard, snapshot: BoardSnapshot, size: string): Promise<BoardMeasures> {
  const page = await open(served, snapshot, size)
  const measured = await measureSettled(page)
  await page.context().close()
  return measured
}

async function oneByOne(served: ServedBoard, snapshot: BoardSnapshot, size: string): Promise<BoardMeasures> {
  const page = await open(served, { ...snapshot, tickets: [] }, size)
  const tickets = snapshot.tickets.toSorted((a, b) => a.createdAt - b.createdAt)
  for (const [index, ticket] of tickets.entries()) {
    await push(page, { version: snapshot.version + index + 1, changed: [ticket], removed: [] })
    await page.clock.runFor(SETTLE_MS)
  }
  const measured = await measureSettled(page)
  await page.context().close()
  return measured
}

const NEXT: Readonly<Record<string, { readonly status: string; readonly lane: Ticket['lane'] }>> = {
  CREATED: { status: 'CONFIRMED', lane: 'preparing' },
  CONFIRMED: { status: 'PREPARING', lane: 'preparing' },
  PREPARING: { status: 'READY', lane: 'ready' },
}

type Evening = {
  readonly inSight: number
  readonly hidden: number
  readonly moves: number
  readonly blankPages: number
}

/** 400 orders arrive and leave, about fifteen are open. Counts visible tickets that moved although nothing was tapped. */
async function measureEvening(served: ServedBoard, pool: readonly Ticket[], base: BoardSnapshot): Promise<Evening> {
  const page = await open(served, { ...base, tickets: [] }, '1920x1080')
  const measures: BoardMeasures[] = []
  let version = base.version
  let moves = 0
  let openTickets: Ticket[] = []
  for (let step = 0; step < EVENING_ORDERS; step += 1) {
    const pattern = pool[step % pool.length]
    if (!pattern) throw new Error('There are no orders')
    const createdAt = base.clock.platformNow + step * SETTLE_MS
    const fresh: Ticket = {
      ...pattern,
      orderId: `e${step}`,
      displayId: String(1000 + step),
      status: 'CREATED',
      lane: 'new',
      createdAt,
      confirmBy: createdAt + ACCEPT_WITHIN_MS,
    }
    const changed: Ticket[] = [fresh]
    const removed: string[] = []
    // The oldest order of each status gets the next status; the oldest ready order is handed over.
    for (const status of ['PREPARING', 'CONFIRMED', 'CREATED']) {
      const next = NEXT[status]
      const ticket = openTickets.find((one) => one.status === status)
      if (ticket && next && openTickets.length > EVENING_OPEN / 2)
        changed.push({ ...ticket, ...next, confirmBy: undefined })
    }
    const ready = openTickets.find((one) => one.status === 'READY')
    if (ready && openTickets.length >= EVENING_OPEN) removed.push(ready.orderId)
    const touched = new Set([...changed.map(({ orderId }) => orderId), ...removed])
    openTickets = [
      ...openTickets.filter(({ orderId }) => !touched.has(orderId)),
      ...changed.filter(({ orderId }) => !removed.includes(orderId)),
    ]
    const before = measures.at(-1)?.corners ?? {}
    version += 1
    await push(page, { version, changed, removed })
    const measured = await measureSettled(page)
    moves += Object.entries(measured.corners).filter(
      ([id, corner]) => !touched.has(id) && before[id] !== undefined && before[id] !== corner,
    ).length
    measures.push(measured)
  }
  await page.context().close()
  const late = measures.slice(EVENING_OPEN)
  return {
    inSight: summaryOf(late.map(({ inSight }) => inSight)).median,
    hidden: late.reduce((sum, { newOutOfSight }) => sum + newOutOfSight, 0) / late.length,
    moves: (moves * MS_PER_HOUR) / (EVENING_ORDERS * ORDER_EVERY_MS),
    blankPages: measures.filter(({ inSight }) => inSight === 0).length,
  }
}

const median = (measures: readonly BoardMeasures[], of: (measured: BoardMeasures) => number): number =>
  summaryOf(measures.map(of)).median

/** Prints visible orders, hidden new orders and blank area for each size and number of open orders. */
export async function measureDensity({ repeats: seeds, sizes = SIZES }: BenchOptions): Promise<void> {
  const folder = join(import.meta.dirname, '../../.cache/density')
  await buildBoard(folder)
  const served = await serveBoard(folder)
  console.log(
    `Orders in sight / new orders out of sight / blank in tickets, median of ${seeds} seeds: at once | one by one`,
  )
  const snapshots = new Map<string, BoardSnapshot>()
  for (const size of sizes) {
    for (const count of COUNTS) {
      const burst: BoardMeasures[] = []
      const single: BoardMeasures[] = []
      for (let seed = 1; seed <= seeds; seed += 1) {
        const name = `${seed} ${count}`
        const snapshot = snapshots.get(name) ?? (await snapshotOf(seed, count))
        snapshots.set(name, snapshot)
        burst.push(await allAtOnce(served, snapshot, size))
        single.push(await oneByOne(served, snapshot, size))
      }
      const summaryText = (measures: readonly BoardMeasures[]): string =>
        [
          median(measures, (measured) => measured.inSight),
          median(measures, (measured) => measured.newOutOfSight),
          `${median(measures, (measured) => measured.blank).toFixed(1)} %`,
        ].join(' / ')
      console.log(
        `${size.padEnd(10)} ${String(count).padStart(3)} open: ${summaryText(burst).padEnd(16)} | ${summaryText(single)}`,
      )
    }
  }
  const base = await snapshotOf(1, 40)
  const evening = await measureEvening(served, base.tickets, base)
  console.log(
    `An evening of ${EVENING_ORDERS} orders at 1920x1080 with ${EVENING_OPEN} open: ${evening.inSight} in sight, ` +
      `${evening.hidden.toFixed(2)} new orders out of sight on average, ${evening.moves.toFixed(1)} moves an hour, ` +
      `page one blank ${evening.blankPages} times`,
  )
  await served.close()
  await rm(folder, { recursive: true, force: true })
}
