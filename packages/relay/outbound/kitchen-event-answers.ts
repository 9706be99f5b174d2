import { acknowledgmentLimitOf } from '../../../electron/platform/dialects/open-delivery-2/acknowledgments.ts'
import type { Dialect } from '../../../shared/contract/settings.ts'
import { fieldsOf } from '../../../shared/is-record.ts'
import type { Database } from '../database/database.ts'
import { encodeKey } from '../database/key.ts'
import { errorAnswer, type KitchenAnswer } from './kitchen-answers.ts'
import type { Caller } from './kitchen-authorization.ts'
import type { KitchenRequest } from './kitchen-requests.ts'
import type { ReportViolation } from './violations.ts'

const MAX_EVENTS = 1_000
const MAX_MERCHANTS = 100
/** After this many deliveries of one event, a platform counts a violation (docs/protocol.md, "Events"). */
const MAX_DELIVERIES = 50

/** Reports query parameters that the operation does not define. */
export function reportUnknownQuery(request: KitchenRequest, known: readonly string[], report: ReportViolation): void {
  for (const name of Object.keys(request.query)) if (!known.includes(name)) report('unknown-query')
}

/**
 * `GET /events:polling`: the kitchen's unacknowledged events, oldest first. While the platform is out of reach an empty page
 * is an error, because a kitchen would read it as "no orders".
 * @param staleMs longest time since the last successful poll
 */
export async function answerKitchenPoll(
  db: Database,
  caller: Caller,
  request: KitchenRequest,
  staleMs: number,
  report: ReportViolation,
): Promise<KitchenAnswer> {
  reportUnknownQuery(request, ['eventType'], report)
  // A platform acknowledges the types that are filtered out (docs/protocol.md, "Events"). The relay sends all types.
  if (request.query.eventType !== undefined) report('event-type-filter')
  const requestedIds = request
    .header('x-polling-merchants')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (requestedIds !== undefined && (requestedIds.length === 0 || requestedIds.length > MAX_MERCHANTS)) {
    report('invalid-field')
    return errorAnswer(400, 'BAD_REQUEST', 'x-polling-merchants takes 1 to 100 ids')
  }
  const merchantKeys = requestedIds?.map(encodeKey)
  if (merchantKeys !== undefined) {
    const own = await db.query<{ merchant_key: string }>(
      'SELECT merchant_key FROM establishment WHERE kitchen_id = $1',
      [caller.id],
    )
    const isOwn = (key: string): boolean => own.some(({ merchant_key }) => merchant_key === key)
    if (!merchantKeys.every(isOwn)) return errorAnswer(403, 'FORBIDDEN', 'Not authorized for this establishment')
  }
  const events = await db.query<{ body: string; deliveries: number }>(
    `WITH page AS (
       SELECT seq FROM delivery WHERE kitchen_id = $1 AND acknowledged_at IS NULL
         AND ($2::text[] IS NULL OR merchant_key = ANY($2))
       ORDER BY seq LIMIT $3
     ), marked AS (
       UPDATE delivery d SET deliveries = d.deliveries + 1, delivered_at = coalesce(d.delivered_at, now())
       FROM page WHERE d.kitchen_id = $1 AND d.seq = page.seq RETURNING d.seq, d.event_id, d.deliveries
     )
     SELECT e.body, m.deliveries FROM marked m JOIN event e ON e.id = m.event_id ORDER BY m.seq`,
    [caller.id, merchantKeys ?? null, MAX_EVENTS],
  )
  for (const { deliveries } of events) if (deliveries === MAX_DELIVERIES) report('event-never-acknowledged')
  if (events.length > 0) return { status: 200, text: `[${events.map(({ body }) => body).join(',')}]` }
  if (caller.pausedMs > 0)
    return errorAnswer(caller.pausedStatus ?? 429, 'UPSTREAM_PAUSED', 'The platform asks to wait', caller.pausedMs)
  if (caller.sincePolledMs === null || caller.sincePolledMs > staleMs)
    return errorAnswer(503, 'UPSTREAM_NOT_SEEN', 'The relay has not reached the platform for a while')
  return { status: 204 }
}

/** `POST /events/acknowledgment`. The body has the form of the upstream's dialect. */
export async function answerKitchenAcknowledgment(
  db: Database,
  caller: Caller,
  request: KitchenRequest,
  form: Dialect['acknowledgment'],
  report: ReportViolation,
): Promise<KitchenAnswer> {
  reportUnknownQuery(request, [], report)
  const { body } = request
  if (body.kind === 'malformed') {
    report('malformed-body')
    return errorAnswer(400, 'BAD_REQUEST', 'Malformed JSON body')
  }
  if (body.kind !== 'json' && body.kind !== 'none') {
    report('wrong-content-type')
    return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE', 'application/json expected')
  }
  const ids = idsIn(body.kind === 'json' ? body.value : undefined, form, report)
  if (typeof ids === 'string') {
    report('invalid-field')
    return errorAnswer(400, 'BAD_REQUEST', ids)
  }
  const rows = await db.query<{ event_key: string; is_delivered: boolean | null }>(
    `WITH given AS (SELECT DISTINCT unnest($2::text[]) AS event_key),
     known AS (
       SELECT g.event_key, CASE WHEN count(d.seq) > 0 THEN bool_or(d.delivered_at IS NOT NULL) END AS is_delivered
       FROM given g LEFT JOIN delivery d ON d.kitchen_id = $1 AND d.event_key = g.event_key GROUP BY g.event_key
     ), done AS (
       UPDATE delivery SET acknowledged_at = now()
       WHERE kitchen_id = $1 AND event_key = ANY($2) AND delivered_at IS NOT NULL AND acknowledged_at IS NULL
     )
     SELECT event_key, is_delivered FROM known`,
    [caller.id, ids.map(encodeKey)],
  )
  for (const { is_delivered } of rows) {
    if (is_delivered === null) report('ack-unknown')
    else if (!is_delivered) report('ack-never-delivered')
  }
  return { status: 202 }
}

/** The ids of a batch; or a text: what is wrong with the batch. */
function idsIn(value: unknown, form: Dialect['acknowledgment'], report: ReportViolation): readonly string[] | string {
  if (form !== 'v2') {
    return idList(value, acknowledgmentLimitOf(form), (one) => {
      const { id, orderId, eventType } = fieldsOf(one)
      return form === 'ids' || (isId(orderId) && typeof eventType === 'string') ? id : undefined
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '{"eventIds": [...]} expected'
  const { eventIds, ...others } = fieldsOf(value)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    report('unknown-field')
    return 'unknown field beside "eventIds"'
  }
  return idList(eventIds, acknowledgmentLimitOf(form), (one) => one)
}

/** A kitchen sends an id as the platform sent it. */
const isId = (id: unknown): id is string | number => (typeof id === 'string' && id !== '') || typeof id === 'number'

function idList(value: unknown, maxIds: number, idOf: (one: unknown) => unknown): readonly string[] | string {
  if (!Array.isArray(value)) return 'a list of ids is expected'
  if (value.length < 1 || value.length > maxIds) return `1 to ${maxIds} ids are expected`
  const ids = value.map(idOf).filter(isId).map(String)
  return ids.length === value.length ? ids : 'each entry needs its id and the fields of the dialect'
}
