import { defineConfig } from '@playwright/test'

const MINUTE_MS = 60_000

/** Each test starts the built app on a profile and a practice platform of its own, so files can run beside each other. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: MINUTE_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
})
