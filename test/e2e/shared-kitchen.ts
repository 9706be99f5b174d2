import { expect, type Page } from '@playwright/test'
import type { Bridge } from '../../shared/contract/contract.ts'
import { applySettingsPatch, DEFAULT_SETTINGS, type Settings } from '../../shared/contract/settings.ts'
import {
  type KitchenApp,
  type KitchenOptions,
  type OpenedKitchen,
  openKitchenApp,
  type RunningApp,
} from './open-kitchen.ts'

const MOVES = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const
/** The app polls each second, reads the orders and acknowledges. */
const CLEARED_WITHIN_MS = 60_000

/** The app that one worker keeps open for several tests. */
export type SharedKitchen = {
  /** The kitchen of the test before, cleared, if it has the same options; otherwise a new one. */
  acquire(options: KitchenOptions): Promise<OpenedKitchen>
  end(): Promise<void>
}

const settingsOf = (page: Page): Promise<Settings> =>
  page.evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const board = await call['board:snapshot'](null)
    if (!board.ok) throw new Error(board.message)
    return board.value.settings
  })

/** Changes every setting back that differs from those of the start. */
async function changeBack(page: Page, { settings }: KitchenOptions): Promise<void> {
  const now: Readonly<Record<string, unknown>> = await settingsOf(page)
  const text = (value: unknown) => JSON.stringify(value)
  const wanted: Readonly<Record<string, unknown>> = applySettingsPatch(DEFAULT_SETTINGS, {
    confirmStartsPreparation: false,
    ...settings,
  })
  const names = new Set([...Object.keys(now), ...Object.keys(wanted)])
  // The set-up's step is written by the provisioning.
  names.delete('setupStep')
  const patch = Object.fromEntries(
    [...names].flatMap((name) => (text(now[name]) === text(wanted[name]) ? [] : [[name, wanted[name] ?? null]])),
  )
  if (Object.keys(patch).length === 0) return
  await page.evaluate(async (changes) => {
    const answer = await Reflect.get(window, 'comanda').call['settings:change'](changes)
    if (!answer.ok) throw new Error(`The settings are not changed back: ${answer.message}`)
  }, patch)
}

/** Finishes every order at the platform. */
function finishOrders({ platform }: KitchenApp): void {
  for (const { id } of platform.orders()) {
    platform.decideCancellation(id, 'deny')
    platform.requestPreparation(id)
    for (const move of MOVES) platform.model.move(id, move)
  }
}

/** The rest of the test before: open orders, or a state that is not fresh. Acknowledges cancelled orders. */
const leftOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    await call['sync:retry-now'](null)
    const board = await call['board:snapshot'](null)
    if (!board.ok) return [board.message]
    const open = board.value.tickets.filter(({ lane }) => lane !== 'done')
    for (const { orderId, status } of open)
      if (status === 'CANCELLED') await call['order:acknowledge-cancellation']({ orderId })
    const { state } = board.value.freshness
    return [...open.map(({ orderId }) => orderId), ...(state === 'fresh' ? [] : [state])]
  })

/** Gives the page the size of its window again. */
async function resetSize({ process, page }: RunningApp): Promise<void> {
  if (page.viewportSize() === null) return
  const bounds = await process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentBounds())
  if (bounds === undefined) throw new Error('The app has no window')
  await page.setViewportSize({ width: bounds.width, height: bounds.height })
}

/** Ends faults, finishes the orders, waits until the app shows this, and changes the settings back. */
async function clear(opened: OpenedKitchen, options: KitchenOptions): Promise<void> {
  const { kitchen } = opened
  const { platform } = kitchen
  platform.clearFaults()
  platform.setClockSkew(0)
  await platform.endOutage()
  finishOrders(kitchen)
  const app = opened.running() ?? (await kitchen.open())
  const { page } = app
  await expect.poll(() => leftOn(page), { timeout: CLEARED_WITHIN_MS }).toEqual([])
  await expect.poll(() => platform.model.pending(platform.clientId)).toEqual([])
  await changeBack(page, options)
  await resetSize(app)
  platform.requestLog.clear()
}

/** Keeps one kitchen open for the tests of a worker that have the same options. */
export function openSharedKitchen(): SharedKitchen {
  let kept: { readonly key: string; readonly opened: OpenedKitchen } | undefined
  async function end(): Promise<void> {
    await kept?.opened.end()
    kept = undefined
  }
  return {
    async acquire(options) {
      const key = JSON.stringify(options)
      if (kept?.key === key) {
        await clear(kept.opened, options)
        return kept.opened
      }
      await end()
      const opened = await openKitchenApp(options)
      kept = { key, opened }
      return opened
    },
    end,
  }
}
