import { defineConfig } from '@playwright/test'
import { electronBinary } from './scripts/demo/electron-binary.ts'

const MINUTE_MS = 60_000

/** They compare times with bounds that the product promises, or act within a limit of seconds: nothing may run beside them. */
const MEASURING = [
  '**/hostile.spec.ts',
  '**/lock.spec.ts',
  '**/quarantine.spec.ts',
  '**/safe-page.spec.ts',
  '**/way.spec.ts',
]

/**
 * Each test starts the built app, a practice platform and a profile of its own. They touch and type as a person does: `npm test`
 * runs them one by one, and those that measure time last.
 */
export default defineConfig({
  testDir: 'test/e2e',
  // What only the Electron host can do: plug a display.
  ...(electronBinary(import.meta.dirname) === undefined ? {} : { grepInvert: /@host/ }),
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: MINUTE_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', testMatch: '**/*.spec.ts', testIgnore: MEASURING },
    { name: 'e2e-measuring', testMatch: MEASURING },
  ],
})
