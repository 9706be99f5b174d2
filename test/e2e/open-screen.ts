import { expect } from '@playwright/test'
import type { Bridge } from '../../shared/contract.ts'
import type { ScreenRole } from '../../shared/views.ts'
import { keepFromRelaunch } from './keep-from-relaunch.ts'
import type { Kitchen } from './kitchen.ts'
import type { SetupWorld } from './setup-world.ts'

/** Opens a pairing. Returns the address and the code for the new screen. */
export async function openCode(kitchen: Kitchen): Promise<{ readonly address: string; readonly code: string }> {
  const shown = await kitchen.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const opened = await call['screens:open-pairing'](null)
    if (!opened.ok || opened.value.pairing.state !== 'open') throw new Error('No pairing is open')
    return { code: opened.value.pairing.code, port: /:(\d+)$/u.exec(opened.value.addresses[0] ?? '')?.[1] }
  })
  return { address: shown.port === undefined ? '127.0.0.1' : `127.0.0.1:${shown.port}`, code: shown.code }
}

/** Pairs with calls of the bridge, and opens the second program as a screen with this role. */
export async function openScreen(kitchen: Kitchen, world: SetupWorld, role: ScreenRole, name = 'Tela'): Promise<void> {
  const shown = await openCode(kitchen)
  await world.open()
  keepFromRelaunch(world.profile)
  const joined = await world.page().evaluate(
    async ({ address, code, wanted, called }) => {
      const { call } = Reflect.get(window, 'comanda') as Bridge
      return call['screens:join']({ address, code, name: called, role: wanted })
    },
    { ...shown, wanted: role, called: name },
  )
  expect(joined).toMatchObject({ ok: true, value: { outcome: 'joined' } })
  await world.close()
  await world.open()
}
