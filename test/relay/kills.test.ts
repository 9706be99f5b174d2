import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { runChain } from './chain-run.ts'

/** `npm run test:soak` asks for more (docs/chains.md, "Proof"). */
const KILLS = Number(process.env.COMANDA_RELAY_KILLS ?? 10)
const PER_KILL_MS = 20_000

it(`three kitchens behind two relays: nothing lost and nothing misdelivered under ${KILLS} kills`, {
  timeout: KILLS * PER_KILL_MS + 180_000,
}, async () => {
  const seed = Number(process.env.COMANDA_SEED ?? randomInt(2 ** 31))
  const figures = await runChain({ kills: KILLS, seed })
  console.log(JSON.stringify({ seed, ...figures }))
  expect(figures.kills.relay + figures.kills.database).toBe(KILLS)
  expect(figures).toMatchObject({ lost: [], wrong: [], unlike: [] })
  expect(figures.orders).toBeGreaterThan(KILLS)
  // One poller at a time and one token for all, whatever was killed; what is acknowledged was delivered. A process that is
  // killed may not have told its neighbour of a Retry-After.
  const allowed = ['retried-too-early']
  expect(Object.keys(figures.violations).filter((kind) => !allowed.includes(kind))).toEqual([])
})
