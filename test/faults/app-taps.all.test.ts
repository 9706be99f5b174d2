import type { Page } from '@playwright/test'
import { afterAll, describe, expect, it } from 'vitest'
import { between, chance, seededRandom } from '../../electron/practice/platform/randomness.ts'
import { isAction } from '../fixtures/platform/requests.ts'
import { SEED } from '../fixtures/seed.ts'
import { tapAnything } from './any-button.ts'
import { type BuiltApp, createBuiltApp } from './built-app.ts'
import { sizeFromEnvironment, warnNotRun } from './figures.ts'
import type { DurableReports } from './kill-run.ts'
import { findViolations } from './kill-verdict.ts'
import { missingInCopy } from './ledger-queries.ts'
import { openKeyring } from './open-keyring.ts'
import { createRandomKitchen, injectOutage, stepPlatformClock } from './random-kitchen.ts'
import { lookAt, watchShownStatuses } from './shown-board.ts'
import { acknowledgedIds, startWatchedPlatform, type WatchedPlatform } from './watched-platform.ts'

const LIVES = sizeFromEnvironment('COMANDA_APP_LIVES', 2)
/** Shortest and longest time from the board to the kill, in ms. */
const LIFE_MS = [200, 5_000] as const
/** Shortest and longest time between two taps, in ms. */
const MOMENT_MS = [10, 120] as const
const QUIET_WITHIN_MS = 300_000
const LOOK_MS = 100
const TIME_LIMIT_MS = 600_000

const keyring = await openKeyring()
const missing =
  typeof keyring === 'string' ? keyring : process.platform === 'linux' ? undefined : 'looks into /proc: needs Linux'
if (missing !== undefined) warnNotRun('random taps on the built app', missing)

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Records what is acknowledged. Each acknowledged event must be in the ledger when its acknowledgment arrives. `onStep` is
 * called when a step of an order arrives, before the platform applies it.
 */
function watchRequests(
  platform: WatchedPlatform,
  { profile }: BuiltApp,
  promises: DurableReports,
  onStep: () => void,
): void {
  platform.watch({
    onArrival: (request) => {
      if (isAction(request.route)) onStep()
      const ids = acknowledgedIds(request)
      if (ids.length === 0) return
      for (const id of missingInCopy(profile, ids))
        promises.violations.push(`${id} was acknowledged before it was stored`)
      for (const id of ids) {
        promises.acknowledged.add(id)
        const orderId = platform.model.orderOfEvent(id)
        if (orderId !== undefined) promises.knownOrders.add(orderId)
      }
    },
  })
}

describe.skipIf(missing !== undefined)(`the built app${missing === undefined ? '' : ` (not run: ${missing})`}`, () => {
  let app: BuiltApp | undefined

  afterAll(async () => {
    app?.remove()
    if (typeof keyring !== 'string') await keyring.close()
  })

  it(`under random taps at a failing platform whose clock steps, killed ${LIVES} times, it loses and doubles nothing and shows no false status`, {
    timeout: TIME_LIMIT_MS * Math.max(1, LIVES / 5),
  }, async () => {
    if (typeof keyring === 'string') throw new Error(keyring)
    const random = seededRandom(SEED)
    const platform = await startWatchedPlatform({ seed: SEED })
    const kitchen = createRandomKitchen(platform, random)
    const opened = createBuiltApp(platform, keyring, { pollIntervalSeconds: 1, undoSeconds: 1, doneLaneMinutes: 1 })
    app = opened
    const promises: DurableReports = {
      taps: new Map(),
      undone: new Set(),
      acknowledged: new Set(),
      knownOrders: new Set(),
      violations: [],
    }
    const { violations } = promises
    let killAtStep = false
    let killed: Promise<void> | undefined
    watchRequests(platform, opened, promises, () => {
      if (killAtStep) killed ??= opened.kill()
    })
    const shown = watchShownStatuses(platform, violations)

    const look = async (page: Page) => {
      const board = await lookAt(page)
      shown.check(board)
      for (const { orderId, tap } of board.snapshot.tickets) {
        if (tap !== undefined) promises.taps.set(tap.tapId, { orderId, action: tap.action })
      }
      return board
    }
    const isOpen = (orderId: string): boolean => {
      const order = platform.order(orderId)
      return order !== undefined && !order.cancelled && order.status !== 'DELIVERED' && order.status !== 'CONCLUDED'
    }

    let taps = 0
    let killsAtStep = 0
    for (let life = 0; life < LIVES; life += 1) {
      const expected = [...promises.knownOrders].filter(isOpen)
      const page = await opened.open()
      await page.locator('main').waitFor()
      const { snapshot } = await look(page)
      const onBoard = new Set(snapshot.tickets.map(({ orderId }) => orderId))
      for (const orderId of expected) {
        if (isOpen(orderId) && !onBoard.has(orderId)) violations.push(`${orderId} is not on the board after a start`)
      }
      const until = performance.now() + between(random, ...LIFE_MS)
      // Every second kill comes while a step is on its way, when there is one.
      killed = undefined
      killAtStep = life % 2 === 1
      while (killed === undefined && performance.now() < until) {
        kitchen.platformDoes()
        if (chance(random, 0.03)) injectOutage(platform, random)
        if (chance(random, 0.02)) stepPlatformClock(platform, random)
        try {
          if (await tapAnything(page, random)) taps += 1
          if (chance(random, 0.4)) await look(page)
        } catch (error) {
          if (killed === undefined) throw error
        }
        await sleep(between(random, ...MOMENT_MS))
      }
      if (killed !== undefined) killsAtStep += 1
      killAtStep = false
      await (killed ?? opened.kill())
    }

    platform.clearFaults()
    platform.setDateHeader('correct')
    const page = await opened.open()
    await page.locator('main').waitFor()
    const until = performance.now() + QUIET_WITHIN_MS
    for (;;) {
      for (const { id } of platform.orders()) platform.decideCancellation(id, 'deny')
      const { snapshot } = await look(page)
      const isAtRest =
        snapshot.unsettledTaps === 0 &&
        platform.model.pending(platform.clientId).length === 0 &&
        snapshot.tickets.every(({ reading }) => reading === 'read')
      if (isAtRest) break
      if (performance.now() > until) {
        violations.push(`not at rest after ${QUIET_WITHIN_MS} ms: ${snapshot.unsettledTaps} taps are open`)
        break
      }
      await sleep(LOOK_MS)
    }
    // One more poll must change nothing, and the window paints the last change.
    const polls = () => platform.requestLog.requestsTo('poll').length
    const before = polls()
    let last = await look(page)
    const wronglyPainted = () =>
      [...last.painted].flatMap(([orderId, status]) => {
        const order = platform.order(orderId)
        const actual = order?.cancelled ? 'CANCELLED' : order?.status
        return status === actual ? [] : [`${orderId} is ${actual} and painted as ${status}`]
      })
    while ((polls() < before + 2 || wronglyPainted().length > 0) && performance.now() < until) {
      await sleep(LOOK_MS)
      last = await look(page)
    }
    violations.push(...wronglyPainted())
    await opened.close()
    violations.push(...findViolations(platform, opened.profile, promises, last.snapshot.tickets))
    console.log(
      `random taps on the built app in ${opened.description}: seed ${SEED}, ${LIVES} kills (${killsAtStep} while a step was sent), ${taps} taps on buttons, ` +
        `${promises.taps.size} of them stored, ${kitchen.orderIds.length} orders, ${promises.acknowledged.size} acknowledged events, ` +
        `${shown.checks()} shown statuses checked, ${violations.length} violations`,
    )
    await platform.close()
    expect(violations).toEqual([])
  })
})
