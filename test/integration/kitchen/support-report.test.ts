import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDiagnosticsExport } from '../../../electron/diagnostics/export.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { WEBHOOK_OFF } from '../../unit/ipc/fakes.ts'
import { isNew, openThree } from './three-connections.ts'

it('a report for support has the state of each of three connections, and no credential of any, of a paused one either', async () => {
  const { shops, kitchen, placeEverywhere } = await openThree()
  const { id } = placeEverywhere()
  for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
  shops[1].place()
  await shops[2].fail({ status: 401 })
  await eventually('the refusal', () => kitchen.core().snapshot().freshness.connection === 'Um')
  const opened = kitchen.kitchen().opened
  let saved = ''
  const run = createDiagnosticsExport({
    profile: kitchen.profile,
    core: kitchen.core(),
    connections: opened,
    webhookStatus: () => WEBHOOK_OFF,
    clock: createSystemClock(),
    log: kitchen.kitchen().log,
    version: '1.0.0',
    rendering: 'hardware',
    async save(_name, text) {
      saved = text
      return true
    },
  })
  expect(await kitchen.calls()['connections:change']({ slot: 2, isPaused: true })).toMatchObject({ ok: true })
  // A defect of the log would write them.
  const leaks = shops.map(({ given }) => JSON.stringify({ event: 'leak', code: given.clientSecret }))
  mkdirSync(join(kitchen.profile, 'logs'), { recursive: true })
  writeFileSync(join(kitchen.profile, 'logs', 'comanda-2026-01-01.log'), leaks.map((leak) => `${leak}\n`).join(''))
  expect(await run()).toMatchObject({ ok: true })
  expect(JSON.parse(saved).connections).toMatchObject([
    { slot: 1, dialect: 'open-delivery-2', tickets: 1, freshness: { now: { state: 'fresh' } } },
    { slot: 2, dialect: 'open-delivery-2' },
    { slot: 3, dialect: 'open-delivery-1', tickets: 1, freshness: { now: { trouble: 'credentials-refused' } } },
  ])
  for (const { storage } of JSON.parse(saved).connections)
    expect(storage.files.map(({ name }: { name: string }) => name)).toContain('ledger.db')
  expect(saved).toContain('[redacted]')
  for (const { given } of shops)
    for (const secret of [given.clientSecret, given.clientId, given.name].filter((text) => text.length > 5))
      expect(saved).not.toContain(secret)
  // Each line of a further connection says of which.
  const slots = kitchen.kitchen().log.lines.map(({ fields }) => fields?.slot)
  expect(slots).toContain(3)
})
