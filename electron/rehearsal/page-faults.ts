import type { FaultEffect } from './faults.ts'
import type { LedgerDraft } from './request-record.ts'
import type { PlatformRequest, Reply } from './requests.ts'
import type { Json } from './wire.ts'
import type { World } from './world.ts'

/** Number of old events that a `replayed` page repeats. */
const REPLAYED_EVENTS = 20

/** A polling page as at-least-once delivery may send it: with copies, in another order, with old events. */
export function pageWithFaults(
  world: World,
  request: PlatformRequest,
  entry: LedgerDraft,
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
      const once = page
      page = copies.flatMap(() => once)
      const { delivered } = entry
      entry.delivered = copies.flatMap(() => delivered)
    }
    if (effect.kind === 'shuffled') page = world.shuffle(page)
    if (effect.kind === 'replayed') {
      const old = world.model.acknowledgedEvents(clientId, effect.most ?? REPLAYED_EVENTS)
      entry.delivered = [...entry.delivered, ...old.flatMap((event) => event.eventId ?? [])]
      page = [...page, ...old.map((event) => event.body)]
    }
  }
  if (page === before || page.length === 0) return reply
  return { ...reply, status: 200, body: page }
}
