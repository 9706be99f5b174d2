import { defineConfig } from '@playwright/test'

const MINUTE_MS = 60_000

/** Each test starts the built app, a practice platform and, on Linux, a keychain of its own: one at a time. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: MINUTE_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
})
