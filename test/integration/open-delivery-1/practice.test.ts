import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createPracticePlatform } from '../../../electron/practice/platform/practice-platform.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import { ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const spoken = { dialect: 'open-delivery-1', profile: 'generic' } as const

it('the practice platform also speaks Open Delivery 1.x: every order is read whole and moved to its end', async () => {
  const orders = (['DELIVERY', 'TAKEOUT', 'INDOOR', 'DELIVERY'] as const).map((orderType, at) => ({
    atMs: at,
    order: { orderType, itemCount: 4 },
  }))
  const platform = createPracticePlatform({ seed: 7, orders }, Date.now)
  const { clientId, clientSecret } = platform
  const folder = mkdtempSync(join(tmpdir(), 'comanda-practice-1-'))
  const core = openCore({
    folder,
    connection: () => Promise.resolve(ok({ apiUrl: platform.apiUrlOf1, clientId, clientSecret, scope: 's', spoken })),
    settings: Promise.resolve(undefined),
    fetch: fetchOver((url, init) => platform.fetch(String(url), init ?? {})),
    isOnline: () => true,
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  onTestFinished(async () => {
    await core.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  core.changeSettings({ pollIntervalSeconds: 1, undoSeconds: 0, confirmStartsPreparation: false })
  core.start()
  const tickets = (): readonly Ticket[] => core.snapshot().tickets
  await eventually('the orders', () => tickets().filter(({ status }) => status === 'CREATED').length === orders.length)
  expect(tickets().map(({ unreadParts, hereOnly }) => [unreadParts, hereOnly !== undefined])).toEqual(
    orders.map(() => [undefined, true]),
  )
  const [delivery, takeout] = ['DELIVERY', 'TAKEOUT'].map((type) => tickets().find((one) => one.orderType === type))
  const move = async (orderId: string, action: QueuedAction, status: string) => {
    expect(core.act({ orderId, action })).toMatchObject({ ok: true })
    await eventually(`${action} of ${orderId}`, () =>
      tickets().some((one) => one.orderId === orderId && one.status === status && one.tap?.truth === 'confirmed'),
    )
  }
  for (const [action, status] of [
    ['confirm', 'CONFIRMED'],
    ['ready-for-pickup', 'READY'],
    ['dispatch', 'IN_DELIVERY'],
    ['delivered', 'DELIVERED'],
  ] as const)
    await move(delivery?.orderId ?? '', action, status)
  for (const [action, status] of [
    ['confirm', 'CONFIRMED'],
    ['preparing', 'PREPARING'],
    ['ready-for-pickup', 'READY'],
    ['pickedUp', 'DELIVERED'],
  ] as const)
    await move(takeout?.orderId ?? '', action, status)
})
