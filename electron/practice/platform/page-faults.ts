import type { FaultEffect } from './faults.ts'
import type { PlatformState } from './platform-state.ts'
import type { RequestDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import type { Json } from './wire.ts'

/** Number of acknowledged events that a `replayed` page repeats by default. */
const REPLAYED_EVENTS = 20

/** Changes a polling page as at-least-original delivery may do: with duplicates, in another order, with old events. */
export function pageWithFaults(
  state: PlatformState,
  request: PlatformRequest,
  entry: RequestDraft,
  reply: Reply,
  effects: readonly FaultEffect[],
): Reply {
  const { clientId } = entry
  if (request.route !== 'poll' || clientId === undefined || reply.status >= 300) return reply
  const before: readonly Json[] = Array.isArray(reply.body) ? reply.body : []
  let page: readonly Json[] = before
  for (const effect of effects) {
    if (effect.kind === 'duplicated') {
      const copies = Array.from({ length: effect.copies ?? 2 })
      const original = page
      page = copies.flatMap(() => original)
      const { delivered } = entry
      entry.delivered = copies.flatMap(() => delivered)
    }
    if (effect.kind === 'shuffled') page = state.shuffle(page)
    if (effect.kind === 'replayed') {
      const old = state.model.acknowledgedEvents(clientId, effect.maxEvents ?? REPLAYED_EVENTS)
      entry.delivered = [...entry.delivered, ...old.flatMap((event) => event.eventId ?? [])]
      page = [...page, ...old.map((event) => event.body)]
    }
  }
  if (page === before || page.length === 0) return reply
  return { ...reply, status: 200, body: page }
}
