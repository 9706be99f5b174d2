import { describe, expect, it } from 'vitest'
import { PACES, runScenario } from '../../../electron/rehearsal/scenario.ts'
import { createTestModel } from './test-model.ts'

const SECOND = 1000

function aRun(pace: (typeof PACES)[keyof typeof PACES], seed: number) {
  const world = createTestModel({ seed })
  const { model, random, place } = world
  const start = world.clock.now
  const faults: unknown[] = []
  const stage = { ...model, random, place, fault: (rule: unknown) => faults.push(rule) }
  const run = runScenario(stage, pace)
  const placedBy = (seconds: number) => {
    world.clock.now = start + seconds * SECOND
    return model.orders().length - pace.underWay.length
  }
  return { ...world, run, placedBy, faults }
}

describe('the pace of the demo', () => {
  it('creates an order within a second, six orders in fifteen seconds, then one every 20 to 40 seconds', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { placedBy } = aRun(PACES.demo, seed)
      expect(placedBy(1)).toBe(1)
      expect(placedBy(15)).toBe(6)
      const later = placedBy(615) - 6
      expect(later).toBeGreaterThanOrEqual(14)
      expect(later).toBeLessThanOrEqual(31)
    }
  })

  it('creates orders of every stage, among them scheduled and on-demand orders', () => {
    const { model, placedBy } = aRun(PACES.demo, 5)
    placedBy(20)
    const orders = model.orders()
    expect(new Set(orders.map((order) => order.status))).toEqual(
      new Set(['CREATED', 'CONFIRMED', 'PREPARING', 'READY']),
    )
    expect(new Set(orders.map((order) => order.orderTiming))).toEqual(new Set(['INSTANT', 'SCHEDULED', 'ONDEMAND']))
  })

  it('requests the preparation of on-demand orders, cancels some orders, and duplicates some pages', () => {
    const { model, placedBy, faults } = aRun(PACES.demo, 6)
    placedBy(1200)
    const orders = model.orders()
    expect(orders.filter((order) => order.cancelled).length).toBeGreaterThan(0)
    expect(
      orders.filter((order) => order.orderTiming === 'ONDEMAND' && order.preparationRequested).length,
    ).toBeGreaterThan(0)
    expect(faults.length).toBeGreaterThan(0)
  })
})

describe('a rush', () => {
  it('ends after its last order', () => {
    const { placedBy } = aRun(PACES['lunch-rush'], 1)
    expect(placedBy(3600)).toBe(80)
  })

  it('stops on request', () => {
    const { placedBy, run } = aRun(PACES['lunch-rush'], 1)
    const before = placedBy(60)
    run.stop()
    expect(placedBy(3600)).toBe(before)
  })
})
