import type { Ticket } from './ticket.ts'

/** Whether orders of several shops, brands or channels are on the board: then each names its own. */
export const isSeveral = (
  tickets: readonly Pick<Ticket, 'merchantName' | 'brand' | 'channel'>[],
  kind: 'merchantName' | 'brand' | 'channel',
): boolean => new Set(tickets.flatMap((ticket) => ticket[kind] ?? [])).size > 1
