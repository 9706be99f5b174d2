import { setTimeout as sleep } from 'node:timers/promises'
import type { HostDialect } from '../../../test/fixtures/platform/platform-state.ts'
import {
  type RecordedPlatform,
  type RecordedPlatformOptions,
  startRecordedPlatform as startPlatform,
} from '../../../test/fixtures/platform/recorded-platform.ts'
import type { Violation } from '../../../test/fixtures/platform/request-log.ts'
import type { ViolationKind } from '../../../test/fixtures/platform/request-record.ts'
import type { Database } from '../database/database.ts'
import { MACHINE_CLOCK } from '../relay-clock.ts'
import { openRecordingProxy } from './recording-proxy.ts'
import { sharedDatabase } from './test-database.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

export type { RecordedPlatform, RecordedPlatformOptions }

let count = 0

/**
 * Replaces the practice platform in tests of the client: the credentials are those of a relay's kitchen, and the practice
 * platform is its upstream. A request waits until earlier changes were polled. Violations of both sides count.
 */
export async function startRecordedPlatform(options: RecordedPlatformOptions = {}): Promise<RecordedPlatform> {
  count += 1
  const name = `chain-${count}`
  const upstream = await startPlatform(options)
  const clock = options.now ?? MACHINE_CLOCK.wall
  const { apiUrl } = upstream
  const root = new URL(apiUrl).pathname
  const violations: Violation[] = []
  const forms = { eventIds: 'v2', v1: 'v1', ids: 'ids' } as const
  const dialect = {
    acknowledgment: forms[options.dialect?.acknowledgment ?? 'eventIds'],
    validateCode: options.dialect?.validateCode ?? ('query' as const),
  }
  const { clientId, clientSecret } = upstream
  const config = relayConfig(
    await sharedDatabase(),
    { name, apiUrl, clientId, clientSecret, pollIntervalSeconds: 0.02, dialect },
    { path: root },
  )
  const relay = await startTestRelay(config, {
    clock: { ...MACHINE_CLOCK, wall: clock },
    onViolation: (kind) => violations.push({ ...violationOf(kind), at: clock() }),
  })
  const merchants = options.merchants?.map(({ id }) => id) ?? ['loja-pinheiros']
  const kitchen = await relay.addKitchen(`A cozinha ${count}`, merchants)
  // Before its first poll a relay answers kitchens with an error.
  while (!(await hasPolled(relay.db, name))) await sleep(5)
  let work: Promise<unknown> = Promise.resolve()

  const polls = () => upstream.requestLog.requestsTo('poll').filter(({ answeredSeq }) => answeredSeq !== undefined)
  /** Waits until a poll that began after this moment has fetched all events, or the upstream refuses the poll. */
  const waitForPoll = async (): Promise<void> => {
    const requestedSeq = upstream.requestLog.entries().at(-1)?.seq ?? 0
    for (;;) {
      const last = polls().at(-1)
      const hasPolled = last !== undefined && last.seq > requestedSeq && upstream.model.pending(clientId).length === 0
      // The relay stores `Retry-After` some time after the answer. Kitchens receive it only after that.
      if (last?.status === 429) while (!(await wasPaused(relay.db, name))) await sleep(5)
      if (hasPolled || (last?.status ?? 200) >= 400) return
      await sleep(5)
    }
  }
  const waitForRouting = async (orderId: string): Promise<void> => {
    if (!merchants.includes(upstream.order(orderId)?.merchantId ?? '')) return
    while (!(await isRouted(relay.db, orderId))) await sleep(5)
  }
  const proxy = await openRecordingProxy({
    target: () => `http://127.0.0.1:${relay.port}`,
    root,
    clock,
    async before(route, orderId) {
      await work
      if (route === 'poll' || route === 'acknowledgment') await waitForPoll()
      // Does not wait for a poll: the second of two simultaneous operations would then wait for the events of the first one.
      else if (orderId !== undefined) await waitForRouting(orderId)
    },
  })

  return {
    ...upstream,
    apiUrl: `${proxy.origin}${root}`,
    clientId: kitchen.clientId,
    clientSecret: kitchen.clientSecret,
    requestLog: {
      ...proxy.requestLog,
      violations: () =>
        [...upstream.requestLog.violations(), ...violations].toSorted((one, other) => one.at - other.at),
      postsFor: upstream.requestLog.postsFor,
      appliedFor: upstream.requestLog.appliedFor,
    },
    wasOrderReadAfter(eventId) {
      const orderId = upstream.model.orderOfEvent(eventId)
      return orderId !== undefined && proxy.requestLog.wasReadAfterDelivery(eventId, orderId)
    },
    revokeTokens() {
      upstream.revokeTokens()
      work = relay.db.query('UPDATE kitchen SET token_epoch = token_epoch + 1')
    },
    setDialect(change: Partial<HostDialect>) {
      upstream.setDialect(change)
      if (change.acknowledgment !== undefined) dialect.acknowledgment = forms[change.acknowledgment]
    },
    async close() {
      await proxy.close()
      await relay.stop()
      await upstream.close()
    },
  }
}

async function isRouted(db: Database, orderId: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 AS yes FROM customer_order WHERE order_key = $1 AND merchant_key IS NOT NULL', [
    orderId,
  ])
  return rows.length > 0
}

async function hasPolled(db: Database, name: string): Promise<boolean> {
  const rows = await db.query('SELECT name FROM upstream WHERE name = $1 AND last_good_poll_at IS NOT NULL', [name])
  return rows.length > 0
}

async function wasPaused(db: Database, name: string): Promise<boolean> {
  const rows = await db.query('SELECT name FROM upstream WHERE name = $1 AND paused_until IS NOT NULL', [name])
  return rows.length > 0
}

const violationOf = (kind: ViolationKind): Omit<Violation, 'at'> => ({
  seq: 0,
  route: 'unknown',
  orderId: undefined,
  kind,
  message: 'recorded by the relay',
})
