import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenCore } from '../../../electron/composition/open-core.ts'
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

/** A main computer and a screen whose board shows two orders. */
async function kitchen() {
  world = await startPairedKitchen()
  const { platform, core, screens } = world
  const screen = await world.join('Passe')
  const [first, second] = [platform.place(DELIVERY).id, platform.place(DELIVERY).id]
  for (const id of [first, second]) await screen.seen(id, 'an order', ({ actions }) => actions.includes('confirm'))
  const killCore = async (): Promise<void> => {
    await screens.stop()
    await core.stop()
    await eventually('silence', () => screen.backend.core.snapshot().freshness.trouble === 'station-away')
  }
  return { screen, first, second, killCore }
}

const begin = async ({ calls }: JoinedScreen) => calls['promotion:begin'](null)
const outcome = (is: string) => ({ ok: true, value: { outcome: is } })

/** Takes the place of the main computer, and starts as it. */
async function promoted(screen: JoinedScreen): Promise<OpenCore> {
  expect(await begin(screen)).toEqual(outcome('done'))
  await screen.backend.stop()
  completePromotion(screen.profile, openRoleFile(screen.profile), NOW)
  return coreOnProfile(screen.profile, world.platform)
}

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
  it('reads the orders of its own board from the platform, and the next order comes', async () => {
    const { screen, first, second, killCore } = await kitchen()
    expect(await screen.calls['promotion:status'](null)).toMatchObject({ ok: true, value: { isMainThere: true } })
    expect(await begin(screen)).toEqual(outcome('station-answers'))
    await killCore()
    expect(await screen.calls['promotion:status'](null)).toEqual({
      ok: true,
      value: { isMainThere: false, isHandedOver: false, orders: 2, taps: 0 },
    })
    // A file from the time when this machine was a main computer.
    openFence(screen.profile).raise({ at: 5 })
    const core = await promoted(screen)
    try {
      expect(readdirSync(screen.profile).filter((name) => /^(?:screen|role|handed)/u.test(name))).toEqual([])
      expect(core.snapshot().settings.pollIntervalSeconds).toBe(1)
      core.start()
      const third = world.platform.place(DELIVERY).id
      for (const id of [first, second, third]) {
        await eventually(`order ${id}`, () => core.snapshot().tickets.find((ticket) => ticket.orderId === id)?.status)
      }
    } finally {
      await core.stop()
    }
  })

  it('keeps what its board shows, and sends its own waiting tap once', async () => {
    const { screen, first, second, killCore } = await kitchen()
    const [line] = screen.ticket(second)?.lines ?? []
    if (line === undefined) throw new Error('no line')
    await killCore()
    expect(await screen.calls['order:act']({ orderId: first, action: 'confirm' })).toMatchObject({ ok: true })
    await screen.calls['order:strike-line']({ orderId: second, lineId: line.lineId, struck: true })
    await screen.calls['order:quiet-alarm']({ orderId: second, how: 'silenced' })
    const core = await promoted(screen)
    try {
      core.start()
      await eventually('the tap', () => world.platform.order(first)?.status === 'CONFIRMED')
      const ticket = await eventually('the other order', () =>
        core.snapshot().tickets.find(({ orderId, status }) => orderId === second && status === 'CREATED'),
      )
      expect([ticket.lines.map(({ struck }) => struck)[0], ticket.alarm]).toEqual([true, undefined])
      await eventually('the confirmation', () =>
        core.snapshot().tickets.some(({ orderId, tap }) => orderId === first && tap?.truth === 'confirmed'),
      )
      expect(world.platform.requestLog.requestsTo('confirm')).toHaveLength(1)
    } finally {
      await core.stop()
    }
  })

  it('does not send a tap that the main computer has sent already, or whose order is cancelled', async () => {
    const { screen, first, second, killCore } = await kitchen()
    await world.line.add('downstream', { kind: 'reset', afterMs: 0 })
    await eventually('the cut', () => screen.backend.core.snapshot().freshness.trouble === 'station-away')
    world.core.act({ orderId: first, action: 'confirm' })
    await eventually('the step', () => world.platform.order(first)?.status === 'CONFIRMED')
    await killCore()
    for (const orderId of [first, second]) await screen.calls['order:act']({ orderId, action: 'confirm' })
    world.platform.cancel(second, 'CUSTOMER', 'Desistiu')
    const core = await promoted(screen)
    const tapOf = (id: string) => core.snapshot().tickets.find(({ orderId }) => orderId === id)?.tap
    try {
      core.start()
      await eventually('the proof', () => tapOf(first)?.truth === 'confirmed')
      await eventually('the refusal', () => tapOf(second)?.reason === 'order-cancelled')
      expect(world.platform.requestLog.requestsTo('confirm')).toHaveLength(1)
    } finally {
      await core.stop()
    }
  })

  it('starts next as a screen or as the main computer with this ledger, when it ends at any step', async () => {
    const { screen, killCore } = await kitchen()
    await killCore()
    const { profile } = screen
    const path = (name: string): string => join(profile, name)
    // This machine was a main computer before, so its old ledger and copies exist.
    const older = openLedgerStore(path('ledger.db'))
    if (!older.ok) throw new Error(older.code)
    older.value.ledger.facts.devices.set('old')
    older.value.ledger.close()
    expect(await begin(screen)).toEqual(outcome('done'))
    await screen.backend.stop()
    const role = openRoleFile(profile)
    const devices = (): string | undefined => ledgerOf(path('ledger.db'), (ledger) => ledger.facts.devices.get())
    // No file was moved before the start that completes the promotion.
    expect([existsSync(path('ledger.db.incoming')), devices()]).toEqual([true, 'old'])

    // Ended between the two renames: the old ledger has its new name, and the new ledger is not in its place.
    renameSync(path('ledger.db'), path('aside.db'))
    completePromotion(profile, role, NOW)
    expect([devices(), role.isBecomingMain()]).toEqual(['[]', false])

    // Ended before the role was written: the new ledger is not moved away.
    role.becomeMain()
    completePromotion(profile, role, NOW + 1)
    expect([devices(), role.isBecomingMain(), existsSync(path('quarantine'))]).toEqual(['[]', false, false])
  })

  it('moves an old ledger away with its copies, because a repair would use them', async () => {
    const { screen, killCore } = await kitchen()
    await killCore()
    const { profile } = screen
    const older = openLedgerStore(join(profile, 'ledger.db'))
    if (!older.ok) throw new Error(older.code)
    older.value.ledger.close()
    mkdirSync(join(profile, 'backups'))
    writeFileSync(join(profile, 'backups', 'ledger-2026-03-01T12-00-00.000Z.db'), 'older')
    expect(await begin(screen)).toEqual(outcome('done'))
    await screen.backend.stop()
    completePromotion(profile, openRoleFile(profile), NOW)
    const [aside = ''] = readdirSync(join(profile, 'quarantine'))
    expect(readdirSync(join(profile, 'quarantine', aside)).toSorted()).toEqual(['backups', 'ledger.db'])
    expect(existsSync(join(profile, 'backups'))).toBe(false)
  })
})
