import { checkQuery, jsonBody } from './body-check.ts'
import { errorReply } from './error-body.ts'
import type { LedgerDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'
import { assertNever, EVENTS_PER_PAGE, POLLING_MERCHANTS_PER_CALL, V1_ACKNOWLEDGMENTS_PER_CALL } from './vocabulary.ts'
import { isObject, type Json } from './wire.ts'
import type { World } from './world.ts'

/** After so many deliveries of one event platforms report misbehaviour (measured on platforms of the same interface). */
const DELIVERIES_BEFORE_COMPLAINT = 50

/** `GET /events:polling`: everything that waits for this credential. */
export function answerPoll(world: World, request: PlatformRequest, entry: LedgerDraft, clientId: string): Reply {
  checkQuery(world, request, entry, ['eventType'])
  const merchantIds = header(request, 'x-polling-merchants')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (merchantIds !== undefined && (merchantIds.length === 0 || merchantIds.length > POLLING_MERCHANTS_PER_CALL)) {
    world.witness.complain(entry, 'invalid-field', 'x-polling-merchants takes 1 to 100 ids')
    return errorReply(world.dialect, 400, 'BAD_REQUEST', 'x-polling-merchants takes 1 to 100 ids')
  }
  if (merchantIds?.some((id) => !world.model.sees(clientId, id))) {
    return errorReply(world.dialect, 403, 'FORBIDDEN', 'Not authorized for this establishment')
  }
  const eventTypes = typesIn(request.query.eventType)
  if (eventTypes !== undefined) {
    world.witness.complain(entry, 'event-type-filter', 'eventType acknowledges the other types: their orders are lost')
  }
  const page = world.model.poll(clientId, {
    limit: world.dialect.pageSize,
    ...(merchantIds === undefined ? {} : { merchantIds }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
  })
  entry.applied = true
  entry.filteredAway = page.filteredAway
  entry.delivered = page.events.flatMap((event) => event.eventId ?? [])
  for (const event of page.events) {
    if (event.deliveries === DELIVERIES_BEFORE_COMPLAINT && event.eventId !== undefined) {
      world.witness.complain(
        entry,
        'event-never-acknowledged',
        `event ${event.eventId} was sent ${event.deliveries} times`,
      )
    }
  }
  if (page.events.length === 0 && world.dialect.noEvents === '204') return { status: 204 }
  return { status: 200, body: page.events.map((event) => event.body) }
}

function typesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  return given.flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
}

/** `POST /events/acknowledgment`, in the form that this host's dialect takes. */
export function answerAcknowledgment(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
  clientId: string,
): Reply {
  checkQuery(world, request, entry, [])
  const parsed = jsonBody(world, request, entry)
  if (!parsed.ok) return parsed.reply
  const read = idsIn(world, entry, parsed.value)
  if (typeof read === 'string') {
    world.witness.complain(entry, 'invalid-field', read)
    return errorReply(world.dialect, 400, 'BAD_REQUEST', read)
  }
  const sorted = world.model.sortIds(clientId, read)
  for (const id of sorted.neverDelivered) {
    world.witness.complain(entry, 'ack-never-delivered', `event ${id} was acknowledged before it was delivered`)
  }
  for (const id of sorted.unknown) world.witness.complain(entry, 'ack-unknown', `event ${id} does not exist`)
  if (sorted.unknown.length > 0 && world.dialect.unknownAcknowledgment === 'refuse') {
    return errorReply(world.dialect, 400, 'BAD_REQUEST', 'Unknown event id in the batch')
  }
  const done = world.model.acknowledge(clientId, read)
  entry.acknowledged = [...done.accepted, ...done.repeated]
  entry.applied = done.accepted.length > 0
  return { status: 202 }
}

/** The ids of a batch, or a complaint about the batch. */
function idsIn(world: World, entry: LedgerDraft, body: Json | undefined): readonly string[] | string {
  const { acknowledgment } = world.dialect
  switch (acknowledgment) {
    case 'eventIds': {
      if (!isObject(body)) return '{"eventIds": [...]} expected'
      for (const field of Object.keys(body)) {
        if (field === 'eventIds') continue
        world.witness.complain(entry, 'unknown-field', `unknown field "${field}"`)
        if (world.dialect.unknownFields === 'refuse') return `unknown field "${field}"`
      }
      return idList(body.eventIds, EVENTS_PER_PAGE, (one) => one)
    }
    case 'v1':
      return idList(body, V1_ACKNOWLEDGMENTS_PER_CALL, (one) =>
        isObject(one) && typeof one.orderId === 'string' && typeof one.eventType === 'string' ? one.id : undefined,
      )
    case 'ids':
      return idList(body, EVENTS_PER_PAGE, (one) => (isObject(one) ? one.id : undefined))
    default:
      return assertNever(acknowledgment)
  }
}

function idList(
  value: Json | undefined,
  most: number,
  idOf: (one: Json) => Json | undefined,
): readonly string[] | string {
  if (!Array.isArray(value)) return 'a list of ids is expected'
  if (value.length < 1 || value.length > most) return `1 to ${most} ids are expected`
  const ids: string[] = []
  for (const one of value) {
    const id = idOf(one)
    if (typeof id !== 'string' || id === '') return 'each entry needs its id (and what the dialect asks for)'
    ids.push(id)
  }
  return ids
}
