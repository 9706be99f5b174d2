import { makeOrder, type OrderOverrides } from '../../../electron/practice/platform/order-factory.ts'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'
import type { ModelOptions, OrderBehaviour } from '../../fixtures/platform/model.ts'
import { createPlatformModel } from '../../fixtures/platform/model.ts'

export const KITCHEN = 'kitchen'
export const OTHER = 'other-house'

/** A platform in memory with two credentials and a clock that only the test moves. */
export function createTestModel(options: Partial<ModelOptions> & { readonly seed?: number } = {}) {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const random = seededRandom(options.seed ?? 1)
  const model = createPlatformModel({
    now: () => clock.now,
    random,
    merchantsOf: new Map([
      [KITCHEN, new Set(['m1', 'm2'])],
      [OTHER, new Set(['m3'])],
    ]),
    ...options,
  })
  const place = (overrides: OrderOverrides & OrderBehaviour & { readonly merchantId?: string } = {}) => {
    const merchant = { id: overrides.merchantId ?? 'm1', name: 'Cantina' }
    return model.place(makeOrder(overrides, { random, at: clock.now, merchant, sourceAppId: 'app' }), overrides)
  }
  const eventTypes = (orderId: string) =>
    model
      .events()
      .filter((event) => event.orderId === orderId)
      .map((event) => event.eventType)
  return { model, clock, random, place, eventTypes }
}
