import fc from 'fast-check'
import { expect, it } from 'vitest'
import { history } from '../../histories/generated-history.ts'
import { runHistory } from '../../histories/simulated-kitchen.ts'

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
