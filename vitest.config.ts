import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { SHORT_WINDOWS, setHostBrowser } from './scripts/check/chromium-of-tests.ts'
import { setCompileCache } from './scripts/check/compile-cache.ts'

const CORES = availableParallelism()

/** Generated tests have the same inputs in each run. `npm run test:soak` looks for others. */
const SEED = process.env.COMANDA_SEED ?? '20260301'

/** A test or hook that takes longer hangs. Several times what each needs, because a busy machine is several times slower. */
const HANG_MS = 600_000

setHostBrowser()
setCompileCache()

/** Connects the unchanged suites under test/integration to a relay in front of the practice platform. */
const PLATFORM_BEHIND_RELAY: Plugin = {
  name: 'platform-behind-relay',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/fixtures/platform/recorded-platform.ts') && importer?.includes('/test/integration/')
      ? join(import.meta.dirname, 'packages/relay/test/platform-behind-relay.ts')
      : undefined,
}

export default defineConfig({
  test: {
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    env: { COMANDA_SEED: SEED },
    setupFiles: 'test/fixtures/seed-of-properties.ts',
    // As for a test: by default a poll has a second.
    expect: { poll: { timeout: 30_000 } },
    // `npm run coverage`: the folders whose figures docs/reliability.md quotes.
    coverage: {
      include: ['electron/{sync,storage,platform,core}/**/*.ts', 'shared/order/lifecycle.ts'],
      reporter: [['text', { skipFull: true }]],
      reportOnFailure: true,
      thresholds: {
        'electron/sync/**': { branches: 95 },
        'electron/storage/**': { branches: 95 },
        'electron/platform/**': { branches: 95 },
        'electron/core/**': { branches: 95 },
        'shared/order/lifecycle.ts': { branches: 95 },
      },
    },
    // Projects of one run follow each other. By itself vitest leaves one core free. A file whose name ends with `.all.test.ts` is not in the gate.
    projects: [
      {
        extends: true,
        resolve: { alias: { electron: join(import.meta.dirname, 'test/unit/shell/fake-electron.ts') } },
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['test/unit/**/*.test.{ts,tsx}', 'packages/station/test/**/*.test.ts'],
          // A process and its modules serve all files: with new ones for each, loading costs more than the tests.
          isolate: false,
          maxWorkers: CORES,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['test/integration/**/*.test.ts'],
          // As in `unit`. The files about the window also share a browser for each process.
          isolate: false,
          globalSetup: 'test/fixtures/board-harness/build-once.ts',
          env: SHORT_WINDOWS,
          // A third of their time is waiting: for windows, for polls and for the disk.
          maxWorkers: Math.ceil(1.5 * CORES),
        },
      },
      {
        extends: true,
        plugins: [PLATFORM_BEHIND_RELAY],
        test: {
          name: 'chain',
          sequence: { groupOrder: 2 },
          // The suites of the platform client and the strict checks run a second time: here the platform is a relay.
          include: [
            'packages/relay/test/**/*.test.ts',
            'test/integration/platform/{client,discovery}.test.ts',
            'test/integration/test-platform/protocol.test.ts',
          ],
          globalSetup: ['packages/relay/test/global-setup.ts'],
          // As in `unit`.
          isolate: false,
          maxWorkers: CORES,
        },
      },
      {
        extends: true,
        test: {
          name: 'histories',
          sequence: { groupOrder: 3 },
          include: ['test/histories/**/*.test.ts'],
          maxConcurrency: 2,
          // Each of its tests starts processes for all cores.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          sequence: { groupOrder: 4 },
          // The built app, the core and the Electron host as programs of their own: kills, power cuts, full disks.
          include: ['test/faults/**/*.test.ts', 'packages/electron-host/test/**/*.test.ts'],
          maxWorkers: CORES,
        },
      },
    ],
  },
})
