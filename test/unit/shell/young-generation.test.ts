import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const MODULE = new URL('../../../electron/shell/young-generation.ts', import.meta.url).href
const MEBIBYTE = 1_024 * 1_024
/**
 * 16 MB, doubled once before the program receives the report of a collection. Without the limit it is 64 MB or 128 MB.
 */
const MAX_MB = 32

/** The median space for young objects, in MB, of a program that creates many objects that are used for a while. */
function usualSpace(preparation: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    ${preparation}
    const sizes = []
    let kept = []
    for (let turn = 0; turn < 300; turn += 1) {
      for (let index = 0; index < 10_000; index += 1) kept.push({ index, list: [index] })
      if (kept.length >= 400_000) kept = []
      sizes.push(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
      await new Promise((resolve) => setImmediate(resolve))
    }
    console.log(sizes.sort((a, b) => a - b)[sizes.length / 2])`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return Number(stdout) / MEBIBYTE
}

it("the limit keeps V8's space for young objects small, which grows without it", () => {
  expect(usualSpace('')).toBeGreaterThan(60)
  const limited = `import { limitYoungGeneration } from '${MODULE}'; limitYoungGeneration()`
  expect(usualSpace(limited)).toBeLessThanOrEqual(MAX_MB)
})
