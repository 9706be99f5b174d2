import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { setHostBrowser } from './scripts/check/chromium-of-tests.ts'
import { electronBinary } from './scripts/demo/electron-binary.ts'

/** A test that takes longer hangs. Several times what each needs, because a busy machine is several times slower. */
const HANG_MS = 600_000

setHostBrowser()

const CORES = Math.min(2, availableParallelism())

// What only the Electron host can do: plug a display.
const ELECTRON_LACKS = electronBinary(import.meta.dirname) === undefined ? [] : [/@host/]

/**
 * A test starts the built app, a practice platform and a profile of its own, or uses the app of its worker after it was
 * cleared (`sharesApp` in test/e2e/kitchen.ts). Half of a test's time is spent waiting for polls and for the window: three
 * run at a time on two cores. The tests with the tag `@gate` are part of `npm test`.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: Math.ceil(1.5 * CORES),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: HANG_MS,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', grepInvert: ELECTRON_LACKS },
    // `npm run bench`: what only prints figures.
    { name: 'bench', testDir: 'test/bench', workers: 1 },
    { name: 'soak', testMatch: '**/*.soak.ts', workers: 1 },
  ],
})
