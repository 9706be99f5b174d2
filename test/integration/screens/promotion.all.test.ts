import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { completePromotion } from '../../../electron/screens/promotion.ts'
import { openFence } from '../../../electron/storage/carry-ledger.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { openLedgerStore } from '../../../electron/storage/repair/open-ledger.ts'
import { openRoleFile } from '../../../electron/storage/role-file.ts'
import { coreOnProfile } from '../../fixtures/core-on-profile.ts'
import type { JoinedScreen } from '../../fixtures/joined-screen.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
const NOW = 1_800_000_000_000
let world: PairedKitchen
afterEach(() => world.end())

/** A main computer with one order in the copy on its screen, and a later order. The screen's board shows both. */
async function copiedKitchen() {
  world = await startPairedKitchen()
  const { platform, core, screens } = world
  const screen = await world.join('Passe')
  const first = platform.place(DELIVERY).id
  await screen.seen(first, 'the first order', ({ actions }) => actions.includes('confirm'))
  const made = await screens.recoveryCode.renew()
  if (!made.ok) throw new Error(made.code)
  await eventually('a copy', () => screens.devices.list()[0]?.copyAt)
  const second = platform.place(DELIVERY).id
  await screen.seen(second, 'the second order', ({ actions }) => actions.includes('confirm'))
  const killCore = async (): Promise<void> => {
    await screens.stop()
    await core.stop()
    await eventually('silence', () => screen.backend.core.snapshot().freshness.trouble === 'station-away')
  }
  return { screen, code: made.value, first, second, killCore }
}

const begin = async ({ calls }: JoinedScreen, code: string) => calls['promotion:begin']({ code })
const outcome = (is: string) => ({ ok: true, value: { outcome: is } })

function ledgerOf<T>(path: string, look: (ledger: Ledger) => T): T {
  const opened = openLedgerStore(path)
  if (!opened.ok) throw new Error(opened.code)
  try {
    return look(opened.value.ledger)
  } finally {
    opened.value.ledger.close()
  }
}

describe('a screen that takes the place of a lost main computer', () => {
  it('has the orders of the copy and those of its own board; both are read from the platform, and the next order comes', async () => {
    const { screen, code, first, second, killCore } = await copiedKitchen()
    expect(await screen.calls['promotion:status'](null)).toMatchObject({ ok: true, value: { isMainThere: true } })
    expect(await begin(screen, code)).toEqual(outcome('station-answers'))
    await killCore()
    expect(await screen.calls['promotion:status'](null)).toMatchObject({
      ok: true,
      value: { isMainThere: false, orders: 2, taps: 0, copyAt: expect.any(Number) },
    })
    expect(await begin(screen, 'nonsense')).toEqual(outcome('mistyped'))
    expect(openRoleFile(screen.profile).isBecomingMain()).toBe(false)
    expect(await begin(screen, code.toLowerCase().replaceAll('-', ' '))).toEqual(outcome('done'))
    const role = openRoleFile(screen.profile)
    expect(role.isBecomingMain()).toBe(true)
    await screen.backend.stop()
    // A file from the time when this machine was a main computer.
    openFence(screen.profile).raise({ at: 5 })
    completePromotion(screen.profile, role, NOW)
    expect(readdirSync(screen.profile)).toEqual(['ledger.db'])
    expect(
      ledgerOf(join(screen.profile, 'ledger.db'), (ledger) => [
        ledger.facts.generation.get(),
        ledger.facts.devices.get(),
      ]),
    ).toEqual([1, '[]'])

    const { platform } = world
    const core = coreOnProfile(screen.profile, platform)
    try {
      core.start()
      const third = platform.place(DELIVERY).id
      for (const id of [first, second, third]) {
        await eventually(`order ${id}`, () => core.snapshot().tickets.find((ticket) => ticket.orderId === id)?.status)
      }
    } finally {
      await core.stop()
    }
  })

  it('changes nothing with the code of another shop or with a damaged copy', async () => {
    const { screen, code, killCore } = await copiedKitchen()
    const other = await world.screens.recoveryCode.renew()
    if (!other.ok) throw new Error(other.code)
    const before = world.screens.devices.list()[0]?.copyAt ?? 0
    await eventually('the next copy', () => (world.screens.devices.list()[0]?.copyAt ?? 0) > before)
    await killCore()
    expect(await begin(screen, code)).toEqual(outcome('wrong-code'))
    const folder = join(screen.profile, 'station-copies')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'garbage')
    expect(await begin(screen, other.value)).toEqual(outcome('no-copy'))
    expect(openRoleFile(screen.profile).isBecomingMain()).toBe(false)
    expect(readdirSync(screen.profile).filter((name) => name.startsWith('ledger'))).toEqual([])
  })

  it('starts next as a screen or as the main computer with this ledger, when it ends at any step', async () => {
    const { screen, code, killCore } = await copiedKitchen()
    await killCore()
    const { profile } = screen
    const path = (name: string): string => join(profile, name)
    // This machine was a main computer before, so its old ledger and copies exist.
    const older = openLedgerStore(path('ledger.db'))
    if (!older.ok) throw new Error(older.code)
    older.value.ledger.facts.generation.set(40)
    older.value.ledger.close()
    expect(await begin(screen, code)).toEqual(outcome('done'))
    await screen.backend.stop()
    const role = openRoleFile(profile)
    const generation = (): number | undefined => ledgerOf(path('ledger.db'), (ledger) => ledger.facts.generation.get())
    // No file was moved before the start that completes the promotion.
    expect([existsSync(path('ledger.db.incoming')), generation()]).toEqual([true, 40])

    // Ended between the two renames: the old ledger has its new name, and the new ledger is not in its place.
    renameSync(path('ledger.db'), path('aside.db'))
    completePromotion(profile, role, NOW)
    expect([generation(), role.isBecomingMain()]).toEqual([1, false])

    // Ended before the role was written: the new ledger is not moved away.
    role.becomeMain()
    completePromotion(profile, role, NOW + 1)
    expect([generation(), role.isBecomingMain(), existsSync(path('quarantine'))]).toEqual([1, false, false])
  })

  it('moves an old ledger away with its copies, because a repair would use them', async () => {
    const { screen, code, killCore } = await copiedKitchen()
    await killCore()
    const { profile } = screen
    const older = openLedgerStore(join(profile, 'ledger.db'))
    if (!older.ok) throw new Error(older.code)
    older.value.ledger.close()
    mkdirSync(join(profile, 'backups'))
    writeFileSync(join(profile, 'backups', 'ledger-2026-03-01T12-00-00.000Z.db'), 'older')
    expect(await begin(screen, code)).toEqual(outcome('done'))
    await screen.backend.stop()
    completePromotion(profile, openRoleFile(profile), NOW)
    const [aside = ''] = readdirSync(join(profile, 'quarantine'))
    expect(readdirSync(join(profile, 'quarantine', aside)).toSorted()).toEqual(['backups', 'ledger.db'])
    expect(existsSync(join(profile, 'backups'))).toBe(false)
  })
})
