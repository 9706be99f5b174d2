import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isAccepted, isNew, openThree } from './three-connections.ts'
import type { Failure } from './three-platforms.ts'

const FAILURES: readonly (readonly [string, Failure])[] = [
  ['an outage', 'outage'],
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['429 for an hour', { status: 429, retryAfter: 3_600 }],
  ['500', { status: 500 }],
]

describe.each([0, 1, 2] as const)('connection %i of three', (index) => {
  it.each(FAILURES)('fails with %s, and the others receive orders and send taps', async (_words, failure) => {
    const { shops, kitchen, placeEverywhere } = await openThree()
    const victim = shops[index]
    const before = placeEverywhere().id
    for (const { given } of shops) await kitchen.seen(given.name, before, 'new', isNew)
    await victim.fail(failure)
    const waiting = kitchen.ticketOf(victim.given.name, before)?.orderId ?? ''
    expect(kitchen.core().act({ orderId: waiting, action: 'confirm' })).toMatchObject({ ok: true })
    await eventually('the badge names it', () => kitchen.core().snapshot().freshness.connection === victim.given.name)
    for (const shop of shops) {
      if (shop === victim) continue
      const id = shop.place()
      const { orderId } = await kitchen.seen(shop.given.name, id, 'new', isNew)
      expect(kitchen.core().act({ orderId, action: 'confirm' })).toMatchObject({ ok: true })
      await kitchen.seen(shop.given.name, id, 'accepted', isAccepted)
      expect(shop.posted(id)).toEqual(['confirm'])
      expect(shop.posted(before)).toEqual([])
    }
    const { connections = [] } = kitchen.core().snapshot().freshness
    expect(connections.filter(({ state }) => state !== 'fresh').map(({ name }) => name)).toEqual([victim.given.name])
    expect(kitchen.ticketOf(victim.given.name, before)?.status).toBe('CREATED')
  })
})

const DAMAGES = {
  'the ledger is garbage': (folder: string) => writeFileSync(join(folder, 'ledger.db'), 'no database, '.repeat(9_000)),
  'ledger and backups are gone': (folder: string) => {
    for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'backups'])
      rmSync(join(folder, name), { recursive: true, force: true })
  },
  'a folder is where the ledger was': (folder: string) => {
    for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm']) rmSync(join(folder, name), { force: true })
    mkdirSync(join(folder, 'ledger.db'))
  },
  'the ledger is of a newer version': (folder: string) => {
    const ledger = new Database(join(folder, 'ledger.db'))
    ledger.pragma('user_version = 9990')
    ledger.close()
  },
} as const

describe.each([0, 1, 2] as const)('connection %i of three after a start', (index) => {
  it.each(Object.entries(DAMAGES))('%s, and the others have all orders and taps', async (_words, damage) => {
    const { shops, kitchen, placeEverywhere } = await openThree()
    const { id } = placeEverywhere()
    for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
    await kitchen.core().stop()
    damage(kitchen.folderOf(index + 1))
    await kitchen.restart()
    for (const [other, shop] of shops.entries()) {
      if (other === index) continue
      const { orderId } = await kitchen.seen(shop.given.name, id, 'kept', isNew)
      expect(kitchen.core().admit('order:act', () => true)).toBeUndefined()
      expect(kitchen.core().act({ orderId, action: 'confirm' })).toMatchObject({ ok: true })
      await kitchen.seen(shop.given.name, id, 'accepted', isAccepted)
      const further = shop.place()
      await kitchen.seen(shop.given.name, further, 'new', isNew)
    }
    expect(shops[index].posted(id)).toEqual([])
  })
})

it.each([0, 1, 2] as const)(
  'a ledger of a newer version refuses the calls of its own orders: %i of three',
  async (index) => {
    const { shops, kitchen, placeEverywhere } = await openThree()
    const { id } = placeEverywhere()
    for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
    const keys = shops.map(({ given }) => kitchen.ticketOf(given.name, id)?.orderId ?? '')
    await kitchen.core().stop()
    DAMAGES['the ledger is of a newer version'](kitchen.folderOf(index + 1))
    await kitchen.restart()
    const core = kitchen.core()
    const answers = keys.map((orderId) => core.act({ orderId, action: 'confirm' }))
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual(
      keys.map((_, at) => (at === index ? 'storage' : 'ok')),
    )
    expect(core.snapshot().freshness.connections?.map(({ notice }) => notice)).toEqual(
      shops.map((_, at) => (at === index ? 'storage-newer' : undefined)),
    )
    // What the kitchen stores is in the ledger of the first connection.
    expect(core.admit('lock:set', () => true)?.code).toBe(index === 0 ? 'storage' : undefined)
    expect(core.admit('order:timeline', () => false)?.code).toBe('locked')
  },
)
