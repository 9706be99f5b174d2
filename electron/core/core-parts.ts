import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient } from '../platform/answers.ts'
import type { Conduct } from '../platform/dialects/dialects.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import type { Attention, LastBeep } from './alarms.ts'
import type { Versions } from './board.ts'
import type { SaveFile } from './order-history.ts'
import type { ReadDeclaration } from './platform-declaration.ts'
import type { StuckOrders } from './stuck-orders.ts'

export type CoreParts = {
  /** Of its connection; absent: 1. */
  readonly slot?: Slot | undefined
  /** Shared by the cores of a kitchen; absent: its own. */
  readonly versions?: Versions | undefined
  /** Orders of the whole kitchen that are accepted and not ready; absent: those of this core. */
  readonly inKitchen?: (() => number) | undefined
  readonly ledger: Ledger
  readonly cache: OrderCache
  readonly client: PlatformClient
  readonly clock: TimeService
  readonly random: () => number
  readonly newId: () => string
  readonly log: Log
  /** Whether the operating system reports a network. */
  readonly isOnline: () => boolean
  /** A key of the screen's texts, for something wrong that no ticket shows (a repaired database, for example). */
  readonly notice?: string | undefined
  /** The orders are invented; every window shows a notice. */
  readonly isPractice?: boolean | undefined
  /** Beep and notification of the desktop, for the time in which no window can ring. */
  readonly attention?: Attention | undefined
  /** Shared by the cores of a kitchen; absent: its own. */
  readonly lastBeep?: LastBeep | undefined
  readonly saveFile?: SaveFile | undefined
  /** Reads what the platform declares about itself. Absent: nothing is read, and every action counts as supported. */
  readonly readDeclaration?: ReadDeclaration | undefined
  /** Absent: the platform has no limits. */
  readonly conduct?: (() => Conduct) | undefined
  /** Absent: no order is marked and none is stuck. */
  readonly stuck?: StuckOrders | undefined
}
