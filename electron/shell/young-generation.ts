import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** V8's space for new objects, in bytes: two halves of 8 MB. */
const MAX_BYTES = 16 * 1_024 * 1_024
const GROWING_FACTOR = 2
const CONSTANT_FACTOR = 1

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

/**
 * Keeps V8's space for young objects at about 16 MB. By itself it doubles up to 128 MB under load, of which the program uses
 * nothing afterwards. The limit cannot be set once a program runs, but the factor of growth can: V8 reads it before each
 * growth (Heap::ExpandNewSpaceSize), and neither Node.js nor Electron freezes the flags (javascript_environment.cc). V8
 * gives the space back in quiet times, so it may grow again then.
 */
export function limitYoungGeneration(): void {
  let factor = GROWING_FACTOR
  const adjustFactor = (): void => {
    const next = newSpaceBytes() >= MAX_BYTES ? CONSTANT_FACTOR : GROWING_FACTOR
    if (next !== factor) setFlagsFromString(`--semi-space-growth-factor=${next}`)
    factor = next
  }
  new PerformanceObserver(adjustFactor).observe({ entryTypes: ['gc'] })
}
