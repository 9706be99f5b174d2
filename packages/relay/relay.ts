import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import type { Log } from '../../electron/logging/log-port.ts'
import { createBodyThread } from '../../electron/platform/body-thread.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { withoutEnd } from '../../shared/text/folded-text.ts'
import type { RelayConfig } from './config/relay-config.ts'
import { checkRequirements, type Database, keepConnection, openRelayDatabase } from './database/database.ts'
import { migrateRelay } from './database/migrate.ts'
import { type Lease, runUnderLease } from './inbound/lease.ts'
import { workUnderLease } from './inbound/lease-work.ts'
import { holdPresence } from './inbound/presence.ts'
import { WAKE_CHANNEL, type WakeUp } from './inbound/routing.ts'
import { createRelayWebhook } from './inbound/webhook-receiver.ts'
import { createKitchenSecrets } from './kitchens/kitchen-secrets.ts'
import { createTokens } from './kitchens/kitchen-tokens.ts'
import { createKitchens } from './kitchens/kitchens.ts'
import { type Counters, createCounters } from './operate/counters.ts'
import { startDatabaseUpkeep } from './operate/database-upkeep.ts'
import { openOperatorServer } from './operate/operator-server.ts'
import { createKitchenApi } from './outbound/kitchen-api.ts'
import { startKitchenServer } from './outbound/kitchen-server.ts'
import { createLastPolls } from './outbound/last-polls.ts'
import { createPusher } from './outbound/push.ts'
import type { ReportViolation } from './outbound/violations.ts'
import { MACHINE_CLOCK, type RelayClock } from './relay-clock.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from './upstream/upstream.ts'

/**
 * Listens on its own connection. Wake-ups only save time: without the connection the loops find the same work at their
 * next check.
 */
