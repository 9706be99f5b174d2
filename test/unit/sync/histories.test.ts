import fc from 'fast-check'
import { expect, it } from 'vitest'
import { history } from '../../histories/history.ts'
import { liveThrough } from '../../histories/simulated-kitchen.ts'

/** A sample, always the same, small enough to judge a change at once; `npm run histories` lives through ten thousand. */
const SAMPLE = { numRuns: 40, seed: 20_260_302, endOnFailure: true }

it('a fixed sample of generated histories violates no invariant', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (lived) => {
      expect(await liveThrough(lived)).toEqual([])
    }),
    SAMPLE,
  )
})
