import { defineConfig } from '@playwright/test'

const MINUTE_MS = 60_000

/** `npm run verify:electron` (docs/verify.md): what only Electron's own binary, or an installed package, can show. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/verify',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 2 * MINUTE_MS,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'unpackaged', testDir: 'test/verify/unpackaged' },
    { name: 'installed', testDir: 'test/verify/installed' },
  ],
})