function listenForWakeUps(db: Database, log: Log, signal: AbortSignal) {
  const listeners = new Set<(kind: WakeUp) => void>()
  const wake = (kind: WakeUp): void => {
    for (const listener of listeners) listener(kind)
  }

  const listen = async (client: pg.Client): Promise<void> => {
    client.on('notification', ({ payload }) => wake(payload === 'delivery' ? 'delivery' : 'order'))
    await client.query(`LISTEN ${WAKE_CHANNEL}`)
    wake('order')
    wake('delivery')
  }

  return {
    /**
     * Calls `listener` at every wake-up, and once for each kind after the connection was opened: wake-ups may have been
     * missed. Returns the function that removes the listener.
     */
    on(listener: (kind: WakeUp) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended: keepConnection(db, signal, listen, (cause) => log.warn('wake-ups-lost', { cause })),
  }
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** When the relay stops, calls to the platform that take longer are aborted, and the kitchen gets 503. */
const STOP_GRACE_MS = 4_000

export class UnmetRequirements extends Error {}

export type RelayOptions = {
  readonly log: Log
  readonly clock?: RelayClock
  /** The program of the thread that reads large bodies; absent: the file beside its module. */
  readonly bodyProgram?: URL | undefined
  /** Called with each violation of a kitchen's program, after the metrics count it. */
  readonly onViolation?: ReportViolation
}

/** Opens the database and migrates its schema. Rejects with `UnmetRequirements` when the server does not meet them. */
export async function prepareDatabase(config: RelayConfig, log: Log): Promise<Database> {
  const db = openRelayDatabase({ url: config.databaseUrl, ...config.database }, log)
  try {
    // The first hosts may be down.
    for (let attempt = 1; attempt < db.hosts; attempt += 1) await db.query('SELECT 1').catch(() => undefined)
    const unmet = (await checkRequirements(db)).filter(({ isMet }) => !isMet)
    if (unmet.length > 0)
      throw new UnmetRequirements(unmet.map(({ name, found, remedy }) => `${name} is ${found}. ${remedy}`).join('\n'))
    await migrateRelay(db)
    await db.query('INSERT INTO upstream (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      config.upstreams.map(({ name }) => name),
    ])
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The upstreams by their names. */
const openUpstreams = (
  config: RelayConfig,
  shared: Omit<UpstreamOptions, 'config' | 'onAnswer'>,
  counters: Counters,
): ReadonlyMap<string, Upstream> =>
  new Map(
    config.upstreams.map((upstream) => {
      const onAnswer = (route: string, status: number | undefined): void =>
        counters.add('upstream_verdicts_total', { upstream: upstream.name, route, status: String(status ?? 'none') })
      return [upstream.name, createUpstream({ ...shared, config: upstream, onAnswer })]
    }),
  )

export interface Relay {
  /** Port of the kitchens' interface on this machine. */
  readonly port: number
  /** Port of the operator's page and of `/metrics`. */
  readonly operatorPort: number
  readonly db: Database
  /** Stops the process within a few seconds and releases its leases. */
  stop(): Promise<void>
}

/** Starts one relay process. Any number of processes may share one database. */
export async function startRelay(config: RelayConfig, options: RelayOptions): Promise<Relay> {
  const { log, clock = MACHINE_CLOCK } = options
  const db = await prepareDatabase(config, log)
  const stopping = new AbortController()
  const stopped = new AbortController()
  const { signal } = stopping
  const fetchWeb = fetchOver(fetch)
  const counters = createCounters()
  const secrets = createKitchenSecrets(config.masterKey)
  const bodies = createBodyThread({
    onNoThread: (error) => log.warn('body-thread-refused', { error: String(error) }),
    ...(options.bodyProgram !== undefined && { program: options.bodyProgram }),
  })
  const upstreams = openUpstreams(
    config,
    { db, tokenKey: secrets.upstreamTokenKey, fetch: fetchWeb, readBody: bodies.read, clock, log },
    counters,
  )
  const wakeUps = listenForWakeUps(db, log, signal)
  const presence = holdPresence(db, log, stopped.signal)
  const lastPolls = createLastPolls(db, clock.monotonic)
  const upkeep = startDatabaseUpkeep(db, lastPolls, log, signal)
  const tokens = createTokens(secrets.tokenKey, clock.wall)
  const reportViolation: ReportViolation = (violation, kitchen) => {
    counters.add('violations_total', { violation, kitchen: kitchen ?? '' })
    options.onViolation?.(violation, kitchen)
  }
  const answer = createKitchenApi({
    db,
    upstreams,
    tokens,
    secrets,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    wallNow: clock.wall,
    monotonicNow: clock.monotonic,
    lastPolls,
    reportViolation,
    log,
  })
  const server = await startKitchenServer({
    ...config.listen,
    root: config.path,
    answer,
    deliver: createRelayWebhook({ db, upstreams, readBody: bodies.read, log }),
    wallNow: clock.wall,
    onAnswer(route, status, ms) {
      counters.add('answers_total', { route, status: String(status) })
      counters.add('answer_seconds_total', { route }, ms / SECOND_MS)
    },
    monotonicNow: clock.monotonic,
    signal: stopped.signal,
  })
  const operatorServer = await openOperatorServer({
    ...config.operator,
    password: config.operatorPassword,
    db,
    kitchens: createKitchens(db, secrets),
    counters,
    monotonicNow: clock.monotonic,
    apiUrl: `${withoutEnd(config.publicUrl, /\//)}${config.path}`,
    log,
  })
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`
  const leases = [...upstreams].map(([name, upstream]) => {
    const shared = { db, holder, clock, log }
    const holdMs = config.holdMinutes * MINUTE_MS
    const { maxHeldEvents } = config
    const work = (lease: Lease): Promise<void> => {
      const pusher = createPusher({ ...shared, upstream: name, lease, secrets, fetch: fetchWeb })
      const onCameAgain = (events: number): void => counters.add('events_came_again_total', { upstream: name }, events)
      const held = { holdMs, maxHeldEvents }
      return workUnderLease({ ...shared, ...held, upstream, onWake: wakeUps.on, onCameAgain, pusher }, lease)
    }
    const leaseMs = config.leaseSeconds * SECOND_MS
    return runUnderLease({ ...shared, upstream: name, presence, leaseMs, signal, work })
  })
  log.info('relay-started')

  return {
    port: server.port,
    operatorPort: operatorServer.port,
    db,
    async stop() {
      stopping.abort()
      const abortTimer = setTimeout(() => stopped.abort(), STOP_GRACE_MS)
      await Promise.all([server.close(), operatorServer.close(), ...leases, wakeUps.ended, upkeep])
      clearTimeout(abortTimer)
      stopped.abort()
      bodies.stop()
      await presence.ended
      await db.close()
    },
  }
}
