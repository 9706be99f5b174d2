import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const MODULE = new URL('../../../electron/shell/young-generation.ts', import.meta.url).href
const MEBIBYTE = 1_024 * 1_024
/**
 * The program learns of a collection only after it: a second one before that doubles the 16 MB once more, and V8 adds single
 * pages. Without the limit it is 64 MB or 128 MB, also on a busy machine.
 */
const MOST_MB = 48

/** The largest space for young objects, in MB, of a program that makes many that live for a while. */
function largestSpace(preparation: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    ${preparation}
    let largest = 0
    let kept = []
    for (let turn = 0; turn < 300; turn += 1) {
      for (let index = 0; index < 10_000; index += 1) kept.push({ index, list: [index] })
      if (kept.length >= 400_000) kept = []
      largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
      await new Promise((resolve) => setImmediate(resolve))
    }
    console.log(largest)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return Number(stdout) / MEBIBYTE
}

it("keeps V8's space for young objects small, where it would grow by itself", () => {
  expect(largestSpace('')).toBeGreaterThan(60)
  const limited = `import { limitYoungGeneration } from '${MODULE}'; limitYoungGeneration()`
  expect(largestSpace(limited)).toBeLessThanOrEqual(MOST_MB)
})
