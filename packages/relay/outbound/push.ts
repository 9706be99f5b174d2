import { signatureOf } from '../../../electron/listening/signature.ts'
import type { Log } from '../../../electron/logging/log-port.ts'
import type { Fetch } from '../../../electron/platform/web-fetch.ts'
import { causeOf, type Database } from '../database/database.ts'
import { decodeKey } from '../database/key.ts'
import type { Lease } from '../inbound/lease.ts'
import type { KitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import type { RelayClock } from '../relay-clock.ts'

const PUSH_TIMEOUT_MS = 5_000
const MAX_PER_PASS = 20
const MIN_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
const MAX_EXPONENT = 6
const ANSWER_MAX_BYTES = 65_536

type Waiting = {
  readonly kitchen_id: number
  readonly client_id: string
  readonly secret_version: number
  readonly push_url: string
  readonly seq: number
  readonly merchant_key: string
  readonly body: string
}

/**
 * Pushes events to the kitchens that have a push address, in order for each kitchen, with the platform's form of signature
 * (docs/protocol.md, "Webhook"). The answer 2xx acknowledges an event. Otherwise the event stays in the kitchen's queue,
 * where a poll also finds it.
 */
export function createPusher(options: {
  readonly db: Database
  readonly upstream: string
  readonly lease: Lease
  readonly secrets: KitchenSecrets
  readonly fetch: Fetch
  readonly clock: RelayClock
  readonly log: Log
}) {
  const { db, upstream, lease, secrets, fetch, clock, log } = options
  const failures = new Map<number, { readonly count: number; readonly notBefore: number }>()

  const post = async (one: Waiting): Promise<boolean> => {
    const secret = secrets.secretOf(one.client_id, one.secret_version)
    const outcome = await fetch({
      method: 'POST',
      url: one.push_url,
      headers: {
        'content-type': 'application/json',
        'x-app-id': one.client_id,
        // A header cannot contain every character of an id.
        'x-app-merchantid': encodeURIComponent(decodeKey(one.merchant_key)),
        'x-app-signature': signatureOf(secret, one.body).toString('hex'),
      },
      body: one.body,
      maxBytes: ANSWER_MAX_BYTES,
      signal: AbortSignal.any([lease.signal, AbortSignal.timeout(PUSH_TIMEOUT_MS)]),
      onProgress: () => undefined,
    })
    return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300
  }

  const pushTo = async (kitchenId: number, waiting: readonly Waiting[]): Promise<void> => {
    for (const one of waiting) {
      if (!lease.isCurrent()) return
      if (!(await post(one))) {
        const count = (failures.get(kitchenId)?.count ?? 0) + 1
        const waitMs = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(count - 1, MAX_EXPONENT))
        failures.set(kitchenId, { count, notBefore: clock.monotonic() + waitMs })
        return
      }
      await db.query(
        `UPDATE delivery SET acknowledged_at = coalesce(acknowledged_at, now()),
           delivered_at = coalesce(delivered_at, now()), deliveries = deliveries + 1
         WHERE kitchen_id = $1 AND seq = $2`,
        [kitchenId, one.seq],
      )
    }
    failures.delete(kitchenId)
  }

  return {
    /** Pushes waiting events. Resolves with true when more may wait. Never rejects. */
    async work(): Promise<boolean> {
      const inBackoff = [...failures].flatMap(([id, { notBefore }]) => (notBefore > clock.monotonic() ? [id] : []))
      try {
        const waiting = await db.query<Waiting>(
          `SELECT k.id AS kitchen_id, k.client_id, k.secret_version, k.push_url, d.seq, d.merchant_key, e.body
           FROM kitchen k CROSS JOIN LATERAL (
             SELECT seq, merchant_key, event_id FROM delivery
             WHERE kitchen_id = k.id AND acknowledged_at IS NULL ORDER BY seq LIMIT $3) d
           JOIN event e ON e.id = d.event_id
           WHERE k.upstream = $1 AND k.push_url IS NOT NULL AND k.state = 'active' AND NOT (k.id = ANY($2))
           ORDER BY k.id, d.seq`,
          [upstream, inBackoff, MAX_PER_PASS],
        )
        const byKitchen = Map.groupBy(waiting, ({ kitchen_id }) => kitchen_id)
        await Promise.all([...byKitchen].map(([id, rows]) => pushTo(id, rows)))
        return [...byKitchen].some(([id, rows]) => rows.length === MAX_PER_PASS && !failures.has(id))
      } catch (error) {
        log.warn('events-not-pushed', { name: upstream, cause: causeOf(error) })
        return false
      }
    },
  }
}
