import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { ProfileName } from '../../../shared/contract/platforms.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type HostOptions, startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

/** The product's core without Electron, connected to a host of Open Delivery 1.x over HTTP; it ends with the test. */
export async function kitchenOf1(
  options: HostOptions = {},
  settings: SettingsPatch = {},
  profile: ProfileName = 'generic',
) {
  const host = await startHost1(options)
  const folder = mkdtempSync(join(tmpdir(), 'comanda-kitchen-of-1-'))
  const { apiUrl, clientId, clientSecret } = host
  const spoken = { dialect: 'open-delivery-1', profile } as const
  const open = () => {
    const core = openCore({
      folder,
      connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders', spoken })),
      settings: Promise.resolve(undefined),
      fetch: fetchOver(fetch),
      isOnline: () => true,
      clock: createSystemClock(),
      log: createMemoryLog(),
    })
    core.changeSettings({ pollIntervalSeconds: 1, undoSeconds: 0, confirmStartsPreparation: false, ...settings })
    core.start()
    return core
  }
  let core = open()
  onTestFinished(async () => {
    await core.stop()
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ticket = (orderId: string): Ticket | undefined =>
    core.snapshot().tickets.find((each) => each.orderId === orderId)
  return {
    host,
    core: () => core,
    ticket,
    seen: (orderId: string, what: string, condition: (ticket: Ticket) => boolean) =>
      eventually(what, () => {
        const seen = ticket(orderId)
        return seen && condition(seen) ? seen : undefined
      }),
    async restart() {
      await core.stop()
      core = open()
    },
  }
}
