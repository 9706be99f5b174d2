import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What needs no file comes first, whole histories come last: most mutants end at the first test that fails. */
const COSTS = ['test/unit/', 'test/integration/', 'test/unit/sync/histories']

const costOf = ({ moduleId }: TestSpecification): number =>
  COSTS.findLastIndex((folder) => relative(import.meta.dirname, moduleId).startsWith(folder))

class CheapestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((left, right) => costOf(left) - costOf(right)))
  }
}

/**
 * The tests that judge mutants: those of the four folders that start no process, mount no disk and wait for no real time.
 * A mutant that only the others would notice (real HTTP, a kitchen in real time, kill -9, power cuts) counts as survived.
 */
export default defineConfig({
  test: {
    include: ['test/unit/{sync,storage,platform,station,shared}/**/*.test.ts', 'test/integration/storage/**/*.test.ts'],
    // The ladder of repairs takes seconds for each mutant; its rungs have tests of their own.
    exclude: ['test/integration/storage/{bit-flips,copy-thread,corruption-ladder,full-disk,no-permission}.test.ts'],
    setupFiles: [fileURLToPath(import.meta.resolve('./test/fixtures/leave-out-slow-tests.ts'))],
    isolate: false,
    sequence: { sequencer: CheapestFirst },
    testTimeout: 20_000,
  },
})
