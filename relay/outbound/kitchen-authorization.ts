import { KITCHEN_PAUSED } from '../../electron/platform/answers.ts'
import { type Batch, createBatch } from '../database/batch.ts'
import type { Queryable } from '../database/database.ts'
import type { KitchenState } from '../kitchens/kitchen-rows.ts'
import { mayCallOrders, type Tokens } from '../kitchens/kitchen-tokens.ts'
import { errorAnswer, type KitchenAnswer } from './kitchen-answers.ts'
import type { KitchenRequest } from './kitchen-requests.ts'
import type { ReportViolation } from './violations.ts'

/** The calling kitchen and the state of its upstream. */
export type Caller = {
  readonly id: number
  readonly name: string
  readonly upstream: string
  /** Remaining milliseconds of the wait that the upstream requires; 0: none. */
  readonly pausedMs: number
  readonly pausedStatus: number | null
  /** Milliseconds since the last successful poll of the upstream; `undefined`: never. */
  readonly sincePolledMs: number | undefined
}

export type KitchenAuthorization =
  | { readonly isAuthorized: true; readonly caller: Caller }
  | { readonly isAuthorized: false; readonly answer: KitchenAnswer }

type Row = {
  readonly id: number
  readonly name: string
  readonly upstream: string
  readonly state: KitchenState
  readonly token_epoch: number
  readonly paused_ms: number | null
  readonly paused_status: number | null
  readonly since_polled_ms: number | null
}

const refuse = (
  status: 401 | 403 | 503,
  code: string,
  message: string,
  retryAfterMs?: number,
): KitchenAuthorization => ({
  isAuthorized: false,
  answer: errorAnswer(status, code, message, retryAfterMs),
})

/** A paused kitchen asks again after this time. Its program waits, and its taps with it. */
const PAUSED_RETRY_MS = 15_000

const MAX_KITCHENS = 200

/** Finds kitchens by id, with one statement for all waiting requests. */
export function createKitchenLookup(db: Queryable): Batch<number, Row | undefined> {
  return createBatch(async (ids) => {
    const rows = await db.query<Row>(
      `SELECT k.id, k.name, k.upstream, k.state, k.token_epoch, u.paused_status,
         extract(epoch FROM u.paused_until - now())::float8 * 1000 AS paused_ms,
         extract(epoch FROM now() - u.last_good_poll_at)::float8 * 1000 AS since_polled_ms
       FROM kitchen k JOIN upstream u ON u.name = k.upstream WHERE k.id = ANY($1)`,
      [ids],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  }, MAX_KITCHENS)
}

/**
 * Identifies the caller. Answers 401 without a valid token; 403 when its scope excludes orders; 503 while the kitchen is
 * paused: its taps are not refused, they wait.
 */
export async function authorizeKitchen(
  findKitchen: Batch<number, Row | undefined>,
  tokens: Tokens,
  request: KitchenRequest,
  reportViolation: ReportViolation,
): Promise<KitchenAuthorization> {
  const token = /^Bearer (\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (token === undefined) {
    reportViolation('missing-bearer')
    return refuse(401, 'UNAUTHORIZED', 'Missing bearer token')
  }
  const check = tokens.check(token)
  if (check.kind !== 'valid') {
    if (check.kind === 'unknown') reportViolation('unknown-token')
    return refuse(401, 'UNAUTHORIZED', `Invalid credentials: token ${check.kind}`)
  }
  const row = await findKitchen(check.facts.kitchenId)
  if (row === undefined || row.state === 'revoked' || row.token_epoch !== check.facts.epoch)
    return refuse(401, 'UNAUTHORIZED', 'Invalid credentials: token revoked')
  if (!mayCallOrders(check.facts.scopes)) return refuse(403, 'INSUFFICIENT_SCOPE', 'Scope od.orders is required')
  if (row.state === 'paused')
    return refuse(503, KITCHEN_PAUSED, 'The office of the chain has paused this kitchen', PAUSED_RETRY_MS)
  const { id, name, upstream } = row
  return {
    isAuthorized: true,
    caller: {
      id,
      name,
      upstream,
      pausedMs: Math.max(0, row.paused_ms ?? 0),
      pausedStatus: row.paused_status,
      sincePolledMs: row.since_polled_ms ?? undefined,
    },
  }
}
