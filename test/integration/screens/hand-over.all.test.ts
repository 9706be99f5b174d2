import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openHandOver } from '../../../electron/screens/moving/hand-over.ts'
import { completePromotion } from '../../../electron/screens/promotion.ts'
import { openFence } from '../../../electron/storage/carry-ledger.ts'
import { openLedgerStore } from '../../../electron/storage/repair/open-ledger.ts'
import { openRoleFile } from '../../../electron/storage/role-file.ts'
import { coreOnProfile } from '../../fixtures/core-on-profile.ts'
import type { JoinedScreen } from '../../fixtures/joined-screen.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
const NOW = 1_800_000_000_000
/**
 * An attempt to connect that gets no answer ends after 10 s (electron/screens/link/main-link.ts). The next one
 * succeeds.
 */
const RECONNECTED_WITHIN_MS = 60_000
let world: PairedKitchen
afterEach(() => world.end())

const deviceOf = ({ deviceId }: JoinedScreen) => {
  const device = world.screens.devices.list().find(({ id }) => id === deviceId)
  if (device === undefined) throw new Error('not in the list')
  return device
}
const begin = async ({ calls }: JoinedScreen) => calls['promotion:begin'](null)
const outcome = (is: string) => ({ ok: true, value: { outcome: is } })

/** Two screens, and one order. */
async function kitchenOfTwo() {
  world = await startPairedKitchen()
  const successor = await world.join('Balcao')
  const other = await world.join('Passe')
  const { id } = world.platform.place(DELIVERY)
  for (const screen of [successor, other])
    await screen.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
  return { successor, other, id }
}

/** Begins the hand-over to this screen and restarts the main computer. */
async function handOverTo(successor: JoinedScreen, screens: readonly JoinedScreen[]): Promise<void> {
  world.core.handOver.begin(deviceOf(successor).key)
  await world.restartCore()
  for (const screen of screens) {
    await eventually(
      'the hand-over on the screen',
      () => screen.backend.core.snapshot().freshness.trouble === 'handed-over',
    )
  }
}

/** Whether a program that starts on these files would poll the platform. */
function wouldPoll(profile: string): boolean {
  const role = openRoleFile(profile)
  if (role.mainComputer() !== undefined) return false
  if (role.isBecomingMain()) return true
  const path = join(profile, 'ledger.db')
  if (!existsSync(path)) return false
  if (openFence(profile).handedOver() !== undefined) return false
  const opened = openLedgerStore(path)
  if (!opened.ok) throw new Error(opened.code)
  const { ledger } = opened.value
  try {
    return openHandOver(profile, ledger, { wall: () => NOW as never }).state() === undefined
  } finally {
    ledger.close()
  }
}
const pollers = (...profiles: readonly string[]): number => profiles.filter(wouldPoll).length

