import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { startPostgres } from '../../../test/fixtures/postgres.ts'
import { openRelayDatabase } from '../database/database.ts'
import { createKitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { createKitchens } from '../kitchens/kitchens.ts'
import { environmentOf, freePort, relayProgram, writeConfig } from './relay-program.ts'
import { startTestKitchen } from './test-kitchen.ts'
import { relayConfig, UPSTREAM } from './test-relay.ts'

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** The interval between two checks of the queue: the largest error of each measured time. */
const CHECK_INTERVAL_MS = 20
/**
 * A trigger records each row of a kitchen's queue in its transaction. The lock on the upstream's row orders these, so each
 * check reads only new rows. Measured times include the trigger.
 */
const RECORD_ROWS = `
CREATE TABLE watched (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_key text);
CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO watched (event_key) SELECT event_key FROM fresh ORDER BY seq; RETURN NULL; END $$;
CREATE TRIGGER watch AFTER INSERT ON delivery REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION watch();
`
/** Not measured, because both programs run their code for the first time. */
const WARM_UP_SECONDS = 3
/** Unit of CPU time in /proc. */
const TICKS_PER_SECOND = 100

export type LoadFigures = {
  readonly kitchens: number
  readonly orders: number
  readonly events: number
  /** Event published upstream → its row is committed in its kitchen's queue, where the kitchen's next poll finds it, ms. */
  readonly p50: number
  readonly p99: number
  readonly maximum: number
  readonly lost: number
  readonly relayMegabytes: number
  /** In per cent of one core. */
  readonly relayCpu: number
  readonly postgresCpu: number
  /** The practice platform and all kitchens, in this process. */
  readonly othersCpu: number
  /** CPU time of each program for one order: two events, the reads, the confirmation, and its share of the polls. */
  readonly relayMsPerOrder: number
  readonly postgresMsPerOrder: number
}

/** CPU seconds of a process and of those that it started. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // utime, stime, cutime, cstime
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / TICKS_PER_SECOND
}

function megabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

/** CPU seconds of the server: its processes are children of the postmaster. */
function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

export type Load = {
  readonly kitchens: number
  readonly ordersPerSecond: number
  readonly seconds: number
  readonly kitchenPollMs: number
  readonly upstreamPollSeconds: number
}

/** Orders at a steady rate through one relay and PostgreSQL; every kitchen polls, acknowledges, reads and confirms. */
export async function runLoad(load: Load): Promise<LoadFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-load-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [first, ...others] = Array.from({ length: load.kitchens }, (_, index) => ({
    id: `m${index}`,
    name: `Loja ${index}`,
  }))
  if (first === undefined) throw new Error('a load has kitchens')
  const merchants = [first, ...others] as const
  const platform = await startRecordedPlatform({ merchants, seed: 1 })
  stack.defer(() => platform.close())
  const postgres = stack.use(await startPostgres())
  const port = await freePort()
  const { apiUrl, clientId, clientSecret } = platform
  const config = relayConfig(
    postgres.url,
    { apiUrl, clientId, clientSecret, pollIntervalSeconds: load.upstreamPollSeconds },
    { listen: { host: '127.0.0.1', port }, leaseSeconds: 15 },
  )
  const file = join(folder, 'relay.json')
  writeConfig(file, config)
  const relay = stack.use(relayProgram(file, environmentOf(config)))
  await relay.start()
  const db = openRelayDatabase({ url: postgres.url, poolSize: 4, statementTimeoutMs: 10_000 }, NO_LOG)
  stack.defer(() => db.close())
  const administration = createKitchens(db, createKitchenSecrets(config.masterKey))
  const kitchens: ReturnType<typeof startTestKitchen>[] = []
  for (const { id, name } of merchants) {
    const issued = await administration.add('test', { name, upstream: UPSTREAM, establishments: [id] })
    kitchens.push(startTestKitchen({ apiUrl: `http://127.0.0.1:${port}${config.path}`, ...issued }, load.kitchenPollMs))
    // The kitchens of a chain do not start at the same time, so their polls are spread over the interval.
    await sleep(load.kitchenPollMs / load.kitchens)
  }
  stack.defer(async () => {
    await Promise.all(kitchens.map((kitchen) => kitchen.stop()))
  })
  // Every kitchen has its token before the measurement starts.
  while (kitchens.some(({ polls }) => polls.good === 0)) await sleep(100)

  const placedAt = new Map<string, number>()
  const seenAt = new Map<string, number>()
  let lastSeen = 0
  await db.query(RECORD_ROWS)
  const checking = new AbortController()
  const check = async (): Promise<void> => {
    while (!checking.signal.aborted) {
      const rows = await db.query<{ id: number; event_key: string }>(
        'SELECT id, event_key FROM watched WHERE id > $1 ORDER BY id',
        [lastSeen],
      )
      for (const { id, event_key } of rows) {
        lastSeen = id
        seenAt.set(event_key, Date.now())
      }
      await sleep(CHECK_INTERVAL_MS)
    }
  }
  const checkEnded = check()
  let relayMegabytes = 0
  const placeFor = async (seconds: number): Promise<void> => {
    const beganAt = performance.now()
    for (let placed = 0; placed < load.ordersPerSecond * seconds; placed += 1) {
      const dueAt = beganAt + (placed * 1_000) / load.ordersPerSecond
      if (dueAt > performance.now()) await sleep(dueAt - performance.now())
      const merchant = merchants[placed % merchants.length]
      const at = Date.now()
      placedAt.set(platform.place(merchant === undefined ? {} : { merchantId: merchant.id }).id, at)
      if (placed % 100 === 0) relayMegabytes = Math.max(relayMegabytes, megabytes(relay.pid()))
    }
  }
  await placeFor(WARM_UP_SECONDS)
  const unmeasured = new Set(platform.model.events().map(({ eventId }) => eventId))
  const relayCpuBefore = cpuSeconds(relay.pid())
  const backends = () => [postgres.pid(), ...childrenOf(postgres.pid())].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const postgresBefore = backends()
  const othersBefore = process.cpuUsage()
  const beganAt = performance.now()
  await placeFor(load.seconds)
  const elapsed = (performance.now() - beganAt) / 1_000
  const relayCpu = ((cpuSeconds(relay.pid()) - relayCpuBefore) / elapsed) * 100
  const postgresCpu = ((backends() - postgresBefore) / elapsed) * 100
  const harness = process.cpuUsage(othersBefore)

  const published = () => platform.model.events()
  const deadline = performance.now() + 60_000
  const received = () => new Set(kitchens.flatMap((kitchen) => [...kitchen.received]))
  const isFinished = (): boolean => {
    const all = received()
    return (
      platform.orders().every(({ status }) => status === 'CONFIRMED') &&
      published().every(({ eventId, orderId }) => seenAt.has(eventId) && all.has(`${eventId} ${orderId}`))
    )
  }
  while (!isFinished() && performance.now() < deadline) await sleep(500)
  checking.abort()
  await checkEnded
  const all = received()
  const missing = published().filter(({ eventId, orderId }) => !all.has(`${eventId} ${orderId}`))
  // The event's `createdAt` is not used, because the practice platform writes it with a random number of digits.
  const confirmedAt = new Map(
    platform.requestLog
      .requestsTo('confirm')
      .toReversed()
      .map(({ orderId, at }) => [orderId, at]),
  )
  const publishedAt = ({ eventType, orderId }: { readonly eventType: string; readonly orderId: string }): number => {
    const at = eventType === 'CREATED' ? placedAt.get(orderId) : confirmedAt.get(orderId)
    if (at === undefined) throw new Error(`No time is known for the event ${eventType} of ${orderId}`)
    return at
  }
  const latencies = published()
    .filter(({ eventId }) => !unmeasured.has(eventId))
    .map((event) => (seenAt.get(event.eventId) ?? Number.POSITIVE_INFINITY) - publishedAt(event))
    .toSorted((one, other) => one - other)
  const perOrder = (seconds: number): number =>
    Math.round((seconds * 10_000) / (load.ordersPerSecond * load.seconds)) / 10
  const quantile = (share: number): number =>
    Math.round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0)
  return {
    kitchens: load.kitchens,
    orders: platform.orders().length,
    events: published().length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    maximum: quantile(1),
    lost: missing.length,
    relayMegabytes: Math.round(Math.max(relayMegabytes, megabytes(relay.pid()))),
    relayCpu: Math.round(relayCpu),
    postgresCpu: Math.round(postgresCpu),
    othersCpu: Math.round((harness.user + harness.system) / elapsed / 10_000),
    relayMsPerOrder: perOrder(cpuSeconds(relay.pid()) - relayCpuBefore),
    postgresMsPerOrder: perOrder(backends() - postgresBefore),
  }
}
