import { KITCHEN_PAUSED } from '../../../electron/platform/answers.ts'
import { type Batch, createBatch } from '../database/batch.ts'
import type { Queryable } from '../database/database.ts'
import { mayCallOrders, type Tokens } from '../kitchens/kitchen-tokens.ts'
import type { KitchenState } from '../kitchens/kitchens.ts'
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
  /** Milliseconds since the last successful poll of the upstream; `null`: never. */
  readonly sincePolledMs: number | null
}

type Row = Caller & { readonly state: KitchenState; readonly epoch: number }

/** A paused kitchen asks again after this time. Its program waits, and its taps with it. */
const PAUSED_RETRY_MS = 15_000

const MAX_KITCHENS = 200

/** Finds kitchens by id, with one statement for all waiting requests. */
export function createKitchenLookup(db: Queryable): Batch<number, Row | undefined> {
  return createBatch(async (ids) => {
    const rows = await db.query<Row>(
      `SELECT k.id, k.name, k.upstream, k.state, k.token_epoch AS epoch, u.paused_status AS "pausedStatus",
         greatest(0, extract(epoch FROM u.paused_until - now())::float8 * 1000) AS "pausedMs",
         extract(epoch FROM now() - u.last_good_poll_at)::float8 * 1000 AS "sincePolledMs"
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
): Promise<{ readonly caller: Caller } | { readonly answer: KitchenAnswer }> {
  const refuse = (...error: Parameters<typeof errorAnswer>) => ({ answer: errorAnswer(...error) })
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
  if (row === undefined || row.state === 'revoked' || row.epoch !== check.facts.epoch)
    return refuse(401, 'UNAUTHORIZED', 'Invalid credentials: token revoked')
  if (!mayCallOrders(check.facts.scopes)) return refuse(403, 'INSUFFICIENT_SCOPE', 'Scope od.orders is required')
  if (row.state === 'paused')
    return refuse(503, KITCHEN_PAUSED, 'The office of the chain has paused this kitchen', PAUSED_RETRY_MS)
  return { caller: row }
}
