import type { Log } from '../../../electron/logging/log-port.ts'
import { causeOf, type Database, type Queryable } from '../database/database.ts'
import { pause, type RelayClock } from '../relay-clock.ts'
import { isAbsent, type Presence } from './presence.ts'

/** The right to poll one upstream credential. `fencing` is a number that grows each time the lease is taken. */
export type Lease = {
  readonly fencing: number
  /** Aborted when the lease ends. The process computes the end itself, so it does not depend on the database. */
  readonly signal: AbortSignal
  /** Check it before each call to the platform: after the process was suspended, the timer of `signal` has not run yet. */
  readonly isCurrent: () => boolean
}

/** A write was rejected because another process holds the lease. Nothing was changed. */
export class StaleLease extends Error {}

/** Fraction of the lease after which it is renewed. */
const RENEW_AFTER = 1 / 3
/** Fraction of the lease that is not used. It is the margin for a call that is already under way when the lease ends. */
const SAFETY = 1 / 5
/** Longest pause between two attempts to take the lease. */
const MAX_ATTEMPT_WAIT_MS = 1_000

/**
 * Locks the row of the upstream until the transaction ends. So the transactions of one credential commit one after the
 * other, and their sequence numbers become visible in order. Rejects with `StaleLease` when another process holds the lease.
 */
export async function lockAsHolder(on: Queryable, upstream: string, holder: string, fencing: number): Promise<void> {
  const rows = await on.query('SELECT name FROM upstream WHERE name = $1 AND holder = $2 AND fencing = $3 FOR UPDATE', [
    upstream,
    holder,
    fencing,
  ])
  if (rows.length === 0) throw new StaleLease(`another process holds the lease on ${upstream}`)
}

/** The same lock without a lease: for webhooks, which any process may receive, and for changes of kitchens. */
export async function lockUpstream(on: Queryable, upstream: string): Promise<void> {
  await on.query('SELECT name FROM upstream WHERE name = $1 FOR UPDATE', [upstream])
}

/** Takes the lease when it is free or its holder has ended, renews it, and runs `work` while it lasts. Resolves after `signal` was aborted. */
export async function runUnderLease(options: {
  readonly db: Database
  readonly upstream: string
  readonly holder: string
  readonly presence: Pick<Presence, 'key' | 'current'>
  readonly leaseMs: number
  readonly clock: RelayClock
  readonly log: Log
  readonly signal: AbortSignal
  /** Runs while the lease lasts. Resolves after `lease.signal` was aborted. */
  readonly work: (lease: Lease) => Promise<void>
}): Promise<void> {
  const { db, upstream, holder, presence, leaseMs, clock, log, signal } = options
  const renewMs = leaseMs * RENEW_AFTER

  const acquire = async (): Promise<number | undefined> => {
    // Only the database's clock decides whether a lease has ended, because the clocks of the processes may differ.
    const [row] = await db.query<{ fencing: number }>(
      `UPDATE upstream SET holder = $2, fencing = fencing + 1, lease_until = now() + $3 * interval '1 millisecond',
         holder_lock = $4
       WHERE name = $1 AND (lease_until IS NULL OR lease_until < now() OR ${isAbsent('holder_lock')}) RETURNING fencing`,
      [upstream, holder, leaseMs, presence.key],
    )
    return row?.fencing
  }

  const renew = async (fencing: number): Promise<boolean> => {
    const rows = await db.query(
      `UPDATE upstream SET lease_until = now() + $4 * interval '1 millisecond'
       WHERE name = $1 AND holder = $2 AND fencing = $3 RETURNING name`,
      [upstream, holder, fencing, leaseMs],
    )
    return rows.length > 0
  }

  const hold = async (fencing: number, requestedAt: number, present: AbortSignal): Promise<void> => {
    const ended = new AbortController()
    const stop = (): void => ended.abort()
    const endSignal = AbortSignal.any([signal, ended.signal, present])
    // This process stops before the end that the database has stored.
    let endsAt = requestedAt + leaseMs * (1 - SAFETY)
    let timer = setTimeout(stop, endsAt - clock.monotonic())
    log.info('lease-taken', { name: upstream, count: fencing })
    const isCurrent = (): boolean => !endSignal.aborted && clock.monotonic() < endsAt
    const working = options.work({ fencing, signal: endSignal, isCurrent })
    while (!endSignal.aborted) {
      await pause(renewMs, endSignal)
      if (endSignal.aborted) break
      const renewedAt = clock.monotonic()
      const isOurs = await renew(fencing).catch((error: unknown) => {
        log.warn('lease-not-renewed', { name: upstream, cause: causeOf(error) })
        return undefined
      })
      if (isOurs === undefined) continue
      if (!isOurs) {
        log.warn('lease-lost', { name: upstream, count: fencing })
        stop()
        break
      }
      endsAt = renewedAt + leaseMs * (1 - SAFETY)
      clearTimeout(timer)
      timer = setTimeout(stop, endsAt - clock.monotonic())
    }
    clearTimeout(timer)
    await working
    await db
      .query('UPDATE upstream SET lease_until = now() WHERE name = $1 AND holder = $2 AND fencing = $3', [
        upstream,
        holder,
        fencing,
      ])
      .catch((error: unknown) => log.warn('lease-not-released', { name: upstream, cause: causeOf(error) }))
  }

  while (!signal.aborted) {
    const requestedAt = clock.monotonic()
    try {
      const present = presence.current()
      const fencing = present && (await acquire())
      if (present !== undefined && fencing !== undefined) await hold(fencing, requestedAt, present)
    } catch (error) {
      log.warn('lease-unavailable', { name: upstream, cause: causeOf(error) })
    }
    await pause(Math.min(renewMs, MAX_ATTEMPT_WAIT_MS), signal)
  }
}
