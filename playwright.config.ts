import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { setHostBrowser } from './scripts/check/chromium-of-tests.ts'
import { electronBinary } from './scripts/demo/electron-binary.ts'

const MINUTE_MS = 60_000

setHostBrowser()

/** They compare times with bounds that the product promises, or act within a limit of seconds: nothing may run beside them. */
const MEASURING = [
  '**/hostile.spec.ts',
  '**/lock.spec.ts',
  '**/quarantine.spec.ts',
  '**/safe-page.spec.ts',
  '**/way.spec.ts',
]

/**
 * Each test starts the built app, a practice platform and a profile of its own, so tests share nothing. Most of a test's
 * time is spent waiting for polls and for the window: two run at a time. Those that measure time run one by one.
 */
export default defineConfig({
  testDir: 'test/e2e',
  // What only the Electron host can do: plug a display.
  ...(electronBinary(import.meta.dirname) === undefined ? {} : { grepInvert: /@host/ }),
  outputDir: 'test-results',
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: MINUTE_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', testMatch: '**/*.spec.ts', testIgnore: MEASURING },
    { name: 'e2e-measuring', testMatch: MEASURING, workers: 1 },
  ],
})
