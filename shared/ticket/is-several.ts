import type { Ticket } from './ticket.ts'

/** Whether orders of several shops, or of several brands, are on the board: then each names its own. */
export const isSeveral = (
  tickets: readonly Pick<Ticket, 'merchantName' | 'brand'>[],
  kind: 'merchantName' | 'brand',
): boolean => new Set(tickets.flatMap((ticket) => ticket[kind] ?? [])).size > 1
