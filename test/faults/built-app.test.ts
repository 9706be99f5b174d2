import type { Page } from '@playwright/test'
import { afterAll, describe, expect, it } from 'vitest'
import { eventually } from '../fixtures/running-kitchen.ts'
import { type BuiltApp, createBuiltApp } from './built-app.ts'
import { sizeFromEnvironment, warnNotRun } from './figures.ts'
import { openKeyring } from './open-keyring.ts'
import { acknowledgedIds, startWatchedPlatform } from './watched-platform.ts'

const KILLS = sizeFromEnvironment('COMANDA_APP_KILLS', 3)
/** Longest wait after a tap, an order or an acknowledgment, in ms. */
const SPREAD_MS = 120
const TIME_LIMIT_MS = 120_000

const keyring = await openKeyring()
const missing =
  typeof keyring === 'string' ? keyring : process.platform === 'linux' ? undefined : 'looks into /proc: needs Linux'
if (missing !== undefined) warnNotRun('kills of the built app', missing)

describe.skipIf(missing !== undefined)(`the built app${missing === undefined ? '' : ` (not run: ${missing})`}`, () => {
  let app: BuiltApp | undefined

  afterAll(async () => {
    app?.remove()
    if (typeof keyring !== 'string') await keyring.close()
  })

  it(`after ${KILLS} kills every order is back, every tap has reached the platform once, and no browser process is left`, {
    timeout: TIME_LIMIT_MS * Math.max(1, KILLS / 3),
  }, async () => {
    if (typeof keyring === 'string') throw new Error(keyring)
    const platform = await startWatchedPlatform()
    app = createBuiltApp(platform, keyring, { pollIntervalSeconds: 1, undoSeconds: 0 })
    let page: Page | undefined
    const orderIds: string[] = []
    const tapped: string[] = []
    for (let killed = 0; killed <= KILLS; killed += 1) {
      const acknowledged = Promise.withResolvers<void>()
      platform.watch({
        onArrival: (request) => {
          if (acknowledgedIds(request).length > 0) acknowledged.resolve()
        },
      })
      const id = platform.place().id
      orderIds.push(id)
      const board = await app.open()
      page = board
      for (const orderId of orderIds) await board.locator(`[data-order-id="${orderId}"][data-status]`).waitFor()
      await board.locator(`[data-order-id="${id}"] button[data-action="confirm"]`).click()
      await board.locator(`[data-order-id="${id}"] [data-truth]`).waitFor()
      tapped.push(id)
      if (killed === KILLS) break
      // Half of the kills happen around an acknowledgment, the others around the sending of a tap.
      if (killed % 2 === 1) {
        orderIds.push(platform.place().id)
        await acknowledged.promise
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
      await app.kill()
    }

    if (!page) throw new Error('The app does not run')
    for (const id of tapped) await page.locator(`[data-order-id="${id}"] [data-truth="confirmed"]`).waitFor()
    for (const id of orderIds) {
      await page.locator(`[data-order-id="${id}"][data-status="${platform.order(id)?.status}"]`).waitFor()
    }
    await eventually('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
    for (const id of tapped) expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
    expect(platform.requestLog.violations()).toEqual([])
    await app.kill()
    await platform.close()
    console.log(
      `built app in ${app.description}: ${KILLS} kills, ${orderIds.length} orders, ${tapped.length} taps, nothing left behind`,
    )
  })
})
