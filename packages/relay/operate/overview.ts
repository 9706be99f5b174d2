import type { Queryable } from '../database/database.ts'
import type { KitchenState } from '../kitchens/kitchens.ts'

/** A kitchen is silent when it has open orders and has not polled for this time. */
export const SILENT_AFTER_SECONDS = 120

/** A store: its key, and its name once an order of it was read. */
export type Establishment = { readonly key: string; readonly name: string | null }

export type KitchenView = {
  readonly name: string
  readonly upstream: string
  readonly state: KitchenState
  readonly establishments: readonly Establishment[]
  /** Seconds since its last poll; `null`: it never polled. */
  readonly lastPollSeconds: number | null
  readonly unacknowledged: number
  /** Seconds since the oldest unacknowledged event was stored; 0: there is none. */
  readonly lagSeconds: number
  readonly openOrders: number
  /** Seconds since the oldest order that was not accepted was first seen; `null`: there is none. */
  readonly oldestUnacceptedSeconds: number | null
  readonly isPushed: boolean
  readonly isSilent: boolean
}

export type UpstreamView = {
  readonly name: string
  readonly holder: string | null
  readonly fencing: number
  readonly isLeased: boolean
  readonly pausedSeconds: number
  readonly lastGoodPollSeconds: number | null
  readonly lastVerdict: string | null
  /** The platform refused the chain's credentials at the last poll. */
  readonly isRefused: boolean
  /** Events that are stored and not yet acknowledged upstream. */
  readonly unacknowledged: number
  readonly unrouted: number
  readonly unclaimed: number
  readonly unroutable: number
  /** Establishments that have orders and no kitchen. */
  readonly unclaimedEstablishments: readonly Establishment[]
  /** Orders that cannot be read, by reason. */
  readonly problems: Readonly<Record<string, number>>
}

const seconds = (expression: string): string => `extract(epoch FROM ${expression})::float8`

export function readKitchens(db: Queryable): Promise<readonly KitchenView[]> {
  return db.query<KitchenView>(
    `SELECT v.*, v.state = 'active' AND v."openOrders" > 0 AND NOT v."isPushed"
         AND least(v."lastPollSeconds", v.working) >= $1 AS "isSilent"
     FROM (
       SELECT k.name, k.upstream, k.state, k.push_url IS NOT NULL AS "isPushed",
         coalesce(own.stores, '[]') AS establishments,
         ${seconds('now() - seen.last_poll_at')} AS "lastPollSeconds",
         ${seconds('now() - k.working_since')} AS working,
         coalesce(w.unacknowledged, 0) AS unacknowledged,
         coalesce(${seconds('now() - w.oldest')}, 0) AS "lagSeconds",
         coalesce(o.open, 0) AS "openOrders", ${seconds('now() - o.unaccepted')} AS "oldestUnacceptedSeconds"
       FROM kitchen k
       LEFT JOIN kitchen_seen seen ON seen.kitchen_id = k.id
       LEFT JOIN LATERAL (SELECT array_agg(merchant_key) AS keys,
           json_agg(json_build_object('key', merchant_key, 'name', n.name) ORDER BY merchant_key) AS stores
         FROM establishment LEFT JOIN establishment_name n USING (upstream, merchant_key)
         WHERE kitchen_id = k.id) own ON true
       LEFT JOIN LATERAL (SELECT count(*) AS unacknowledged, min(stored_at) AS oldest
         FROM delivery WHERE kitchen_id = k.id AND acknowledged_at IS NULL) w ON true
       LEFT JOIN LATERAL (SELECT count(*) AS open, min(first_seen_at) FILTER (WHERE status = 'CREATED') AS unaccepted
         FROM customer_order WHERE upstream = k.upstream AND merchant_key = ANY(own.keys) AND ended_at IS NULL) o ON true
       WHERE k.state <> 'revoked'
     ) v ORDER BY "isSilent" DESC, "oldestUnacceptedSeconds" DESC NULLS LAST, v.name`,
    [SILENT_AFTER_SECONDS],
  )
}

export function readUpstreams(db: Queryable): Promise<readonly UpstreamView[]> {
  return db.query<UpstreamView>(
    `SELECT u.name, u.holder, u.fencing, coalesce(u.lease_until > now(), false) AS "isLeased",
       greatest(0, coalesce(${seconds('u.paused_until - now()')}, 0)) AS "pausedSeconds",
       ${seconds('now() - u.last_good_poll_at')} AS "lastGoodPollSeconds", u.last_verdict AS "lastVerdict",
       coalesce(u.last_verdict IN ('credentials-refused', 'secret-replaced', 'refused-401', 'refused-403'), false)
         AS "isRefused",
       (SELECT count(*) FROM event e WHERE e.upstream = u.name AND e.acknowledged_at IS NULL) AS unacknowledged,
       (SELECT count(*) FROM event e WHERE e.upstream = u.name AND e.state = 'unrouted') AS unrouted,
       (SELECT count(*) FROM event e WHERE e.upstream = u.name AND e.state = 'unclaimed') AS unclaimed,
       (SELECT count(*) FROM event e WHERE e.upstream = u.name AND e.state = 'unroutable') AS unroutable,
       coalesce((SELECT json_agg(json_build_object('key', s.merchant_key, 'name', n.name) ORDER BY s.merchant_key)
         FROM (SELECT DISTINCT o.upstream, o.merchant_key FROM event e JOIN customer_order o USING (upstream, order_key)
           WHERE e.upstream = u.name AND e.state = 'unclaimed' AND o.merchant_key IS NOT NULL) s
         LEFT JOIN establishment_name n USING (upstream, merchant_key)), '[]') AS "unclaimedEstablishments",
       coalesce((SELECT jsonb_object_agg(problem, orders) FROM (SELECT problem, count(*) AS orders FROM customer_order o
         WHERE o.upstream = u.name AND o.merchant_key IS NULL AND problem IS NOT NULL GROUP BY problem) p), '{}') AS problems
     FROM upstream u ORDER BY u.name`,
  )
}
