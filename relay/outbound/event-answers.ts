import { acknowledgmentLimitOf } from '../../electron/platform/call-bodies.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Dialect } from '../../shared/settings.ts'
import type { Database } from '../database/database.ts'
import { keyOf } from '../database/key.ts'
import { type Answer, errorAnswer } from './answers.ts'
import type { Caller } from './authorization.ts'
import type { Complaint } from './complaints.ts'
import type { KitchenRequest } from './requests.ts'

const MOST_EVENTS = 1_000
const MOST_MERCHANTS = 100
/** Deliveries of one event after which a platform counts it as misbehaviour (docs/protocol.md, "Events"). */
const MOST_DELIVERIES = 50

export type Note = (complaint: Complaint) => void

/** Reports query parameters that the operation does not define. */
export function checkQuery(request: KitchenRequest, known: readonly string[], note: Note): void {
  for (const name of Object.keys(request.query)) if (!known.includes(name)) note('unknown-query')
}

/**
 * `GET /events:polling`: the events that wait for this kitchen, oldest first. Without events the answer depends on the
 * upstream: when the relay cannot reach the platform, an empty page would look like an evening without orders.
 * @param staleMs after so long without a poll of the upstream, an error is sent instead of an empty page
 */
export async function answerPoll(
  db: Database,
  caller: Caller,
  request: KitchenRequest,
  staleMs: number,
  note: Note,
): Promise<Answer> {
  checkQuery(request, ['eventType'], note)
  // The other types would be acknowledged and lost (docs/protocol.md, "Events"): the relay sends all of them.
  if (request.query.eventType !== undefined) note('event-type-filter')
  const wanted = request
    .header('x-polling-merchants')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (wanted !== undefined && (wanted.length === 0 || wanted.length > MOST_MERCHANTS)) {
    note('invalid-field')
    return errorAnswer(400, 'BAD_REQUEST', 'x-polling-merchants takes 1 to 100 ids')
  }
  const merchantKeys = wanted?.map(keyOf)
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
    [caller.id, merchantKeys ?? null, MOST_EVENTS],
  )
  for (const { deliveries } of events) if (deliveries === MOST_DELIVERIES) note('event-never-acknowledged')
  if (events.length > 0) return { status: 200, text: `[${events.map(({ body }) => body).join(',')}]` }
  if (caller.pausedMs > 0)
    return errorAnswer(caller.pausedStatus ?? 429, 'UPSTREAM_PAUSED', 'The platform asks to wait', caller.pausedMs)
  if (caller.blindMs === undefined || caller.blindMs > staleMs)
    return errorAnswer(503, 'UPSTREAM_NOT_SEEN', 'The relay has not reached the platform for a while')
  return { status: 204 }
}

/** `POST /events/acknowledgment`, in the form of the upstream's dialect. */
export async function answerAcknowledgment(
  db: Database,
  caller: Caller,
  request: KitchenRequest,
  form: Dialect['acknowledgment'],
  note: Note,
): Promise<Answer> {
  checkQuery(request, [], note)
  const { body } = request
  if (body.kind === 'malformed') {
    note('malformed-body')
    return errorAnswer(400, 'BAD_REQUEST', 'Malformed JSON body')
  }
  if (body.kind !== 'json' && body.kind !== 'none') {
    note('wrong-content-type')
    return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE', 'application/json expected')
  }
  const ids = idsIn(body.kind === 'json' ? body.value : undefined, form, note)
  if (typeof ids === 'string') {
    note('invalid-field')
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
    [caller.id, ids.map(keyOf)],
  )
  for (const { is_delivered } of rows) {
    if (is_delivered === null) note('ack-unknown')
    else if (!is_delivered) note('ack-never-delivered')
  }
  return { status: 202 }
}

/** The ids of a batch, or a complaint about the batch. */
function idsIn(value: unknown, form: Dialect['acknowledgment'], note: Note): readonly string[] | string {
  if (form !== 'v2') {
    return idList(value, acknowledgmentLimitOf(form), (one) => {
      const { id, orderId, eventType } = fieldsOf(one)
      return form === 'ids' || (typeof orderId === 'string' && typeof eventType === 'string') ? id : undefined
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '{"eventIds": [...]} expected'
  const { eventIds, ...others } = fieldsOf(value)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    note('unknown-field')
    return 'unknown field beside "eventIds"'
  }
  return idList(eventIds, acknowledgmentLimitOf(form), (one) => one)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

function idList(value: unknown, most: number, idOf: (one: unknown) => unknown): readonly string[] | string {
  if (!Array.isArray(value)) return 'a list of ids is expected'
  if (value.length < 1 || value.length > most) return `1 to ${most} ids are expected`
  const ids = value.map(idOf).filter((id): id is string => typeof id === 'string' && id !== '')
  return ids.length === value.length ? ids : 'each entry needs its id (and what the dialect asks for)'
}
