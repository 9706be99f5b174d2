/** The connections of a kitchen: 1 is that of the profile itself. */
export const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Slot = (typeof SLOTS)[number]

/** Characters of a connection's name. */
export const MAX_CONNECTION_NAME = 40

const PREFIX = /^@([1-8]):/

/**
 * What names a ticket in windows, screens, places and on paper, as two platforms may use one id. In slot 1 the order's own
 * id, so that earlier data stays valid; one that begins with "@" becomes "@1:…". Opaque elsewhere.
 */
export const ticketKey = (slot: Slot, orderId: string): string =>
  slot === 1 && !orderId.startsWith('@') ? orderId : `@${slot}:${orderId}`

/** The slot and the platform's own id of a key. */
export function partsOfKey(key: string): { readonly slot: Slot; readonly orderId: string } {
  const slot = SLOTS.find((one) => String(one) === PREFIX.exec(key)?.[1])
  return slot === undefined ? { slot: 1, orderId: key } : { slot, orderId: key.slice(3) }
}
