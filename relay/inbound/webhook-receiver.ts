import { isSignedByAny } from '../../electron/listening/signature.ts'
import type { Log } from '../../electron/logging/log-port.ts'
import { parseBody } from '../../shared/json-body.ts'
import { causeOf, type Database } from '../database/database.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { storeEvents, storeInHalves } from './event-store.ts'
import { readIncoming } from './incoming.ts'
import { lockUpstream } from './lease.ts'
import { WAKE_CHANNEL } from './routing.ts'

const MAX_EVENTS = 1_000

/**
 * Receives the upstreams' deliveries by webhook, in any process: checks the signature, stores the events, answers.
 * Resolves with the status: 204 stored; 400 not JSON, or more than 1,000 events; 401 not signed with the client secret; 404
 * no such upstream; 503 not stored.
 */
export function createRelayWebhook(parts: {
  readonly db: Database
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly log: Log
}) {
  const { db, upstreams, log } = parts
  return async (name: string, rawBody: Buffer, signature: unknown): Promise<number> => {
    const upstream = upstreams.get(name)
    if (upstream === undefined) return 404
    if (!isSignedByAny([upstream.config.clientSecret], rawBody, signature)) return 401
    const body = parseBody(rawBody.toString('utf8'), null)
    const value: unknown = body.kind === 'json' ? body.value : undefined
    const events: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (value === undefined || events.length > MAX_EVENTS) return 400
    try {
      const { results, refused } = await storeInHalves(events.map(readIncoming), (part) =>
        db.transaction(async (on) => {
          await lockUpstream(on, name)
          const result = await storeEvents(on, name, part, 'webhook')
          if (result.ordersToRead > 0) await on.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, 'order'])
          return result
        }),
      )
      log.info('webhook-stored', { name, count: results.reduce((sum, { freshEvents }) => sum + freshEvents, 0) })
      if (refused.length > 0) log.error('events-refused', { name, count: refused.length })
      return refused.length > 0 ? 503 : 204
    } catch (error) {
      log.warn('webhook-not-stored', { name, cause: causeOf(error) })
      return 503
    }
  }
}
