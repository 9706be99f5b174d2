import { expect, it } from 'vitest'
import { SEED } from '../../../test/fixtures/seed.ts'
import { runChain } from './chain-run.ts'

/** `npm run test:soak` sets a larger number (packages/relay/README.md, "Proof"). */
const KILLS = Number(process.env.COMANDA_RELAY_KILLS ?? 10)
const PER_KILL_MS = 20_000

it(`three kitchens behind two relays lose no event and get no event of another kitchen under ${KILLS} kills`, {
  timeout: KILLS * PER_KILL_MS + 180_000,
}, async () => {
  const figures = await runChain({ kills: KILLS, seed: SEED })
  console.log(JSON.stringify({ seed: SEED, ...figures }))
  expect(figures.kills.relay + figures.kills.database).toBe(KILLS)
  expect(figures).toMatchObject({ lost: [], foreign: [], different: [] })
  expect(figures.orders).toBeGreaterThan(KILLS)
  // After any kill there is one poller at a time and one token for all, and acknowledged events were delivered. One
  // violation is possible: a process can be killed before it has shared a Retry-After with the other process.
  const allowed = ['retried-too-early']
  expect(Object.keys(figures.violations).filter((kind) => !allowed.includes(kind))).toEqual([])
})
