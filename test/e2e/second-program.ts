import type { Bridge } from '../../shared/contract.ts'
import { keepFromRelaunch } from './keep-from-relaunch.ts'
import { expect, type Kitchen } from './kitchen.ts'
import type { SetupWorld } from './setup-world.ts'

/** Pairs with calls of the bridge (`pairing.spec.ts` tests the buttons), and opens the second program as a screen. */
export async function openScreen(kitchen: Kitchen, world: SetupWorld): Promise<void> {
  const shown = await kitchen.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const opened = await call['screens:open-pairing'](null)
    if (!opened.ok || opened.value.pairing.state !== 'open') throw new Error('No pairing is open')
    return { code: opened.value.pairing.code, port: /:(\d+)$/u.exec(opened.value.addresses[0] ?? '')?.[1] }
  })
  const address = shown.port === undefined ? '127.0.0.1' : `127.0.0.1:${shown.port}`
  await world.open()
  keepFromRelaunch(world.profile)
  const joined = await world.page().evaluate(
    async ([to = '', code = '']) => {
      const { call } = Reflect.get(window, 'comanda') as Bridge
      return call['screens:join']({ address: to, code, name: 'Passe' })
    },
    [address, shown.code],
  )
  expect(joined).toMatchObject({ ok: true, value: { outcome: 'joined' } })
  await world.close()
  await world.open()
}

/** Kills a program with SIGKILL. */
export const killed = async (program: ReturnType<Kitchen['app']>['process']): Promise<void> => {
  const child = program.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
