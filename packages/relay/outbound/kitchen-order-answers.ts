import type { OrderAction } from '../../../shared/order/lifecycle.ts'
import { type Batch, createBatch } from '../database/batch.ts'
import type { Database, Queryable } from '../database/database.ts'
import { encodeKey, longKeysOf, rememberLongKeys } from '../database/key.ts'
import { storeEstablishments } from '../inbound/establishment-reads.ts'
import { discardReads, END_STATUSES } from '../inbound/event-store.ts'
import { lockUpstream } from '../inbound/lease.ts'
import { type OrderFacts, readOrderFacts } from '../inbound/order-facts.ts'
import { READ_KEPT_MS } from '../inbound/read-store.ts'
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts'
import { answerOf, codeAnswerOf, errorAnswer, FORBIDDEN, type KitchenAnswer } from './kitchen-answers.ts'
import type { Caller } from './kitchen-authorization.ts'
import { reportUnknownQuery } from './kitchen-event-answers.ts'
import type { KitchenRequest } from './kitchen-requests.ts'
import type { ReportViolation } from './violations.ts'

export type OrderOptions = {
  readonly db: Database
  readonly upstream: Upstream
  readonly findOrder: Batch<OrderReference, Access>
}

type OrderReference = { readonly upstream: string; readonly orderKey: string }

type Access = {
  readonly merchant_key: string | null
  readonly kitchen_id: number | null
  readonly status: string | null
  /** The establishment was read within the last two seconds. */
  readonly is_recent: boolean | null
  /** The order as read within the last two seconds. */
  readonly body: string | null
  /** The database's time at this lookup, as text. */
  readonly at: string
}

/** Each row may contain the body of an order, so one statement reads few rows. */
const MAX_ORDERS = 20

/** Finds the stored facts of orders, with one statement for all waiting requests. */
export function createOrderLookup(db: Queryable): Batch<OrderReference, Access> {
  return createBatch(
    (names) =>
      db.query<Access>(
        `SELECT o.merchant_key, s.kitchen_id, o.status, r.body, now()::text AS at,
           o.establishment_at > now() - $3 * interval '1 millisecond' AS is_recent
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS requested (upstream, order_key, place)
         LEFT JOIN customer_order o USING (upstream, order_key)
         LEFT JOIN establishment s ON s.upstream = o.upstream AND s.merchant_key = o.merchant_key
         LEFT JOIN order_read r ON r.upstream = requested.upstream AND r.order_key = requested.order_key
           AND r.began_at > now() - $3 * interval '1 millisecond'
         ORDER BY requested.place`,
        [names.map(({ upstream }) => upstream), names.map(({ orderKey }) => orderKey), READ_KEPT_MS],
      ),
    MAX_ORDERS,
  )
}

const accessTo = ({ upstream, findOrder }: OrderOptions, orderKey: string): Promise<Access> =>
  findOrder({ upstream: upstream.config.name, orderKey })

const readUpstream = (
  { upstream }: OrderOptions,
  caller: Caller,
  orderId: string,
  signal: AbortSignal,
): Promise<UpstreamAnswer | undefined> =>
  upstream.order({ route: 'read', method: 'GET', orderId, suffix: '' }, signal, { kind: 'read', kitchenId: caller.id })

const factsOf = (upstreamAnswer: UpstreamAnswer | undefined) =>
  upstreamAnswer?.kind === 'reply' && upstreamAnswer.status === 200 && upstreamAnswer.body.kind === 'json'
    ? readOrderFacts(upstreamAnswer.body.value)
    : undefined

/** The id of the kitchen that has the establishment. */
async function kitchenOf({ db, upstream }: OrderOptions, merchantKey: string): Promise<number | undefined> {
  const [row] = await db.query<{ kitchen_id: number }>(
    'SELECT kitchen_id FROM establishment WHERE upstream = $1 AND merchant_key = $2',
    [upstream.config.name, merchantKey],
  )
  return row?.kitchen_id
}

/** Stores the establishment that a read named: the order is new to the relay, or it has moved. */
async function storeEstablishment(
  { db, upstream }: OrderOptions,
  orderId: string,
  merchantKey: string,
  merchantName: string | undefined,
  beganAt: string,
): Promise<void> {
  const { name } = upstream.config
  await db.transaction(async (on) => {
    await lockUpstream(on, name)
    await rememberLongKeys(on, longKeysOf(orderId))
    await storeEstablishments(on, name, [{ orderKey: encodeKey(orderId), orderId, merchantKey, merchantName, beganAt }])
  })
}

/**
 * Reads the order and stores its establishment.
 *
 * SECURITY: relay-establishment (packages/relay/README.md). The establishment of the newest read decides, not the stored one.
 */
