import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { startChaosProxy } from '../../fixtures/chaos-proxy.ts'
import { freePort } from '../../fixtures/free-port.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { joinScreen, screensOf } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isNew, openThree } from './three-connections.ts'

/** A main computer with three connections, and a screen behind a line that can be cut. */
async function openWithScreen() {
  const three = await openThree()
  const core = three.kitchen.core()
  core.facts.screensPort.set(await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'comanda-screen-of-several-'))
  const parts = { profile: folder, secrets: createMemoryStore(), clock: createSystemClock(), log: createMemoryLog() }
  const screens = screensOf(core, parts)
  screens.start()
  await screens.openPairing()
  const port = await eventually('the main computer listens', screens.port)
  const line = await startChaosProxy(port)
  const screen = await joinScreen(screens, { name: 'Passe', folder, port: line.port })
  onTestFinished(async () => {
    await screen.backend.stop()
    await line.close()
    await screens.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...three, core, screen, line }
}

it('a tap of a screen reaches the platform of its order, also one that was kept while the line was cut', async () => {
  const { shops, kitchen, placeEverywhere, screen, line } = await openWithScreen()
  const { id } = placeEverywhere()
  for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
  const keys = [id, `@2:${id}`, `@3:${id}`] as const
  for (const [index, key] of keys.entries()) {
    const shown = await screen.seen(key, 'new', isNew)
    expect(shown).toMatchObject({
      displayId: 'A1',
      connection: { name: shops[index]?.given.name },
      platformOrderId: id,
    })
  }
  const [, second, third] = keys
  expect(await screen.calls['order:act']({ orderId: third, action: 'confirm' })).toMatchObject({ ok: true })
  await screen.seen(third, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
  expect(shops.map(({ posted }) => posted(id))).toEqual([[], [], ['confirm']])

  await line.add('upstream', { kind: 'down' })
  await eventually('the screen is cut off', () => screen.backend.core.snapshot().freshness.trouble === 'station-away')
  expect(await screen.calls['order:act']({ orderId: second, action: 'confirm' })).toMatchObject({ ok: true })
  expect(screen.ticket(second)?.tap).toMatchObject({ truth: 'here' })
  for (const other of [id, third]) expect(screen.ticket(other)?.tap?.truth).not.toBe('here')
  await line.clear()
  await screen.seen(second, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
  expect(shops.map(({ posted }) => posted(id))).toEqual([[], ['confirm'], ['confirm']])
  expect(kitchen.ticketOf('Casa', id)?.status).toBe('CREATED')
})
