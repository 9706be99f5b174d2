import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FaultEffect } from '../../../test/fixtures/platform/faults.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import type { Route } from '../../../test/fixtures/platform/requests.ts'
import { startPostgres } from '../../../test/fixtures/postgres.ts'
import { openRelayDatabase } from '../database/database.ts'
import { createKitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { createKitchens } from '../kitchens/kitchens.ts'
import { openBalancer } from './balancer.ts'
import { environmentOf, freePort, relayProgram, writeConfig } from './relay-program.ts'
import { startTestKitchen, type TestKitchen } from './test-kitchen.ts'
import { relayConfig, UPSTREAM } from './test-relay.ts'

const MERCHANTS = [
  { id: 'm1', name: 'Um' },
  { id: 'm2', name: 'Dois' },
  { id: 'm3', name: 'Três' },
] as const
const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }
const POLL_MS = 100
const KITCHEN_POLL_MS = 150
const LEASE_SECONDS = 1
const SETTLE_TIMEOUT_MS = 300_000

const EFFECTS: readonly (readonly [readonly Route[], FaultEffect])[] = [
  [['poll'], { kind: 'reset', applied: true }],
  [['poll'], { kind: 'status', status: 503 }],
  [['poll'], { kind: 'status', status: 429, retryAfter: 1 }],
  [['poll'], { kind: 'truncated' }],
  [['poll'], { kind: 'html' }],
  [['poll'], { kind: 'duplicated' }],
  [['poll'], { kind: 'shuffled' }],
  [['poll'], { kind: 'replayed' }],
  [['acknowledgment'], { kind: 'reset', applied: true }],
  [['acknowledgment'], { kind: 'status', status: 500 }],
  [['read'], { kind: 'status', status: 404 }],
  [['read'], { kind: 'reset' }],
  [['read'], { kind: 'delay', ms: 400 }],
  [['confirm'], { kind: 'reset', applied: true }],
  [['confirm'], { kind: 'status', status: 502, applied: true }],
  [['token'], { kind: 'status', status: 500 }],
]

export type ChainFigures = {
  readonly kills: { readonly relay: number; readonly database: number }
  readonly takenLeases: number
  readonly orders: number
  readonly events: number
  /** Events of the upstream that their kitchen never received. */
  readonly lost: readonly string[]
  /** Events of other kitchens that a kitchen received. */
  readonly foreign: readonly string[]
  /** Orders whose status in the kitchen's read is not the upstream's status. */
  readonly different: readonly string[]
  /** Violations of the interface by the relays. */
  readonly violations: Readonly<Record<string, number>>
}

/** A random number generator that returns the same numbers for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * A chain of three kitchens behind two relays on one PostgreSQL, with faults of the platform, `kill -9`, leases taken by
 * others, and suspended relays. Waits until all orders are confirmed and counts the result.
 * @param kills of relays and database together
 */
