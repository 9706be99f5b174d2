import { rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { buildBoard, serveBoard } from '../fixtures/board-harness/served-board.ts'
import type { BenchOptions } from './bench-options.ts'
import { codeSizeOf } from './code-size.ts'
import { type FigureRow, summaryOf, tableOf } from './figure-table.ts'
import { fullBoard } from './full-board.ts'
import {
  measureArrivals,
  measureChanges,
  measureIdle,
  measureStarts,
  measureTaps,
  memoryOf,
  openBoard,
  rememberedPlaces,
  untilAllDrawn,
} from './measures.ts'

const BYTES_PER_KB = 1_000
const OPEN_ORDERS = 300

/**
 * Measures the speed of the screen with open orders, 300 by default: the built renderer, with the orders and messages of a
 * core on the practice platform. The bridge is a fake that answers at once; test/bench/way.spec.ts measures the real one.
 */
export async function measureScreen(options: BenchOptions): Promise<void> {
  for (const orders of options.orders ?? [OPEN_ORDERS]) await measureBoard(orders, options)
}

async function measureBoard(orders: number, { repeats, slowdowns, isSelected }: BenchOptions): Promise<void> {
  const rows: FigureRow[] = []
  const folder = join(import.meta.dirname, `../../.cache/bench-${process.pid}`)
  const built = await buildBoard(folder)
  const { snapshot, bytesPerChange, bytesPerTap } = await fullBoard(orders)
  const served = await serveBoard(folder)
  const loadBefore = loadavg()[0] ?? 0

  const add = (
    what: string,
    cpu: string,
    unit: string,
    samples: readonly number[],
    limits: FigureRow['limits'] = {},
  ): void => {
    rows.push({ what, cpu, unit, summary: summaryOf(samples), limits })
  }

  const places = await rememberedPlaces(served, snapshot)
  for (const slowdown of slowdowns) {
    const cpu = `×${slowdown}`
    const isSlow = slowdown > 1
    if (isSelected('start')) {
      const starts = await measureStarts(served, { ...snapshot, places }, slowdown, repeats)
      add('start → page in sight painted', cpu, 'ms', starts.page, { median: isSlow ? 800 : 250 })
      add('start → page in sight presented', cpu, 'ms', starts.presented)
      add('start → all tickets in place', cpu, 'ms', starts.board)
      add('… work of the main thread', cpu, 'ms', starts.work)
    }
    const board = await openBoard(served, snapshot, slowdown)
    add('start → pages out of sight drawn too', cpu, 'ms', [await untilAllDrawn(board)])
    if (isSelected('idle'))
      add('main thread busy while idle', cpu, '%', await measureIdle(board, repeats), isSlow ? {} : { median: 1 })
    if (isSelected('tap')) {
      const { pressed, answered, work } = await measureTaps(board, snapshot, repeats)
      const limits = { p98: isSlow ? 64 : 32 }
      add('tap → button painted pressed', cpu, 'ms', pressed, limits)
      add('tap → card painted with its answer', cpu, 'ms', answered, limits)
      add('… work of the main thread', cpu, 'ms', work)
    }
    if (isSelected('change')) {
      const { painted, work } = await measureChanges(board, snapshot.tickets, repeats)
      add('changed order → painted card', cpu, 'ms', painted)
      add('… work of the main thread', cpu, 'ms', work)
    }
    if (isSelected('arrival')) {
      const { painted, presented, work } = await measureArrivals(board, snapshot.tickets, repeats)
      add('new order on a full page → painted card', cpu, 'ms', painted, { median: isSlow ? 90 : 35 })
      add('new order on a full page → presented', cpu, 'ms', presented)
      add('… work of the main thread', cpu, 'ms', work)
    }
    if (!isSlow && isSelected('memory')) {
      const memory = await memoryOf(board)
      if (memory) {
        add('memory of the renderer, without files', cpu, 'MB', [memory.written], { median: 64 })
        add("… of it JavaScript's heap", cpu, 'MB', [memory.heap])
        add("share of the browser's files", cpu, 'MB', [memory.files])
      }
    }
    await board.close()
  }
  await served.close()
  await rm(folder, { recursive: true, force: true })

  const { atStart, inAll } = codeSizeOf(built)
  add('JavaScript at start, gzip', '', 'kB', [atStart], { median: 150 })
  add('JavaScript in all, gzip', '', 'kB', [inAll])
  const kB = (bytes: number): number => bytes / BYTES_PER_KB
  add('message per changed order', '', 'kB', bytesPerChange.map(kB), { median: 4, p98: 4 })
  add('all messages for one tap, until it is confirmed', '', 'kB', bytesPerTap.map(kB))

  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  console.log(
    `${availableParallelism()} × ${model}, load ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`,
  )
  console.log(`${snapshot.tickets.length} open orders, headless Chromium, 1920×1080, window of the built renderer\n`)
  console.log(tableOf(rows))
}
