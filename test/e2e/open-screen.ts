import { expect } from '@playwright/test'
import { linkAccountOf } from '../../electron/screens/pairing/identity.ts'
import { createJoinService } from '../../electron/screens/pairing/join-service.ts'
import { createKeytarStore } from '../../electron/secrets/keytar-store.ts'
import { openRoleFile } from '../../electron/storage/role-file.ts'
import { openStorage } from '../../electron/storage/storage.ts'
import type { Bridge } from '../../shared/contract/contract.ts'
import type { ScreenRole } from '../../shared/contract/values.ts'
import { freePort } from '../fixtures/free-port.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { exhaustRelaunches } from './exhaust-relaunches.ts'
import type { KitchenApp } from './kitchen.ts'
import type { SetupWorld } from './setup-world.ts'

/** Opens a pairing. Returns the address and the code for the new screen. */
export async function openCode(kitchen: KitchenApp): Promise<{ readonly address: string; readonly code: string }> {
  const shown = await kitchen.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const opened = await call['screens:open-pairing'](null)
    if (!opened.ok || opened.value.pairing.state !== 'open') throw new Error('No pairing is open')
    return { code: opened.value.pairing.code, port: /:(\d+)$/u.exec(opened.value.addresses[0] ?? '')?.[1] }
  })
  return { address: shown.port === undefined ? '127.0.0.1' : `127.0.0.1:${shown.port}`, code: shown.code }
}

/**
 * Pairs the profile of the second program with the main computer, with the product's parts in this process, and opens the
 * program as a screen. `pairing.spec.ts` and `screen-roles.spec.ts` pair with the built program and its buttons.
 */
export async function openScreen(
  kitchen: KitchenApp,
  world: SetupWorld,
  { role, name = 'Passe' }: { readonly role?: ScreenRole; readonly name?: string } = {},
): Promise<void> {
  const service = createJoinService({
    store: createKeytarStore(),
    account: linkAccountOf(world.profile),
    joined: openRoleFile(world.profile),
    restart: () => undefined,
    log: createMemoryLog(),
  })
  const joined = await service.join({ ...(await openCode(kitchen)), name, role })
  expect(joined).toMatchObject({ ok: true, value: { outcome: 'joined' } })
  // The tests restart a screen that becomes the main computer or leaves it.
  exhaustRelaunches(world.profile)
  await world.open()
}

/** Gives the main computer a port of its own, before it is started. */
export async function useOwnPort({ profile }: KitchenApp): Promise<void> {
  const opened = openStorage(profile, { now: Date.now() })
  if (!opened.ok) throw new Error(opened.message)
  opened.value.ledger.facts.screensPort.set(await freePort())
  opened.value.close()
}

/** Kills a program with SIGKILL. */
export const killProgram = async (program: ReturnType<KitchenApp['app']>['process']): Promise<void> => {
  const child = program.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
