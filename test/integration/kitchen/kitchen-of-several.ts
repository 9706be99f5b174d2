import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { knownConnections, recordConnections } from '../../../electron/composition/connections.ts'
import { createConnectionCalls } from '../../../electron/composition/connections-service.ts'
import { openCoreEnvironment } from '../../../electron/composition/core-environment.ts'
import { openKitchen } from '../../../electron/composition/open-kitchen.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { openConnectionFiles } from '../../../electron/storage/connection-files.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { BoardDelta } from '../../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const SETTINGS: SettingsPatch = { pollIntervalSeconds: 1, undoSeconds: 0, confirmStartsPreparation: false }

export type GivenConnection = {
  readonly name?: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly dialect?: string
  readonly settings?: SettingsPatch
}

/** The product's kitchen without Electron, connected to several platforms by a file of credentials; it ends with the test. */
export async function kitchenOfSeveral(
  connections: readonly GivenConnection[],
  settings: SettingsPatch = {},
  { hasLeases = true, fill }: { readonly hasLeases?: boolean; readonly fill?: (profile: string) => void } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-several-'))
  const profile = join(folder, 'profile')
  const provisionFile = join(folder, 'connections.json')
  const give = (given: readonly GivenConnection[]): void =>
    writeFileSync(provisionFile, JSON.stringify({ connections: given, settings: { ...SETTINGS, ...settings } }))
  const store = Object.assign(createMemoryStore(), { hasUnansweredCall: () => false, onNewService: () => undefined })
  const deltas: BoardDelta[] = []
  const saved: string[] = []
  give(connections)
  fill?.(profile)

  const open = () => {
    const log = createMemoryLog()
    const clock = createSystemClock()
    const files = openConnectionFiles(profile)
    const environment = openCoreEnvironment({
      profile,
      provisionFile,
      isPractice: false,
      fetch: fetchOver(fetch),
      isOnline: () => true,
      secrets: store,
      now: clock.monotonic,
      log,
      onFile: (report) => report.kind === 'taken' && kitchen.core.retryNow(),
      known: () => knownConnections(files),
      record: recordConnections(files),
      onConnections: (all) => kitchen.provisioned(all),
    })
    const kitchen = openKitchen({
      ...environment,
      environment,
      files,
      profile,
      leaseFolder: hasLeases ? join(folder, 'leases') : undefined,
      clock,
      log,
      saveFile: async (_name, text) => saved.push(text) > 0,
    })
    kitchen.core.onDelta((delta) => deltas.push(delta))
    kitchen.core.start()
    const probe = () => Promise.resolve({ mayKeep: true })
    return { ...kitchen, files, environment, log, calls: createConnectionCalls({ kitchen, files, probe }) }
  }
  let running = open()
  onTestFinished(async () => {
    await running.core.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const tickets = (): readonly Ticket[] => running.core.snapshot().tickets
  return {
    profile,
    store,
    give,
    provisionFile,
    deltas,
    /** The files that staff saved. */
    saved,
    kitchen: () => running,
    core: () => running.core,
    calls: () => running.calls,
    tickets,
    ticketOf: (name: string, orderId: string): Ticket | undefined =>
      tickets().find((one) => one.connection?.name === name && (one.platformOrderId ?? one.orderId) === orderId),
    seen: (name: string, orderId: string, what: string, condition: (ticket: Ticket) => boolean) =>
      eventually(`${name}: ${what}`, () =>
        tickets().find(
          (one) => one.connection?.name === name && (one.platformOrderId ?? one.orderId) === orderId && condition(one),
        ),
      ),
    /** @param between is done while the kitchen does not run */
    async restart(between?: () => void) {
      await running.core.stop()
      between?.()
      running = open()
    },
  }
}
