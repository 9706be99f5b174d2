import { assertNever } from '../../shared/result.ts'
import type { Dialect } from '../../shared/settings.ts'
import type { ActRequest, EventReference } from './answers.ts'

/** Most events in one acknowledgment (docs/protocol.md, "Events"): 1000 in v2, 100 in v1. `ids` states none: 100. */
export function acknowledgmentLimitOf(form: Dialect['acknowledgment']): number {
  switch (form) {
    case 'v2':
      return 1_000
    case 'v1':
    case 'ids':
      return 100
    default:
      return assertNever(form)
  }
}

/** Body of `POST /events/acknowledgment` in the host's dialect. */
export function acknowledgmentBody(form: Dialect['acknowledgment'], events: readonly EventReference[]): unknown {
  switch (form) {
    case 'v2':
      return { eventIds: events.map((event) => event.eventId) }
    case 'v1':
      return events.map(({ eventId, orderId, eventType }) => ({ id: eventId, orderId, eventType }))
    case 'ids':
      return events.map(({ eventId }) => ({ id: eventId }))
    default:
      return assertNever(form)
  }
}

export type ActBody = { readonly kind: 'body'; readonly value: unknown } | { readonly kind: 'none' }

/** Body of one of the six actions (docs/protocol.md, "Lifecycle"); `undefined` for a cancellation without a reason. */
export function actBody(request: ActRequest): ActBody | undefined {
  const { action, preparationMinutes, cancellation } = request
  switch (action) {
    case 'confirm':
      return preparationMinutes === undefined
        ? { kind: 'none' }
        : { kind: 'body', value: { estimatedPreparationTimeMinutes: preparationMinutes } }
    case 'requestCancellation':
      return cancellation === undefined
        ? undefined
        : { kind: 'body', value: { reason: cancellation.reason, code: cancellation.code, mode: 'MANUAL' } }
    case 'preparing':
    case 'ready-for-pickup':
    case 'dispatch':
    case 'delivered':
      return { kind: 'none' }
    default:
      return assertNever(action)
  }
}
