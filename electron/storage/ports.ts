/** The types of the two databases for the rest of the program. */
export type { ClockEntry, ExecutedMark, Fact, Facts } from './facts.ts'
export type { Ledger } from './ledger.ts'
export type {
  EventSource,
  NewTap,
  OrderRecord,
  OrderToRead,
  ReceivedEvent,
  ReceivedPage,
  StoredEvent,
  Tap,
  TapChange,
  TapState,
  TimelineRecord,
  UnreadableEvent,
} from './ledger-tables.ts'
export type { EarlierOrder, OrderCache } from './order-cache.ts'
