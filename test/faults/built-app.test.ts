import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type Page } from '@playwright/test'
import { afterAll, describe, expect, it } from 'vitest'
import { electronBinary } from '../../scripts/demo/electron-binary.ts'
import { chooseProgram } from '../../scripts/demo/program.ts'
import { eventually } from '../fixtures/running-kitchen.ts'
import { sizeFromEnvironment, warnNotRun } from './figures.ts'
import { openKeyring } from './open-keyring.ts'
import { type Descendant, descendantsOf, stillRunning } from './process-tree.ts'
import { ROOT } from './station-bundle.ts'
import { acknowledgedIds, startWatchedPlatform } from './watched-platform.ts'

const KILLS = sizeFromEnvironment('COMANDA_APP_KILLS', 3)
/** Longest wait after a tap, an order or an acknowledgment, in ms. */
const SPREAD_MS = 120
const ENDED_WITHIN_MS = 5_000
const TIME_LIMIT_MS = 120_000

const keyring = await openKeyring()
const missing =
  typeof keyring === 'string' ? keyring : process.platform === 'linux' ? undefined : 'looks into /proc: needs Linux'
if (missing !== undefined) warnNotRun('kills of the built app', missing)
const env = typeof keyring === 'string' ? {} : keyring.env

describe.skipIf(missing !== undefined)(`the built app${missing === undefined ? '' : ` (not run: ${missing})`}`, () => {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-app-kill-'))
  const left: Descendant[] = []
  let main: ChildProcess | undefined
  let page: Page | undefined

  afterAll(async () => {
    main?.kill('SIGKILL')
    for (const { pid } of stillRunning(left)) process.kill(pid, 'SIGKILL')
    if (typeof keyring !== 'string') await keyring.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  it(`after ${KILLS} kills every order is back, every tap has reached the platform once, and no browser process is left`, {
    timeout: TIME_LIMIT_MS * Math.max(1, KILLS / 3),
  }, async () => {
    if (!existsSync(join(ROOT, 'out/main/main.js'))) throw new Error('The app is not built: run npm run build')
    const platform = await startWatchedPlatform()
    const { apiUrl, clientId, clientSecret } = platform
    const provision = join(profile, 'provision.json')
    const settings = { pollIntervalSeconds: 1, undoSeconds: 0 }
    writeFileSync(provision, JSON.stringify({ apiUrl, clientId, clientSecret, settings }))
    const program = chooseProgram(ROOT, { host: electronBinary(ROOT) === undefined, headless: true })

    const open = async (isFirst: boolean): Promise<Page> => {
      const switches = [`--user-data-dir=${profile}`, ...(isFirst ? [`--provision=${provision}`] : [])]
      const app = await _electron.launch({
        executablePath: program.executable,
        args: [...program.switches, ROOT, ...switches],
        cwd: ROOT,
        env: { ...definedEnv(), ...env },
      })
      main = app.process()
      page = await app.firstWindow()
      return page
    }
    const kill = async (): Promise<void> => {
      if (main?.pid === undefined) throw new Error('The app does not run')
      const started = descendantsOf(main.pid)
      expect(started.length).toBeGreaterThan(0)
      left.push(...started)
      const gone = once(main, 'close')
      main.kill('SIGKILL')
      await gone
      await eventually(
        'nothing that the app started is still there',
        () => stillRunning(started).length === 0,
        ENDED_WITHIN_MS,
      )
    }

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
      const board = await open(killed === 0)
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
      await kill()
    }

    if (!page) throw new Error('The app does not run')
    for (const id of tapped) await page.locator(`[data-order-id="${id}"] [data-truth="confirmed"]`).waitFor()
    for (const id of orderIds) {
      await page.locator(`[data-order-id="${id}"][data-status="${platform.order(id)?.status}"]`).waitFor()
    }
    await eventually('all is acknowledged', () => platform.model.pending(platform.clientId).length === 0)
    for (const id of tapped) expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
    expect(platform.requestLog.violations()).toEqual([])
    await kill()
    await platform.close()
    console.log(
      `built app in ${program.description}: ${KILLS} kills, ${orderIds.length} orders, ${tapped.length} taps, nothing left behind`,
    )
  })
})

const definedEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
