import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ReadDeclaration, watchDeclaration } from '../../../electron/core/platform-declaration.ts'
import type { OrdersDeclaration } from '../../../electron/platform/discovery.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { OrderAction } from '../../../shared/order/lifecycle.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { bodyOf, createTestCore } from './test-core.ts'

const SECOND = 1_000
const HOUR = 60 * 60 * SECOND
const DAY = 24 * HOUR
const DELIVERY = { fulfillment: { orderType: 'DELIVERY' } }

let kitchen: ReturnType<typeof createTestCore>
let readings: number[]
let declared: readonly OrderAction[] | undefined | Error

/** A core with an order on the board. Its platform declares the value of `declared`. */
async function begun(first: typeof declared, status = 'READY', settings: SettingsPatch = {}) {
  declared = first
  readings = []
  const readDeclaration: ReadDeclaration = async () => {
    readings.push(kitchen.clock.now() - kitchen.startedAt)
    if (declared instanceof Error) throw declared
    return declared && { unsupported: declared, supportsPolling: true }
  }
  kitchen = createTestCore({ readDeclaration })
  kitchen.publish('a', 'CREATED', bodyOf(status, DELIVERY))
  // The longest poll interval, because hours of polls take most of the time of these tests.
  kitchen.begin({ pollIntervalSeconds: 60, ...settings })
  await kitchen.clock.advance(5 * SECOND)
}
const actions = () => kitchen.ticket('a')?.actions
const troubles = () => kitchen.log.lines.filter(({ level }) => level === 'error')

describe("the platform's declaration", () => {
  afterEach(() => kitchen.end())

  it('removes only the buttons of the operations that it does not support, until the platform may be another one', async () => {
    await begun(['dispatch'])
    expect(actions()).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
    await kitchen.clock.advance(30 * SECOND)
    expect(actions()).toEqual(['validateCode', 'requestCancellation'])
    expect(kitchen.world.deltas.at(-1)).not.toHaveProperty('notice')
    expect(kitchen.core().act({ orderId: 'a', action: 'dispatch' })).toMatchObject({ code: 'not-offered' })
    declared = []
    kitchen.core().retryNow()
    await kitchen.clock.advance(61 * SECOND)
    expect(actions()).toContain('dispatch')
  })

  it.each([
    ['nothing', undefined],
    ['a failure', new Error('broken')],
  ])('changes nothing after %s, and reports no problem', async (_what, answer) => {
    await begun(answer)
    const before = kitchen.core().snapshot()
    await kitchen.clock.advance(60 * SECOND)
    expect(actions()).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
    expect(kitchen.core().snapshot()).toMatchObject({ notice: before.notice, freshness: { state: 'fresh' } })
    expect(troubles()).toEqual([])
  })

  it('is not read while no poll succeeds', async () => {
    const readDeclaration = vi.fn(() => Promise.resolve(undefined))
    kitchen = createTestCore({ readDeclaration })
    kitchen.world.pollAnswer = { kind: 'unavailable', cause: 'network' }
    kitchen.begin()
    await kitchen.clock.advance(300 * SECOND)
    expect(readDeclaration).not.toHaveBeenCalled()
  })

  it('does not change a tap that was already queued', async () => {
    await begun(['dispatch'], 'READY', { undoSeconds: 10 })
    await kitchen.clock.advance(20 * SECOND)
    expect(kitchen.core().act({ orderId: 'a', action: 'dispatch' })).toMatchObject({ ok: true })
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
    kitchen.core().act({ orderId: 'a', action: 'confirm' })
    expect(kitchen.ledger.openTaps().map(({ action }) => action)).toEqual(['confirm'])
  })

  it('has no effect once the core has stopped', async () => {
    await begun(undefined)
    const { promise, resolve } = Promise.withResolvers<OrdersDeclaration>()
    await kitchen.end()
    let aborted = false
    kitchen = createTestCore({
      readDeclaration: (signal) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return promise
      },
    })
    kitchen.begin()
    await kitchen.clock.advance(40 * SECOND)
    await kitchen.core().stop()
    expect(aborted).toBe(true)
    const deltas = kitchen.world.deltas.length
    resolve({ unsupported: ['dispatch'], supportsPolling: true })
    await kitchen.clock.advance(2 * DAY)
    expect(kitchen.world.deltas).toHaveLength(deltas)
  })
})

/** Without a core: its check of each second would take most of the time of these tests. */
describe("the platform's declaration over days", () => {
  function watched(first: typeof declared) {
    declared = first
    readings = []
    const clock = createVirtualClock()
    const startedAt = clock.now()
    const onChanged = vi.fn()
    const watch = watchDeclaration({
      async read() {
        readings.push(clock.now() - startedAt)
        if (declared instanceof Error) throw declared
        return declared && { unsupported: declared, supportsPolling: true }
      },
      clock,
      log: createMemoryLog(),
      onChanged,
    })
    watch.startAfterContact()
    return { clock, watch, onChanged }
  }

  it('is read once a day, however many polls succeed', async () => {
    const { clock, watch } = watched(undefined)
    for (let hour = 0; hour < 49; hour += 1) {
      await clock.advance(HOUR)
      watch.startAfterContact()
    }
    expect(readings).toEqual([30 * SECOND, DAY + 30 * SECOND, 2 * DAY + 30 * SECOND])
  })

  it.each([
    ['nothing is declared', undefined],
    ['the reading fails', new Error('broken')],
  ])('remains valid when %s, and ends when the platform no longer declares it', async (_what, answer) => {
    const { clock, watch, onChanged } = watched(['dispatch'])
    await clock.advance(30 * SECOND)
    declared = answer
    await clock.advance(DAY)
    expect(readings).toHaveLength(2)
    expect(watch.isUnsupported('dispatch')).toBe(true)
    expect(onChanged).toHaveBeenCalledTimes(1)
    declared = []
    await clock.advance(DAY)
    expect(watch.isUnsupported('dispatch')).toBe(false)
    expect(onChanged).toHaveBeenCalledTimes(2)
  })
})
