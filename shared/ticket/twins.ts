import { folded } from '../text/folded-text.ts'
import { isOpen } from './open-ticket.ts'
import { shortId } from './short-id.ts'
import type { Ticket } from './ticket.ts'

/**
 * Open orders that are easily taken for each other: of one number, or of one name and channel while both are ready for the
 * hand-over. `names`: the numbers of the others.
 */
export type Twins = { readonly hasSameNumber: boolean; readonly names: readonly string[] }

const MAX_NAMED = 5
const MAX_CHARACTERS = 20

const nameKeys = new WeakMap<Ticket, string>()

function nameKey(ticket: Ticket): string {
  const known = nameKeys.get(ticket)
  if (known !== undefined) return known
  const name = ticket.lane === 'ready' ? folded(ticket.customerName ?? '').trim() : ''
  const key = name === '' ? '' : JSON.stringify([name, folded(ticket.channel ?? '')])
  nameKeys.set(ticket, key)
  return key
}

const byOrders = new WeakMap<object, ReadonlyMap<string, Twins>>()

/** By order id; an order without twins is absent. The same map for the same list. */
export function twinsOf(orders: readonly Ticket[] | Readonly<Record<string, Ticket>>): ReadonlyMap<string, Twins> {
  const known = byOrders.get(orders)
  if (known) return known
  const open = (Array.isArray(orders) ? orders : Object.values(orders)).filter(isOpen)
  const ofNumber = Map.groupBy(open, ({ displayId }) => displayId.trim().toLowerCase())
  const ofName = Map.groupBy(open, nameKey)
  const twins = new Map<string, Twins>()
  for (const ticket of open) {
    const hasSameNumber = (ofNumber.get(ticket.displayId.trim().toLowerCase())?.length ?? 0) > 1
    const others = nameKey(ticket) === '' ? [] : (ofName.get(nameKey(ticket)) ?? []).filter((other) => other !== ticket)
    if (hasSameNumber || others.length > 0) {
      twins.set(ticket.orderId, {
        hasSameNumber,
        names: others.slice(0, MAX_NAMED).map(({ displayId }) => shortId(displayId, MAX_CHARACTERS)),
      })
    }
  }
  byOrders.set(orders, twins)
  return twins
}