async function readEstablishment(
  options: OrderOptions,
  caller: Caller,
  orderId: string,
  access: Access,
  signal: AbortSignal,
): Promise<{
  readonly answer: UpstreamAnswer | undefined
  readonly facts: OrderFacts | undefined
  readonly isOwn: boolean
}> {
  const answer = await readUpstream(options, caller, orderId, signal)
  const facts = factsOf(answer)
  const merchantKey = facts?.merchantKey ?? access.merchant_key
  if (facts?.merchantKey !== undefined && facts.merchantKey !== access.merchant_key)
    await storeEstablishment(options, orderId, facts.merchantKey, facts.merchantName, access.at)
  const kitchenId =
    merchantKey === null || merchantKey === undefined
      ? undefined
      : merchantKey === access.merchant_key
        ? access.kitchen_id
        : await kitchenOf(options, merchantKey)
  return { answer, facts, isOwn: kitchenId === caller.id }
}

/** Stores the status of a read, for the operator's page. A read that is older than the stored status changes nothing. */
async function recordStatus(options: OrderOptions, orderKey: string, status: string, at: string): Promise<void> {
  await options.db.query(
    `UPDATE customer_order SET status = $3, status_at = $4::timestamptz,
       ended_at = CASE WHEN $3 = ANY($5) THEN coalesce(ended_at, now()) END
     WHERE upstream = $1 AND order_key = $2 AND status IS DISTINCT FROM $3
       AND (status_at IS NULL OR status_at <= $4::timestamptz)`,
    [options.upstream.config.name, orderKey, status, at, END_STATUSES],
  )
}

/** `GET /orders/{id}`: a stored read of the last two seconds, or the upstream's answer. */
export async function answerKitchenRead(
  options: OrderOptions,
  caller: Caller,
  request: KitchenRequest,
  orderId: string,
  report: ReportViolation,
): Promise<KitchenAnswer> {
  reportUnknownQuery(request, [], report)
  const orderKey = encodeKey(orderId)
  const access = await accessTo(options, orderKey)
  const isOwn = access.kitchen_id === caller.id
  if (isOwn && access.body !== null) return { status: 200, text: access.body }
  if (!isOwn && access.merchant_key !== null && access.is_recent === true) return FORBIDDEN
  const {
    answer: upstreamAnswer,
    facts,
    isOwn: isStillOwn,
  } = await readEstablishment(options, caller, orderId, access, request.signal)
  if (facts === undefined) return isOwn || access.merchant_key === null ? answerOf(upstreamAnswer) : FORBIDDEN
  if (!isStillOwn) return FORBIDDEN
  if (facts.status !== undefined && facts.status !== access.status)
    await recordStatus(options, orderKey, facts.status, access.at)
  return answerOf(upstreamAnswer)
}

/** An operation on an order: forwarded to the upstream, whose answer is returned. */
export async function answerKitchenAction(
  options: OrderOptions,
  caller: Caller,
  request: KitchenRequest,
  orderId: string,
  action: OrderAction,
  report: ReportViolation,
): Promise<KitchenAnswer> {
  const { body } = request
  if (body.kind === 'malformed') {
    report('malformed-body')
    return errorAnswer(400, 'BAD_REQUEST', 'Malformed JSON body')
  }
  if (body.kind === 'other' || body.kind === 'form') {
    report('wrong-content-type')
    return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE', 'application/json expected')
  }
  const orderKey = encodeKey(orderId)
  const access = await accessTo(options, orderKey)
  if (access.kitchen_id !== caller.id) {
    if (access.merchant_key !== null && access.is_recent === true) return FORBIDDEN
    const { answer, facts, isOwn } = await readEstablishment(options, caller, orderId, access, request.signal)
    if (facts === undefined && access.merchant_key === null) return answerOf(answer)
    if (!isOwn) return FORBIDDEN
  }
  const upstreamAnswer = await options.upstream.order(
    {
      route: action,
      method: 'POST',
      orderId,
      suffix: `/${action}${queryOf(request)}`,
      json: body.kind === 'json' ? body.value : undefined,
    },
    request.signal,
    { kind: 'tap', kitchenId: caller.id },
  )
  // The order may have changed, also when the answer is an error.
  if (action === 'validateCode') return codeAnswerOf(upstreamAnswer)
  await discardReads(options.db, options.upstream.config.name, [orderKey])
  return answerOf(upstreamAnswer)
}

/** The query of the request, unchanged: it contains the code to validate. */
function queryOf(request: KitchenRequest): string {
  const pairs = Object.entries(request.query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
