import { checkQuery, jsonBody } from './body-check.ts'
import { errorReply } from './error-reply.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'
import { assertNever, EVENTS_PER_PAGE, POLLING_MERCHANTS_PER_CALL, V1_ACKNOWLEDGMENTS_PER_CALL } from './vocabulary.ts'
import { isObject, type Json } from './wire.ts'

/** After this many deliveries of one event, platforms count a violation (measured on platforms of the same interface). */
const DELIVERIES_BEFORE_VIOLATION = 50

/** `GET /events:polling`: the unacknowledged events of this credential. */
export function answerPoll(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
  clientId: string,
): Reply {
  checkQuery(state, request, entry, ['eventType'])
  const merchantIds = header(request, 'x-polling-merchants')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (merchantIds !== undefined && (merchantIds.length === 0 || merchantIds.length > POLLING_MERCHANTS_PER_CALL)) {
    state.recorder.recordViolation(entry, 'invalid-field', 'x-polling-merchants takes 1 to 100 ids')
    return errorReply(state.dialect, 400, 'BAD_REQUEST', 'x-polling-merchants takes 1 to 100 ids')
  }
  if (merchantIds?.some((id) => !state.model.maySee(clientId, id))) {
    return errorReply(state.dialect, 403, 'FORBIDDEN', 'Not authorized for this establishment')
  }
  const eventTypes = typesIn(request.query.eventType)
  if (eventTypes !== undefined) {
    state.recorder.recordViolation(
      entry,
      'event-type-filter',
      'eventType acknowledges the other types: their orders are lost',
    )
  }
  const page = state.model.poll(clientId, {
    limit: state.dialect.pageSize,
    ...(merchantIds === undefined ? {} : { merchantIds }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
  })
  entry.applied = true
  entry.filteredOut = page.filteredOut
  entry.delivered = page.events.flatMap((event) => event.eventId ?? [])
  for (const event of page.events) {
    if (event.deliveries === DELIVERIES_BEFORE_VIOLATION && event.eventId !== undefined) {
      state.recorder.recordViolation(
        entry,
        'event-never-acknowledged',
        `event ${event.eventId} was sent ${event.deliveries} times`,
      )
    }
  }
  if (page.events.length === 0 && state.dialect.noEvents === '204') return { status: 204 }
  return { status: 200, body: page.events.map((event) => event.body) }
}

function typesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  return given.flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
}

/** `POST /events/acknowledgment`. The body has the form of the host's dialect. */
export function answerAcknowledgment(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
  clientId: string,
): Reply {
  checkQuery(state, request, entry, [])
  const parsed = jsonBody(state, request, entry)
  if (!parsed.ok) return parsed.reply
  const read = idsIn(state, entry, parsed.value)
  if (typeof read === 'string') {
    state.recorder.recordViolation(entry, 'invalid-field', read)
    return errorReply(state.dialect, 400, 'BAD_REQUEST', read)
  }
  const sorted = state.model.sortIds(clientId, read)
  for (const id of sorted.neverDelivered) {
    state.recorder.recordViolation(entry, 'ack-never-delivered', `event ${id} was acknowledged before it was delivered`)
  }
  for (const id of sorted.unknown) state.recorder.recordViolation(entry, 'ack-unknown', `event ${id} does not exist`)
  if (sorted.unknown.length > 0 && state.dialect.unknownAcknowledgment === 'refuse') {
    return errorReply(state.dialect, 400, 'BAD_REQUEST', 'Unknown event id in the batch')
  }
  const done = state.model.acknowledge(clientId, read)
  entry.acknowledged = [...done.accepted, ...done.repeated]
  entry.applied = done.accepted.length > 0
  return { status: 202 }
}

/** The ids of a batch; or a text: what is wrong with the batch. */
function idsIn(state: PlatformState, entry: RequestDraft, body: Json | undefined): readonly string[] | string {
  const { acknowledgment } = state.dialect
  switch (acknowledgment) {
    case 'eventIds': {
      if (!isObject(body)) return '{"eventIds": [...]} expected'
      for (const field of Object.keys(body)) {
        if (field === 'eventIds') continue
        state.recorder.recordViolation(entry, 'unknown-field', `unknown field "${field}"`)
        if (state.dialect.unknownFields === 'refuse') return `unknown field "${field}"`
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
  maxIds: number,
  idOf: (one: Json) => Json | undefined,
): readonly string[] | string {
  if (!Array.isArray(value)) return 'a list of ids is expected'
  if (value.length < 1 || value.length > maxIds) return `1 to ${maxIds} ids are expected`
  const ids: string[] = []
  for (const one of value) {
    const id = idOf(one)
    if (typeof id !== 'string' || id === '') return 'each entry needs its id and the fields of the dialect'
    ids.push(id)
  }
  return ids
}
