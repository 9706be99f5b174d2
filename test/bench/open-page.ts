import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { ServedBoard } from '../fixtures/board-harness/served-board.ts'
import { installBench } from './page-probe.ts'

const KB_PER_MB = 1_024

export type OpenBoard = {
  readonly page: Page
  readonly devTools: CDPSession
  readonly close: () => Promise<void>
}

/**
 * Opens the board of `snapshot` in a window that was empty for `restMs`. From the first byte on, the processor is slowed
 * down by the factor `slowdown`.
 */
export async function openBoard(
  served: ServedBoard,
  snapshot: BoardSnapshot,
  slowdown: number,
  restMs = 0,
): Promise<OpenBoard> {
  let devTools: CDPSession | undefined
  const { page } = await served.open(snapshot, {
    beforeLoad: async (fresh) => {
      devTools = await fresh.context().newCDPSession(fresh)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      // Measures the processor time of this thread, without the time of other programs.
      await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
      await sleep(restMs)
      await fresh.addInitScript(installBench, { orders: snapshot.tickets.length, version: snapshot.version })
    },
  })
  if (!devTools) throw new Error('The page was opened without being prepared')
  return { page, devTools, close: () => page.context().close() }
}

/** Waits until everything is drawn, also what is not visible, and the page is idle. Returns the time since navigation. */
export async function untilAllDrawn({ page }: OpenBoard): Promise<number> {
  const drawn = await page.evaluate(() => window.bench.allDrawn)
  await page.waitForTimeout(1_000)
  return drawn
}

const MS_PER_SECOND = 1_000

/** Processor time of the page's main thread since its start, in ms. It depends less on other programs than elapsed time. */
export async function workOf({ devTools }: OpenBoard): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return MS_PER_SECOND * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Memory of a process in MB. A page that several processes use counts in each of them with its share. */
export type ProcessMemory = {
  /** Memory that the process wrote: its heaps, stacks, pictures and tables. */
  readonly written: number
  /**
   * Files that the process has mapped: the browser's program and fonts. The share depends on how many other processes of the
   * browser run at this moment.
   */
  readonly files: number
}

/** Memory of the page's process and of JavaScript's heap in it, in MB, after a garbage collection. Linux only. */
export async function memoryOf({
  page,
  devTools,
}: OpenBoard): Promise<(ProcessMemory & { readonly heap: number }) | undefined> {
  const browser = page.context().browser()
  if (process.platform !== 'linux' || !browser) return undefined
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  // Chromium also runs a spare renderer. The board's process is the larger one.
  const [board] = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => processMemory(id))
    .toSorted((a, b) => b.written - a.written)
  return board && { ...board, heap: usedSize / (KB_PER_MB * KB_PER_MB) }
}

function processMemory(processId: number): ProcessMemory {
  const text = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / KB_PER_MB
  return { written: megabytes('Pss_Anon') + megabytes('Pss_Shmem'), files: megabytes('Pss_File') }
}
