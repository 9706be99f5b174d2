import { expect, it } from 'vitest'
import { SEED } from '../fixtures/seed.ts'
import type { HistoryEvent } from './generated-history.ts'
import { runHistoryOfTwo } from './simulated-kitchen.ts'

const both = (happening: HistoryEvent) => [0, 1].map((shop) => ({ shop, happening }))
/** Orders, taps and cancellations of equal orders at both platforms, of which one is out of reach for a time. */
const LIFE_OF_TWO = [
  ...both({ kind: 'order', isTakeout: false, timing: 'INSTANT' }),
  ...both({ kind: 'time', ms: 3_000 }),
  ...both({ kind: 'tap', order: 0, choice: 0, sendNow: true }),
  { shop: 1, happening: { kind: 'outage', isOut: true } },
  ...both({ kind: 'time', ms: 8_000 }),
  ...both({ kind: 'tap', order: 0, choice: 0, sendNow: false }),
  ...both({ kind: 'undo', tap: 1 }),
  { shop: 0, happening: { kind: 'platform-cancels', order: 0 } },
  { shop: 1, happening: { kind: 'outage', isOut: false } },
  ...both({ kind: 'time', ms: 8_000 }),
  ...both({ kind: 'delivery', order: 0 }),
  { shop: 1, happening: { kind: 'customer-asks', order: 0 } },
  ...both({ kind: 'time', ms: 30_000 }),
] as const

const RULES = { pair: [undefined, 'open-delivery-1'], statesLastEvent: false, autoConfirm: false } as const

/** More than the steps of that life. */
const STEPS = 1_700
/** Of the steps, one in so many: another run of the tests takes others. 1 takes all. */
const EVERY = Number(process.env.COMANDA_EVERY_STEP ?? 8)

it('a kitchen with both crashes at each step of the databases, and nothing is lost or crosses', async () => {
  const violations: string[] = []
  for (let afterSteps = SEED % EVERY; afterSteps < STEPS; afterSteps += EVERY) {
    const crash = { shop: 0, happening: { kind: 'crash', afterSteps } } as const
    const lived = { ...RULES, seed: 1, happenings: [crash, ...LIFE_OF_TWO] }
    violations.push(...(await runHistoryOfTwo(lived)).map((words) => `${afterSteps}: ${words}`))
  }
  expect(violations).toEqual([])
})
