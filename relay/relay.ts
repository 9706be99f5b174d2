import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Log } from '../electron/logging/log-port.ts'
import { fetchOver } from '../electron/platform/web-fetch.ts'
import type { RelayConfig } from './config/relay-config.ts'
import { checkRequirements, type Database, openRelayDatabase } from './database/database.ts'
import { migrateRelay } from './database/migrate.ts'
import { type Lease, runUnderLease } from './inbound/lease.ts'
import { workUnderLease } from './inbound/lease-work.ts'
import { holdPresence, type Presence } from './inbound/presence.ts'
import { createRelayWebhook } from './inbound/webhook-receiver.ts'
import { createKitchenSecrets, type KitchenSecrets } from './kitchens/kitchen-secrets.ts'
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
import { createPauseGate } from './upstream/pause-gate.ts'
import { createUpstream, type Upstream, type UpstreamParts } from './upstream/upstream.ts'
import { listenForWakeUps } from './wake-ups.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** When the relay stops, calls to the platform that take longer are aborted, and the kitchen gets 503. */
const STOP_GRACE_MS = 4_000

export class UnmetRequirements extends Error {}

export type RelayOptions = {
  readonly log: Log
  readonly clock?: RelayClock
  /** Called with each violation of a kitchen's program, after the metrics count it. */
  readonly onViolation?: ReportViolation
}

export type Relay = {
  /** Port of the kitchens' interface on this machine. */
  readonly port: number
  /** Port of the operator's page and of `/metrics`. */
  readonly operatorPort: number
  readonly db: Database
  /** Stops the process within a few seconds and releases its leases. */
  stop(): Promise<void>
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

/** The credentials of the chain, each with its calls to the platform. By name. */
const openUpstreams = (
  config: RelayConfig,
  parts: Pick<UpstreamParts, 'fetch' | 'clock' | 'log'> & {
    readonly db: Database
    readonly secrets: KitchenSecrets
    readonly counters: Counters
  },
): ReadonlyMap<string, Upstream> => {
  const { db, secrets, counters, fetch: fetchPlatform, clock, log } = parts
  return new Map(
    config.upstreams.map((upstream) => {
      const { name } = upstream
      return [
        name,
        createUpstream({
          db,
          tokenKey: secrets.upstreamTokenKey,
          config: upstream,
          fetch: fetchPlatform,
          clock,
          gate: createPauseGate({ db, upstream: name, monotonicNow: clock.monotonic }),
          log,
          onAnswer: (route, status) =>
            counters.add('upstream_verdicts_total', { upstream: name, route, status: String(status ?? 'none') }),
        }),
      ]
    }),
  )
}

/** For each credential: waits for its lease, and polls and pushes while this process holds it. Ends with `signal`. */
const runLeases = (
  parts: Pick<UpstreamParts, 'fetch' | 'clock' | 'log'> & {
    readonly upstreams: ReadonlyMap<string, Upstream>
    readonly db: Database
    readonly secrets: KitchenSecrets
    readonly config: RelayConfig
    readonly wakeUps: ReturnType<typeof listenForWakeUps>
    readonly presence: Presence
    readonly signal: AbortSignal
  },
): readonly Promise<void>[] => {
  const { db, secrets, config, clock, log, wakeUps, presence, signal, fetch: fetchKitchen } = parts
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`
  return [...parts.upstreams.values()].map((upstream) => {
    const { name } = upstream.config
    const pusher = (lease: Lease) =>
      createPusher({ db, upstream: name, lease, secrets, fetch: fetchKitchen, clock, log })
    return runUnderLease({
      db,
      upstream: name,
      holder,
      presence,
      leaseMs: config.leaseSeconds * SECOND_MS,
      clock,
      log,
      signal,
      work: (lease) =>
        workUnderLease(
          {
            db,
            upstream,
            holder,
            clock,
            holdMs: config.holdMinutes * MINUTE_MS,
            maxHeldEvents: config.maxHeldEvents,
            log,
            onWake: wakeUps.on,
            pusher,
          },
          lease,
        ),
    })
  })
}

/** Starts one relay process. Any number of processes may share one database. */
export async function startRelay(config: RelayConfig, options: RelayOptions): Promise<Relay> {
  const { log, clock = MACHINE_CLOCK } = options
  const db = await prepareDatabase(config, log)
  const stopping = new AbortController()
  const stopped = new AbortController()
  const { signal } = stopping
  const fetchPlatform = fetchOver(fetch)
  const counters = createCounters()
  const secrets = createKitchenSecrets(config.masterKey)

  const upstreams = openUpstreams(config, { db, secrets, counters, fetch: fetchPlatform, clock, log })
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
    deliver: createRelayWebhook({ db, upstreams, log }),
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
    apiUrl: `${config.publicUrl.replace(/\/+$/, '')}${config.path}`,
    log,
  })
  const leases = runLeases({
    upstreams,
    db,
    secrets,
    fetch: fetchPlatform,
    config,
    clock,
    log,
    wakeUps,
    presence,
    signal,
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
      await presence.ended
      await db.close()
    },
  }
}
