import { afterEach, describe, expect, it } from 'vitest'
import type { OrdersDeclaration } from '../../../electron/platform/discovery.ts'
import type { ReadDeclaration } from '../../../electron/station/platform-declaration.ts'
import type { OrderAction } from '../../../shared/lifecycle.ts'
import type { SettingsPatch } from '../../../shared/settings.ts'
import { bodyOf, createTestStation } from './test-station.ts'

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND
const DELIVERY = { fulfillment: { orderType: 'DELIVERY' } }

let kitchen: ReturnType<typeof createTestStation>
let readings: number[]
let declared: readonly OrderAction[] | undefined | Error
afterEach(() => kitchen.end())

/** A station with an order on the board. Its platform declares the value of `declared`. */
async function begun(first: typeof declared, status = 'READY', settings: SettingsPatch = {}) {
  declared = first
  readings = []
  const readDeclaration: ReadDeclaration = async () => {
    readings.push(kitchen.clock.now() - kitchen.startedAt)
    if (declared instanceof Error) throw declared
    return declared && { unsupported: declared, supportsPolling: true }
  }
  kitchen = createTestStation({ readDeclaration })
  kitchen.publish('a', 'CREATED', bodyOf(status, DELIVERY))
  // The longest poll interval, because a day of polls takes most of the time of these tests.
  kitchen.begin({ pollIntervalSeconds: 60, ...settings })
  await kitchen.clock.advance(5 * SECOND)
}
const actions = () => kitchen.ticket('a')?.actions
const troubles = () => kitchen.log.lines.filter(({ level }) => level === 'error')

describe("the platform's declaration", () => {
  it('removes only the buttons of the operations that it does not support', async () => {
    await begun(['dispatch'])
    expect(actions()).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
    await kitchen.clock.advance(30 * SECOND)
    expect(actions()).toEqual(['validateCode', 'requestCancellation'])
    expect(kitchen.world.deltas.at(-1)).not.toHaveProperty('notice')
    expect(kitchen.station().act({ orderId: 'a', action: 'dispatch' })).toMatchObject({ code: 'not-offered' })
  })

  it('is read once soon after the first poll, and once a day', async () => {
    await begun(undefined)
    expect(readings).toEqual([])
    await kitchen.clock.advance(60 * SECOND)
    expect(readings).toEqual([30 * SECOND])
    await kitchen.clock.advance(DAY)
    expect(readings).toEqual([30 * SECOND, DAY + 30 * SECOND])
  })

  it('is not read while no poll succeeds', async () => {
    kitchen = createTestStation({ readDeclaration: () => Promise.reject(new Error('asked too early')) })
    kitchen.world.pollAnswer = { kind: 'unavailable', cause: 'network' }
    kitchen.begin()
    await kitchen.clock.advance(300 * SECOND)
    expect(JSON.stringify(kitchen.log.lines)).not.toContain('asked too early')
  })

  it.each([
    ['nothing', undefined],
    ['a failure', new Error('broken')],
  ])('changes nothing after %s, and reports no problem', async (_what, answer) => {
    await begun(answer)
    const before = kitchen.station().snapshot()
    await kitchen.clock.advance(60 * SECOND)
    expect(actions()).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
    expect(kitchen.station().snapshot()).toMatchObject({ notice: before.notice, freshness: { state: 'fresh' } })
    expect(troubles()).toEqual([])
  })

  it('remains valid when it cannot be read again, and ends when the platform no longer declares it', async () => {
    await begun(['dispatch'])
    await kitchen.clock.advance(30 * SECOND)
    declared = undefined
    await kitchen.clock.advance(DAY)
    expect(readings).toHaveLength(2)
    expect(actions()).not.toContain('dispatch')
    declared = []
    await kitchen.clock.advance(DAY)
    expect(actions()).toContain('dispatch')
  })

  it('is read again when the platform may be another one', async () => {
    await begun(['dispatch'])
    await kitchen.clock.advance(30 * SECOND)
    declared = []
    kitchen.station().retryNow()
    await kitchen.clock.advance(61 * SECOND)
    expect(readings).toHaveLength(2)
    expect(actions()).toContain('dispatch')
  })

  it('does not change a tap that was already queued', async () => {
    await begun(['dispatch'], 'READY', { undoSeconds: 10 })
    await kitchen.clock.advance(20 * SECOND)
    expect(kitchen.station().act({ orderId: 'a', action: 'dispatch' })).toMatchObject({ ok: true })
    await kitchen.clock.advance(8 * SECOND)
    expect(readings).toHaveLength(1)
    expect(kitchen.ticket('a')?.tap).toMatchObject({ action: 'dispatch', truth: 'held' })
    kitchen.world.bodies.set('a', bodyOf('IN_DELIVERY', DELIVERY))
    await kitchen.clock.advance(30 * SECOND)
    expect(kitchen.ticket('a')).toMatchObject({ status: 'IN_DELIVERY', tap: { truth: 'confirmed' } })
  })

  it('stops an acceptance from starting a preparation that the platform does not support', async () => {
    await begun(['preparing'], 'CREATED', { confirmStartsPreparation: true, undoSeconds: 5 })
    await kitchen.clock.advance(30 * SECOND)
    kitchen.station().act({ orderId: 'a', action: 'confirm' })
    expect(kitchen.ledger.openTaps().map(({ action }) => action)).toEqual(['confirm'])
  })

  it('has no effect once the station has stopped', async () => {
    await begun(undefined)
    const { promise, resolve } = Promise.withResolvers<OrdersDeclaration>()
    await kitchen.end()
    let aborted = false
    kitchen = createTestStation({
      readDeclaration: (signal) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return promise
      },
    })
    kitchen.begin()
    await kitchen.clock.advance(40 * SECOND)
    await kitchen.station().stop()
    expect(aborted).toBe(true)
    const deltas = kitchen.world.deltas.length
    resolve({ unsupported: ['dispatch'], supportsPolling: true })
    await kitchen.clock.advance(2 * DAY)
    expect(kitchen.world.deltas).toHaveLength(deltas)
  })
})