describe('a hand-over from a running main computer to a screen', () => {
  it('stops the main computer first, gives the screen every order, loses no data, and lets no other screen take the role', async () => {
    const { successor, other, id } = await kitchenOfTwo()
    const { platform, profile } = world
    expect(await begin(successor)).toEqual(outcome('station-answers'))
    await handOverTo(successor, [successor, other])
    const polls = platform.requestLog.requestsTo('poll').length
    for (const work of ['order:act', 'delivery'] as const)
      expect(world.core.admit(work, () => true)).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await other.calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
    await eventually('the refusal of a tap of a screen', () =>
      other.log.lines.some(({ event }) => event === 'tap-not-taken'),
    )

    expect(await begin(other)).toEqual(outcome('handed-to-other'))
    expect(await begin(successor)).toEqual(outcome('done'))
    expect(world.core.handOver.state()).toMatchObject({ isTaken: true })
    expect(world.core.handOver.takeBack()).toBe(false)
    expect(pollers(profile, successor.profile, other.profile)).toBe(1)
    // Neither program polled during the hand-over.
    expect(platform.requestLog.requestsTo('poll')).toHaveLength(polls)

    await successor.backend.stop()
    completePromotion(successor.profile, openRoleFile(successor.profile), NOW)
    const next = platform.place(DELIVERY).id
    const core = coreOnProfile(successor.profile, platform)
    try {
      core.start()
      for (const orderId of [id, next]) {
        await eventually(`order ${orderId}`, () =>
          core.snapshot().tickets.find((ticket) => ticket.orderId === orderId && ticket.status === 'CREATED'),
        )
      }
      expect(world.core.snapshot().tickets.some(({ orderId }) => orderId === next)).toBe(false)
    } finally {
      await core.stop()
    }
  })

  it('gets no ledger before the main computer has stopped', async () => {
    const { successor } = await kitchenOfTwo()
    world.core.handOver.begin(deviceOf(successor).key)
    await eventually(
      'the hand-over on the screen',
      () => successor.backend.core.snapshot().freshness.trouble === 'handed-over',
    )
    // Work that is under way is still stored until the restart.
    expect(await begin(successor)).toEqual(outcome('station-answers'))
    expect(openRoleFile(successor.profile).isBecomingMain()).toBe(false)
  })

  it('can be cancelled before the screen has taken the role, and the main computer then works again', async () => {
    const { successor, other } = await kitchenOfTwo()
    await handOverTo(successor, [successor, other])
    expect(world.core.handOver.takeBack()).toBe(true)
    // Until its restart the main computer still sends its ledger, without the mark of a hand-over.
    expect(await begin(successor)).toEqual(outcome('station-answers'))
    await world.restartCore()
    expect(wouldPoll(world.profile)).toBe(true)
    await eventually('fresh', () => successor.backend.core.snapshot().freshness.state === 'fresh')
    expect(await begin(successor)).toEqual(outcome('station-answers'))
    expect(pollers(world.profile, successor.profile, other.profile)).toBe(1)
  })

  it('leaves at most one program that would poll, and the ledger exists, when it ends between any two steps', async () => {
    const { successor, other } = await kitchenOfTwo()
    const { profile, line } = world
    const all = [profile, successor.profile, other.profile]
    const ledgers = (): boolean => existsSync(join(profile, 'ledger.db'))
    expect([pollers(...all), ledgers()]).toEqual([1, true])

    // The fence file exists, and the ledger does not contain the hand-over yet.
    const { key } = deviceOf(successor)
    await world.core.stop()
    openFence(profile).raise({ at: Date.now(), to: key })
    expect([pollers(...all), ledgers()]).toEqual([0, true])
    await world.restartCore()
    expect(world.core.handOver.state()).toMatchObject({ to: key, isSettled: true })
    await eventually(
      'the hand-over on the screen',
      () => successor.backend.core.snapshot().freshness.trouble === 'handed-over',
    )

    // The connection fails while the screen takes the role: the main computer stores nothing, and the screen remains a
    // screen.
    await line.add('upstream', { kind: 'reset', afterMs: 0 })
    expect(await begin(successor)).toEqual(outcome('not-noted'))
    expect(readdirSync(successor.profile).filter((name) => name.startsWith('ledger.db'))).toEqual([])
    await line.clear()
    expect([pollers(...all), world.core.handOver.state()?.isTaken]).toEqual([0, undefined])
    await eventually(
      'the hand-over on the screen',
      () => successor.backend.core.snapshot().freshness.trouble === 'handed-over',
    )

    // The main computer has stored it, and the screen ends before it has written its role.
    world.core.handOver.recordTaken()
    expect([pollers(...all), world.core.handOver.takeBack()]).toEqual([0, false])
    await world.restartCore()
    expect(world.core.handOver.takeBack()).toBe(false)
    // Until then the screen shows the state from before the restart of the main computer.
    await eventually(
      'connected again',
      () => world.screens.connected().includes(successor.deviceId),
      RECONNECTED_WITHIN_MS,
    )
    await eventually(
      'the hand-over on the screen',
      () => successor.backend.core.snapshot().freshness.trouble === 'handed-over',
    )

    // The next attempt ends once after the role is written, and once after the ledger is in its place.
    expect(await begin(successor)).toEqual(outcome('done'))
    expect(pollers(...all)).toBe(1)
    await successor.backend.stop()
    const role = openRoleFile(successor.profile)
    completePromotion(successor.profile, role, NOW)
    expect([pollers(...all), wouldPoll(successor.profile)]).toEqual([1, true])
    role.becomeMain()
    completePromotion(successor.profile, role, NOW)
    expect([pollers(...all), wouldPoll(successor.profile), ledgers()]).toEqual([1, true, true])
  })
})