export async function runChain({
  kills,
  seed,
}: {
  readonly kills: number
  readonly seed: number
}): Promise<ChainFigures> {
  const random = seededRandom(seed)
  const oneOf = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)]
    if (chosen === undefined) throw new Error('the list is empty')
    return chosen
  }
  const folder = mkdtempSync(join(tmpdir(), 'comanda-chain-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const platform = await startRecordedPlatform({ merchants: MERCHANTS, seed })
  stack.defer(() => platform.close())
  const postgres = stack.use(await startPostgres())
  const ports = [await freePort(), await freePort()]
  const balancer = stack.use(await openBalancer(ports))
  const { apiUrl, clientId, clientSecret } = platform
  const relays = ports.map((port, index) => {
    const config = relayConfig(
      postgres.url,
      { apiUrl, clientId, clientSecret, pollIntervalSeconds: POLL_MS / 1_000 },
      {
        listen: { host: '127.0.0.1', port },
        leaseSeconds: LEASE_SECONDS,
        database: { poolSize: 8, statementTimeoutMs: 2_000 },
      },
    )
    const file = join(folder, `relay-${index}.json`)
    writeConfig(file, config)
    return stack.use(relayProgram(file, environmentOf(config)))
  })
  await Promise.all(relays.map((relay) => relay.start()))

  const config = relayConfig(postgres.url, platform)
  const db = openRelayDatabase({ url: postgres.url, poolSize: 4, statementTimeoutMs: 5_000 }, NO_LOG)
  const administration = createKitchens(db, createKitchenSecrets(config.masterKey))
  const kitchens = new Map<string, TestKitchen>()
  for (const { id, name } of MERCHANTS) {
    const issued = await administration.add('test', { name, upstream: UPSTREAM, establishments: [id] })
    kitchens.set(
      id,
      startTestKitchen({ apiUrl: `http://127.0.0.1:${balancer.port}${config.path}`, ...issued }, KITCHEN_POLL_MS),
    )
  }
  await db.close()
  stack.defer(async () => {
    await Promise.all([...kitchens.values()].map((kitchen) => kitchen.stop()))
  })

  const done = { relay: 0, database: 0 }
  let takenLeases = 0

  /** Gives the lease to another holder with a higher fencing token, possibly during a transaction. */
  const takeLeaseAway = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres.url })
    try {
      await client.connect()
      await client.query(
        `UPDATE upstream SET holder = 'other holder', fencing = fencing + 1, lease_until = now() + interval '300 milliseconds'`,
      )
      takenLeases += 1
    } catch {
      // The database is unavailable at this moment.
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const suspend = async (pid: number): Promise<void> => {
    process.kill(pid, 'SIGSTOP')
    await sleep(LEASE_SECONDS * 1_500)
    process.kill(pid, 'SIGCONT')
  }

  while (done.relay + done.database < kills) {
    for (let count = 0; count < 4; count += 1) platform.place({ merchantId: oneOf(MERCHANTS).id })
    const [routes, effect] = oneOf(EFFECTS)
    platform.fault({ routes, effect, times: 1 + Math.floor(random() * 3) })
    if (random() < 0.3) await takeLeaseAway()
    if (relays.some((relay) => relay.pid() === 0)) throw new Error('A relay ended by itself')
    if (random() < 0.1) await suspend(oneOf(relays).pid())
    await sleep(random() * 400)
    for (let count = 0; count < 3; count += 1) platform.place({ merchantId: oneOf(MERCHANTS).id })
    await sleep(random() * 200)
    if (random() < 0.3) {
      await postgres.kill()
      done.database += 1
      await sleep(random() * 300)
      await postgres.start()
    } else {
      const relay = oneOf(relays)
      await relay.kill()
      done.relay += 1
      // The other process takes over while this one starts.
      await relay.start()
    }
  }

  platform.clearFaults()
  for (const relay of relays) if (relay.pid() === 0) await relay.start()
  return { kills: done, takenLeases, ...(await countResults(platform, kitchens)) }
}

async function countResults(
  platform: RecordedPlatform,
  kitchens: ReadonlyMap<string, TestKitchen>,
): Promise<Omit<ChainFigures, 'kills' | 'takenLeases'>> {
  const publishedKeys = (merchantId: string): readonly string[] => {
    const own = new Set(platform.orders().flatMap((order) => (order.merchantId === merchantId ? [order.id] : [])))
    return platform.model
      .events()
      .flatMap(({ eventId, orderId }) => (own.has(orderId) ? [`${eventId} ${orderId}`] : []))
  }
  const missing = (): readonly string[] =>
    [...kitchens].flatMap(([merchantId, { received }]) => publishedKeys(merchantId).filter((key) => !received.has(key)))
  const isSettled = (): boolean =>
    platform.orders().every(({ status }) => status === 'CONFIRMED') &&
    platform.model.pending(platform.clientId).length === 0 &&
    missing().length === 0
  const deadline = performance.now() + SETTLE_TIMEOUT_MS
  while (!isSettled() && performance.now() < deadline) await sleep(100)

  const different: string[] = []
  for (const { id, merchantId, status } of platform.orders()) {
    const client = kitchens.get(merchantId)?.client
    const readNow = () => client?.readOrder(id, new AbortController().signal)
    let read = await readNow()
    // The last Retry-After of the platform may not have passed.
    while (read?.kind === 'unavailable' && performance.now() < deadline) {
      await sleep(100)
      read = await readNow()
    }
    const shown = read?.kind === 'order' ? (read.body as { readonly status?: unknown }).status : read?.kind
    if (shown !== status) different.push(`${id}: ${String(shown)} instead of ${status}`)
  }
  const violations: Record<string, number> = {}
  for (const { kind } of platform.requestLog.violations()) violations[kind] = (violations[kind] ?? 0) + 1
  return {
    orders: platform.orders().length,
    events: platform.model.events().length,
    lost: missing(),
    foreign: [...kitchens].flatMap(([merchantId, { received }]) => {
      const own = new Set(publishedKeys(merchantId))
      return [...received].filter((key) => !own.has(key))
    }),
    different,
    violations,
  }
}
