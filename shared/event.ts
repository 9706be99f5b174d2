import { z } from 'zod'

const identifier = z.union([z.string().min(1), z.number().transform(String)])

const eventSchema = z.looseObject({
  eventId: identifier,
  eventType: z.string().catch('UNKNOWN'),
  orderId: identifier,
  createdAt: z.string().optional().catch(undefined),
  metadata: z.looseObject({}).optional().catch(undefined),
})

export type PlatformEvent = {
  readonly eventId: string
  readonly eventType: string
  readonly orderId: string
  readonly createdAt: string | undefined
  readonly metadata: Readonly<Record<string, unknown>> | undefined
}

export type ParsedEvent =
  | { readonly ok: true; readonly event: PlatformEvent }
  /** `eventId` is present when the event can at least be acknowledged. */
  | { readonly ok: false; readonly eventId: string | undefined; readonly reason: string }

/** Reads one element of a polled page or a webhook body. Never throws; a poison event keeps its id if it has one. */
export function parseEvent(raw: unknown): ParsedEvent {
  const parsed = eventSchema.safeParse(raw)
  if (parsed.success) {
    const { eventId, eventType, orderId, createdAt, metadata } = parsed.data
    return { ok: true, event: { eventId, eventType, orderId, createdAt, metadata } }
  }
  const id = z.looseObject({ eventId: identifier }).safeParse(raw)
  const reason = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`).join('; ')
  return { ok: false, eventId: id.success ? id.data.eventId : undefined, reason }
}
