import { textOf } from '../../../electron/listening/body-text.ts'
import { isSignedByAny } from '../../../electron/listening/signature.ts'
import type { Log } from '../../../electron/logging/log-port.ts'
import { deliveryIn, type ReadBody } from '../../../electron/platform/shaped-body.ts'
import { namesOrder } from '../../../shared/order/event-page.ts'
import { causeOf, type Database } from '../database/database.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type Stored, storeEvents, storeInHalves } from './event-store.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { lockUpstream } from './lease.ts'
import { WAKE_CHANNEL } from './routing.ts'

/** Events of one transaction: reading more of them at once would delay other calls. */
const PART_EVENTS = 250

/** Statuses for what the platform need not send again, or has to bring by polling. */
const STATUS_WITHOUT_EVENTS = { 'keep-alive': 204, unreadable: 400, outdated: 410 } as const

/**
 * Receives deliveries by webhook. Resolves with the status: 204 stored, or a keep-alive; 400 no event; 401 not signed with
 * the client secret; 404 no such upstream; 410 older than 72 hours; 503 not stored.
 */
export function createRelayWebhook(options: {
  readonly db: Database
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly readBody: ReadBody
  readonly log: Log
}) {
  const { db, upstreams, readBody, log } = options
  const store = (name: string) => (events: readonly Incoming[]) =>
    db.transaction(async (on) => {
      await lockUpstream(on, name)
      const result = await storeEvents(on, name, events, 'webhook')
      if (result.ordersToRead > 0) await on.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, 'order'])
      return result
    })
  return async (name: string, rawBody: Buffer, signature: unknown): Promise<number> => {
    const upstream = upstreams.get(name)
    if (upstream === undefined) return 404
    if (!isSignedByAny([upstream.config.clientSecret], rawBody, signature)) return 401
    const shape = { deliveredAt: upstream.platformTime(), isWhole: true } as const
    const delivery = deliveryIn(await readBody(textOf(rawBody), null, shape))
    if (delivery.kind !== 'events') {
      log.info('webhook-without-events', { name, outcome: delivery.kind })
      return STATUS_WITHOUT_EVENTS[delivery.kind]
    }
    const { events } = delivery
    try {
      const results: Stored[] = []
      const refused: Incoming[] = []
      for (let from = 0; from < events.length; from += PART_EVENTS) {
        const incoming = events
          .slice(from, from + PART_EVENTS)
          .filter(namesOrder)
          .map(readIncoming)
        const part = await storeInHalves(incoming, store(name))
        results.push(...part.results)
        refused.push(...part.refused)
      }
      log.info('webhook-stored', { name, count: results.reduce((sum, { freshEvents }) => sum + freshEvents, 0) })
      if (refused.length > 0) log.error('events-refused', { name, count: refused.length })
      return refused.length > 0 ? 503 : 204
    } catch (error) {
      log.warn('webhook-not-stored', { name, cause: causeOf(error) })
      return 503
    }
  }
}
