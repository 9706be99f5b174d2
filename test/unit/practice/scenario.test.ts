import { describe, expect, it } from 'vitest'
import { PACES, runScenario } from '../../../electron/practice/platform/scenario.ts'
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
