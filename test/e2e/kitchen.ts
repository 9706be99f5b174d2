import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { SHORT_WINDOWS } from '../../scripts/check/chromium-of-tests.ts'
import { type KitchenApp, type KitchenOptions, openKitchenApp } from './open-kitchen.ts'
import { openSharedKitchen, type SharedKitchen } from './shared-kitchen.ts'

export { electronProgram, type Installed, type KitchenApp, ROOT, type RunningApp } from './open-kitchen.ts'
export { expect }

type Options = {
  -readonly [Name in keyof KitchenOptions]: KitchenOptions[Name]
} & {
  /** In a file with `sharesApp`: this test gets an app of its own. */
  needsOwnApp: boolean
}

type WorkerOptions = {
  /**
   * The tests of the file use the app of an earlier test with the same options. A test begins without an open order,
   * with the settings of the start and a board that was just loaded. Finished orders, the log and the ledger of earlier
   * tests remain. Playwright runs these files first, on separate workers, so that no shared app is open while other
   * files run.
   */
  sharesApp: boolean
}

type WorkerFixtures = {
  sharedKitchen: SharedKitchen
  /** Sets the environment of the app's windows. */
  windowEnvironment: undefined
}

/** After a failed test: attaches its logs, because the profile is removed afterwards. */
export async function attachLogsOfFailure(testInfo: TestInfo, profile: string): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const folder = join(profile, 'logs')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    await testInfo.attach(name, { body: readFileSync(join(folder, name)), contentType: 'text/plain' })
  }
}

export const test = base.extend<Options & { kitchen: KitchenApp }, WorkerOptions & WorkerFixtures>({
  platformOptions: [{}, { option: true }],
  settings: [{ pollIntervalSeconds: 1, undoSeconds: 0 }, { option: true }],
  provision: [undefined, { option: true }],
  isWholeBrowser: [false, { option: true }],
  needsOwnApp: [false, { option: true }],
  sharesApp: [false, { option: true, scope: 'worker' }],

  windowEnvironment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, { project }) => {
      if (project.name === 'e2e') Object.assign(process.env, SHORT_WINDOWS)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],

  sharedKitchen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const shared = openSharedKitchen()
      await use(shared)
      await shared.end()
    },
    { scope: 'worker' },
  ],

  kitchen: async (
    { platformOptions, settings, provision, isWholeBrowser, needsOwnApp, sharesApp, sharedKitchen },
    use,
    testInfo,
  ) => {
    const options = { platformOptions, settings, provision, isWholeBrowser }
    const isShared = sharesApp && !needsOwnApp
    const opened = isShared ? await sharedKitchen.acquire(options) : await openKitchenApp(options)
    await use(opened.kitchen)
    await attachLogsOfFailure(testInfo, opened.kitchen.profile)
    if (!isShared) await opened.end()
  },
})
