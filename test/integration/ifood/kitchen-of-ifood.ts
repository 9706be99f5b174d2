import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type HostOptions, startIfood } from '../../fixtures/platform/ifood/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

/** The product's core without Electron, connected to a host of iFood over HTTP; it ends with the test. */
export async function kitchenOfIfood(options: HostOptions = {}, settings: SettingsPatch = {}) {
  const host = await startIfood(options)
  const folder = mkdtempSync(join(tmpdir(), 'comanda-kitchen-of-ifood-'))
  const { apiUrl, clientId, clientSecret } = host
  const spoken = spokenBy('ifood')
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
    folder,
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
