import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linkAccountOf } from '../../../electron/screens/pairing/identity.ts'
import { completePromotion, createPromotion } from '../../../electron/screens/promotion.ts'
import { accountOf, accountOfSlot } from '../../../electron/secrets/credentials.ts'
import { createMemoryStore, type SecretStore, type SecretTrouble } from '../../../electron/secrets/secret-store.ts'
import { openConnectionFiles } from '../../../electron/storage/connection-files.ts'
import { openLedgerStore } from '../../../electron/storage/repair/open-ledger.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { SLOTS } from '../../../shared/ticket/ticket-key.ts'
import { platformMs } from '../../../shared/time/time.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { tempFolder } from '../storage/test-ledger.ts'

const NOW = 1_800_000_000_000
const RUA = { name: 'Rua', color: 'teal' } as const
const UM = { name: 'Um', color: 'pink' } as const

const shown = (orderId: string, connection: Ticket['connection']): Ticket =>
  ticket('1', { orderId, connection, status: 'CREATED' })

/** A screen without a main computer, whose board shows one order id at three connections. */
function screenOf(
  tickets: readonly Ticket[],
  profile: string,
  secrets: Pick<SecretStore, 'erase'> = createMemoryStore(),
) {
  const args = { orderId: '@3:one', action: 'preparing' as const }
  return createPromotion({
    profile,
    role: { becomeMain: () => undefined },
    ownKey: async () => 'key',
    secrets,
    restart: () => undefined,
    core: {
      fetchLedger: async () => fail('disk', ''),
      knowledge: () => ({ tickets, taps: [{ id: 'tap', args, madeAt: NOW }], settings: undefined, seenAt: NOW }),
      linkState: () => 'station-away',
      takeRole: async () => false,
      wasHandedOver: () => false,
    },
    clock: { platform: () => platformMs(NOW) },
    log: createMemoryLog(),
  })
}

const FROM_THREE = [shown('one', { name: 'Casa', color: 'red' }), shown('@2:one', RUA), shown('@3:one', UM)]

it('a screen becomes the main computer of each connection, and no order goes to another one', async () => {
  const profile = tempFolder()
  expect(await screenOf(FROM_THREE, profile).begin()).toEqual(ok({ outcome: 'done' }))
  const files = openConnectionFiles(profile)
  expect(files.slots()).toEqual([1])
  const role = { isBecomingMain: () => true, isKnown: () => true, clearRole: () => undefined }
  completePromotion(profile, role, NOW)
  completePromotion(profile, role, NOW)
  expect(files.slots()).toEqual([1, 2, 3])
  expect([files.read(2), files.read(3)]).toMatchObject([RUA, UM])
  const stored = files.slots().map((slot) => {
    const opened = openLedgerStore(join(files.folderOf(slot), 'ledger.db'))
    if (!opened.ok) throw new Error(opened.code)
    const { ledger } = opened.value
    const found = [ledger.boardOrders(0).map(({ orderId }) => orderId), ledger.tapsOf('one').map(({ tapId }) => tapId)]
    ledger.close()
    return found
  })
  expect(stored).toEqual([
    [['one'], []],
    [['one'], []],
    [['one'], ['tap']],
  ])
})

const EARLIER = { name: 'Earlier', color: 'blue', isPaused: false } as const

it('what a screen had as a main computer of its own ends with the promotion, and not before', async () => {
  const profile = tempFolder()
  const files = openConnectionFiles(profile)
  for (const slot of [3, 4, 5] as const) files.save(slot, EARLIER)
  await screenOf(FROM_THREE, profile).begin()
  expect(files.slots()).toEqual([1, 3, 4, 5])
  const role = { isBecomingMain: () => true, isKnown: () => true, clearRole: () => undefined }
  completePromotion(profile, role, NOW)
  completePromotion(profile, role, NOW)
  const after = openConnectionFiles(profile)
  expect(after.slots()).toEqual([1, 2, 3])
  expect(after.read(3)).toMatchObject(UM)
})

it('the credentials that this machine had as a main computer of its own are gone: it connects with none of them', async () => {
  const profile = tempFolder()
  const store = createMemoryStore()
  const accounts = SLOTS.map((slot) => accountOfSlot(accountOf(profile), slot))
  for (const account of [...accounts, linkAccountOf(profile)]) await store.write(account, 'kept')
  expect(await screenOf(FROM_THREE, profile, store).begin()).toEqual(ok({ outcome: 'done' }))
  for (const account of accounts) expect(await store.read(account)).toEqual(ok(undefined))
  expect(await store.read(linkAccountOf(profile))).toEqual(ok('kept'))
})

it.each([
  ['locked', 'keychain'],
  ['denied', 'keychain'],
  ['failing', 'keychain'],
  ['absent', 'done'],
  ['no-library', 'done'],
  ['no-session', 'done'],
] as const)('with a keychain that is %s the promotion ends as %s', async (trouble: SecretTrouble, outcome) => {
  const profile = tempFolder()
  openConnectionFiles(profile).save(4, EARLIER)
  const refuses = { erase: async () => fail(trouble, '') }
  expect(await screenOf(FROM_THREE, profile, refuses).begin()).toEqual(ok({ outcome }))
})

it('a promotion that was broken off ends no earlier connection', async () => {
  const profile = tempFolder()
  openConnectionFiles(profile).save(4, EARLIER)
  await screenOf(FROM_THREE, profile).begin()
  const isNot = { isBecomingMain: () => false, isKnown: () => true, clearRole: () => undefined }
  completePromotion(profile, isNot, NOW)
  completePromotion(profile, { ...isNot, isBecomingMain: () => true }, NOW)
  expect(openConnectionFiles(profile).slots()).toEqual([1, 4])
})

it('a promotion that was broken off leaves no order of any connection', async () => {
  const profile = tempFolder()
  await screenOf(FROM_THREE, profile).begin()
  completePromotion(profile, { isBecomingMain: () => false, isKnown: () => true, clearRole: () => undefined }, NOW)
  expect(openConnectionFiles(profile).slots()).toEqual([1])
  expect(existsSync(join(profile, 'ledger.db.incoming'))).toBe(false)
  for (const slot of ['2', '3']) expect(readdirSync(join(profile, 'connections', slot))).toEqual([])
})
