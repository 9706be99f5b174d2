import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A busy machine takes longer than the second that a poll is given by default.
    expect: { poll: { timeout: 10_000 } },
    // `npm run coverage`: the folders whose figures docs/reliability.md quotes.
    coverage: {
      include: ['electron/{sync,storage,platform,station}/**/*.ts', 'shared/lifecycle.ts'],
      reporter: [['text', { skipFull: true }]],
      reportOnFailure: true,
      thresholds: {
        'electron/sync/**': { branches: 95 },
        'electron/storage/**': { branches: 95 },
        'electron/platform/**': { branches: 95 },
        'electron/station/**': { branches: 95 },
        'shared/lifecycle.ts': { branches: 95 },
      },
    },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
      {
        extends: true,
        test: { name: 'integration', include: ['test/integration/**/*.test.ts'], testTimeout: 30_000 },
      },
      {
        extends: true,
        test: { name: 'histories', include: ['test/histories/**/*.test.ts'], maxConcurrency: 2 },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'electron-host',
          include: ['test/electron-host/tests/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
