import { windowProcessOf } from '../fixtures/process-tree.ts'
import { waitedForProcessorMs } from '../fixtures/processor-wait.ts'
import type { KitchenApp } from './kitchen.ts'

/**
 * Measures durations without the time for which the app waited while other programs used the processor: the main process
 * or the window, whichever waited longer. A busy machine delays an app with much work more than an idle one.
 *
 * @returns a function that runs `work` and resolves to this time in ms; `work` resolves to its own duration in ms
 */
export function ownTimeOf(kitchen: KitchenApp): (work: () => Promise<number>) => Promise<number> {
  const { pid = 0 } = kitchen.app().process.process()
  const window = windowProcessOf(pid)
  const waited = (): readonly number[] => (window ? [pid, window.pid].map((each) => waitedForProcessorMs(each)) : [])
  return async (work) => {
    const [before, began] = [waited(), performance.now()]
    const tookMs = await work()
    const callMs = performance.now() - began
    const waits = waited().map((ms, index) => ms - (before[index] ?? ms))
    // The call takes longer than the measured work, and its waits are spread over all of it.
    return tookMs * Math.max(0, 1 - Math.max(0, ...waits) / callMs)
  }
}
