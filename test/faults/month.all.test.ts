import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import type { DayFigures, MonthStart } from './month-messages.ts'

/** Thirty days of 150 orders in `npm run test:soak`. */
const DAYS = Number(process.env.COMANDA_MONTH_DAYS ?? 3)
const ORDERS_A_DAY = Number(process.env.COMANDA_MONTH_ORDERS ?? 60)
const POLL_SECONDS = Number(process.env.COMANDA_MONTH_POLL ?? 60)
/** The first day is not measured, because code is compiled and tables of words are filled. */
const WARM_DAYS = 1
const MAX_GROWTH_MB = 0.5
const MB = 1_000_000
const LIMIT_MS = 300_000 + DAYS * 60_000

/** Slope of a straight line through these values, one for each day. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const rise = values.reduce((sum, value, day) => sum + (day - middle) * (value - mean), 0)
  return rise / values.reduce((sum, _value, day) => sum + (day - middle) ** 2, 0)
}

/** In memory if the system has a file system there, because the drive is not measured. */
const memoryFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

async function liveThrough(start: Omit<MonthStart, 'folder'>): Promise<readonly DayFigures[]> {
  const folder = mkdtempSync(join(memoryFolder(), 'comanda-month-'))
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'month-process.ts'), JSON.stringify({ ...start, folder })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const days: DayFigures[] = []
  // The type holds: the program of this folder writes the lines.
  createInterface({ input: child.stdout }).on('line', (line) => days.push(JSON.parse(line) as DayFigures))
  expect(await ended).toBe(0)
  return days
}

it(`the core's memory grows by at most ${MAX_GROWTH_MB} MB a day during ${DAYS} days of ${ORDERS_A_DAY} orders`, {
  timeout: LIMIT_MS,
}, async () => {
  const days = await liveThrough({ days: DAYS, ordersADay: ORDERS_A_DAY, pollSeconds: POLL_SECONDS })
  expect(days).toHaveLength(DAYS)
  for (const { day, handedOver, tickets, errors } of days) {
    // Every order except the cancelled ones was handed over, the board is empty, and no upkeep has failed.
    expect(handedOver).toBeGreaterThanOrEqual((day + 1) * ORDERS_A_DAY * 0.9)
    expect(tickets).toBe(0)
    expect(errors).toEqual([])
  }
  const heaps = days.slice(WARM_DAYS).map(({ heap }) => heap / MB)
  const growth = slope(heaps)
  const last = days.at(-1)
  console.log(
    `memory: ${DAYS} days of ${ORDERS_A_DAY} orders, ${last?.polls} polls: heap ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB, ` +
      `${growth.toFixed(3)} MB a day; RSS ${((last?.rss ?? 0) / MB).toFixed(0)} MB at the end`,
  )
  expect(growth).toBeLessThanOrEqual(MAX_GROWTH_MB)
})
