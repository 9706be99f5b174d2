import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `electron/sync/poller.ts` is tested in `test/unit/sync`. */
const ownTests = (source: string | undefined): string =>
  source === undefined
    ? 'test/unit/'
    : relative(import.meta.dirname, source).replace(/^(?:electron\/)?([^/]+)\/.*$/, 'test/unit/$1/')

/** A mutant's own tests come first, what opens files later, whole histories last: most mutants end at the first failure. */
class CheapestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = ['test/', 'test/unit/', ownTests(this.ctx.config.related?.[0])]
    const costOf = ({ moduleId }: TestSpecification): number => {
      const path = relative(import.meta.dirname, moduleId)
      return path.includes('histories') ? ranks.length : -ranks.findLastIndex((folder) => path.startsWith(folder))
    }
    return Promise.resolve(files.toSorted((left, right) => costOf(left) - costOf(right)))
  }
}

/**
 * The tests that judge mutants: those of the four folders that start no process, mount no disk and wait for no real time.
 * A mutant that only the others would notice (real HTTP, a kitchen in real time, kill -9, power cuts) counts as survived.
 * Stryker sets the pool itself, by `stryker.config.json`: `forks`, because a thread cannot set the time zone.
 */
export default defineConfig({
  test: {
    include: ['test/unit/{sync,storage,platform,core,shared}/**/*.test.ts', 'test/integration/storage/**/*.test.ts'],
    // The complete repair takes seconds for each mutant. Each of its steps has other tests.
    exclude: [
      'test/integration/storage/{bit-flips.all,copy-thread.all,damaged-ledger.all,full-disk,no-permission.all}.test.ts',
    ],
    setupFiles: [fileURLToPath(import.meta.resolve('./test/fixtures/leave-out-slow-tests.ts'))],
    isolate: false,
    sequence: { sequencer: CheapestFirst },
    // Instrumented code on a busy machine.
    testTimeout: 60_000,
  },
})
