import { defineConfig } from 'vitest/config'

/** The tests that judge mutants: everything of the four folders that needs no browser, no keychain and no second process. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{sync,storage,platform,station,shared}/**/*.test.ts',
      'test/integration/{station,storage,platform,composition}/**/*.test.ts',
    ],
    exclude: ['test/integration/storage/bit-flips.test.ts'],
    testTimeout: 20_000,
  },
})
