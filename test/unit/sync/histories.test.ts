import fc from 'fast-check'
import { expect, it } from 'vitest'
import { history, historyOf1, historyOfTwo } from '../../histories/generated-history.ts'
import { runHistory, runHistoryOfTwo } from '../../histories/simulated-kitchen.ts'

/** A small fixed sample with a fast result. `npm run histories` generates ten thousand histories. */
const SAMPLE = { numRuns: 40, seed: 20_260_302, endOnFailure: true }

it('a fixed sample of generated histories violates no invariant', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (lived) => {
      expect(await runHistory(lived)).toEqual([])
    }),
    SAMPLE,
  )
})

it('nor does one at a platform of Open Delivery 1.x', async () => {
  await fc.assert(
    fc.asyncProperty(historyOf1, async (lived) => {
      expect(await runHistory(lived)).toEqual([])
    }),
    SAMPLE,
  )
})

it('nor does one of a kitchen with both, whose ids are equal', async () => {
  await fc.assert(
    fc.asyncProperty(historyOfTwo, async (lived) => {
      expect(await runHistoryOfTwo(lived)).toEqual([])
    }),
    SAMPLE,
  )
})

it('an order that leaves the board of one platform stays on that of the other', async () => {
  const lived: Parameters<typeof runHistoryOfTwo>[0] = {
    seed: 3,
    happenings: [
      { shop: 0, happening: { kind: 'order', isTakeout: true, timing: 'INSTANT' } },
      { shop: 1, happening: { kind: 'order', isTakeout: true, timing: 'INSTANT' } },
      { shop: 0, happening: { kind: 'time', ms: 30_000 } },
      ...[1, 2, 3, 4, 5].map(() => ({ shop: 1, happening: { kind: 'platform-moves', order: 0 } as const })),
      { shop: 0, happening: { kind: 'time', ms: 30_000 } },
      { shop: 0, happening: { kind: 'sleep', ms: 8 * 3_600_000 } },
      { shop: 0, happening: { kind: 'time', ms: 30_000 } },
    ],
    pair: [undefined, 'open-delivery-1'],
    statesLastEvent: false,
  }
  expect(await runHistoryOfTwo(lived)).toEqual([])
})

it('a step that was refused as made before waits for the event that comes with the next poll', async () => {
  const lived: Parameters<typeof runHistory>[0] = {
    seed: 0,
    happenings: [
      { kind: 'order', isTakeout: false, timing: 'INSTANT' },
      { kind: 'faults', fault: 'conflict-applied', calls: 3 },
      { kind: 'time', ms: 30_000 },
      { kind: 'platform-decides', order: 0, accepts: false },
      { kind: 'platform-cancels', order: 0 },
      { kind: 'time', ms: 0 },
      { kind: 'tap', order: 0, choice: 0, sendNow: false },
    ],
    autoConfirm: true,
    byEvents: { dialect: 'open-delivery-1', statesLastEvent: false },
  }
  expect(await runHistory(lived)).toEqual([])
})

it('after failures of the platform over a night, an order with a first 404 is read again soon', async () => {
  const lived: Parameters<typeof runHistory>[0] = {
    seed: 0,
    happenings: [
      { kind: 'faults', fault: 'gateway-page', calls: 3 },
      { kind: 'faults', fault: 'gateway-page', calls: 3 },
      { kind: 'restart' },
      { kind: 'order', isTakeout: true, timing: 'INSTANT' },
      { kind: 'time', ms: 30_000 },
      { kind: 'delivery', order: 0 },
      { kind: 'sleep', ms: 28_800_000 },
      { kind: 'time', ms: 400 },
      { kind: 'time', ms: 1_193 },
      { kind: 'tap', order: 0, choice: 0, sendNow: false },
    ],
    autoConfirm: false,
    startsToo: false,
  }
  expect(await runHistory(lived)).toEqual([])
})

it('an acceptance that expired after a lost answer counts once its event shows it, also when the order was cancelled since', async () => {
  const lived: Parameters<typeof runHistory>[0] = {
    seed: 1_119_594_812,
    happenings: [
      { kind: 'crash', afterSteps: 8 },
      { kind: 'delivery', order: 3 },
      { kind: 'order', isTakeout: false, timing: 'INSTANT' },
      { kind: 'undo', tap: 1 },
      { kind: 'customer-asks', order: 6 },
      { kind: 'other-requests', order: 1 },
      { kind: 'order', isTakeout: true, timing: 'INSTANT' },
      { kind: 'platform-deletes', order: 8 },
      { kind: 'time', ms: 4688 },
      { kind: 'tap', order: 7, choice: 8, sendNow: false },
      { kind: 'event-again', order: 9, choice: 8, hasOtherId: false },
      { kind: 'retry-now' },
      { kind: 'time', ms: 5446 },
      { kind: 'time', ms: 291 },
      { kind: 'platform-decides', order: 6, accepts: true },
      { kind: 'sleep', ms: 28800000 },
      { kind: 'clock-steps', aheadMs: -3600000 },
    ],
    autoConfirm: true,
    startsToo: true,
    byEvents: { dialect: 'open-delivery-1', statesLastEvent: false },
  }
  expect(await runHistory(lived)).toEqual([])
})
