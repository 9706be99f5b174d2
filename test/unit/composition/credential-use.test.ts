import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { credentialUse } from '../../../electron/composition/connection-sources.ts'
import type { Connection, ConnectionSource } from '../../../electron/platform/connection.ts'
import { leaseConnection } from '../../../electron/secrets/leased-connection.ts'
import { fail, ok } from '../../../shared/result.ts'
import { SLOTS, type Slot } from '../../../shared/ticket/ticket-key.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const credential = (clientId: string): Connection => ({
  apiUrl: 'https://api.example.test/od/v2',
  clientId,
  clientSecret: 'secret',
  scope: 'od.orders',
})
const has =
  (clientId: string): ConnectionSource =>
  async () =>
    ok(credential(clientId))

/** A kitchen whose connections have these credentials; all programs of this machine share the folder of leases. */
function kitchen(
  sources: Partial<Record<Slot, ConnectionSource>>,
  troubles: Partial<Record<Slot, Freshness['trouble']>> = {},
) {
  const leaseFolder = mkdtempSync(join(tmpdir(), 'comanda-leases-'))
  onTestFinished(() => rmSync(leaseFolder, { recursive: true, force: true }))
  const use = credentialUse({
    slots: () => SLOTS.filter((slot) => sources[slot] !== undefined),
    keptAt: (slot) => {
      const connection = sources[slot]
      return connection && { connection }
    },
    troubleOf: (slot) => troubles[slot],
    leaseFolder,
  })
  /** A program of this machine, this one included, receives the orders of this credential. */
  const lease = async (clientId: string): Promise<void> => {
    const held = leaseConnection({
      source: has(clientId),
      folder: leaseFolder,
      clock: { setTimer: () => () => undefined },
      log: createMemoryLog(),
      onTaken: () => undefined,
    })
    expect(await held.connection()).toMatchObject({ ok: true })
    onTestFinished(held.release)
  }
  return { use, lease }
}

it('a credential that nothing has is free, also where another one is in use', async () => {
  const { use, lease } = kitchen({ 1: has('a'), 2: has('b') })
  await lease('a')
  expect(await use(credential('c'), 'new')).toBe('free')
  expect(await use(credential('c'), 1)).toBe('free')
})

it('that of another connection of this kitchen is its own, whatever lease it holds', async () => {
  const { use, lease } = kitchen({ 1: has('a'), 2: has('b'), 3: has('c') })
  expect(await use(credential('b'), 'new')).toBe(2)
  await lease('b')
  expect(await use(credential('b'), 'new')).toBe(2)
  expect(await use(credential('b'), 1)).toBe(2)
  expect(await use(credential('a'), 3)).toBe(1)
})

it('the first connection may have its own again, for example with a new secret', async () => {
  const { use, lease } = kitchen({ 1: has('own') })
  await lease('own')
  expect(await use({ ...credential('own'), clientSecret: 'changed' }, 1)).toBe('free')
})

it('the second connection may have its own again, unless its polls say that another program has it', async () => {
  const own = { 1: has('a'), 2: has('b') }
  const inUse = kitchen(own)
  await inUse.lease('b')
  expect(await inUse.use(credential('b'), 2)).toBe('free')
  expect(await kitchen(own, { 2: 'credential-in-use' }).use(credential('b'), 2)).toBe('elsewhere')
})

it('that of another program is in use elsewhere', async () => {
  const { use, lease } = kitchen({ 1: has('a') })
  await lease('other')
  expect(await use(credential('other'), 'new')).toBe('elsewhere')
})

it('a connection whose keychain refuses or does not answer does not hold the others up', async () => {
  const refuses: ConnectionSource = async () => fail('not-configured', 'none')
  const hangs: ConnectionSource = () => new Promise(() => undefined)
  const { use } = kitchen({ 1: refuses, 2: hangs, 3: has('c') })
  expect(await use(credential('c'), 'new')).toBe(3)
})
