import { defineConfig } from 'vitest/config'

/** The tests that judge mutants: everything of the four folders that needs no browser, no keychain and no second process. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{sync,storage,platform,station,shared}/**/*.test.ts',
      'test/integration/{station,storage,platform,composition}/**/*.test.ts',
    ],
    // Those start processes, mount disks or measure time: too slow, or nothing that a mutant in this process would reach.
    exclude: [
      'test/integration/storage/{bit-flips,full-disk,no-permission,corruption-ladder,log-damage}.test.ts',
      'test/integration/composition/practice.test.ts',
    ],
    testTimeout: 20_000,
  },
})
