import type { BoardDelta, BoardSnapshot, CallResult } from '../../shared/contract/contract.ts'
import type { Settings, SettingsPatch } from '../../shared/contract/settings.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient } from '../platform/answers.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import type { AlarmCalls, Attention } from './alarms.ts'
import type { Taps } from './new-taps.ts'
import type { History, SaveFile } from './order-history.ts'
import type { ReadDeclaration } from './platform-declaration.ts'
import type { SettingsSource } from './settings-source.ts'

export type CoreParts = {
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
  readonly saveFile?: SaveFile | undefined
  /** Reads what the platform declares about itself. Absent: nothing is read, and every action counts as supported. */
  readonly readDeclaration?: ReadDeclaration | undefined
}

/** The core of the app: takes commands, sends board changes. Free of Electron. */
export type Core = Taps &
  History &
  AlarmCalls & {
    start(): void
    stop(): Promise<void>
    snapshot(): BoardSnapshot
    /** The tickets as the windows have them. */
    tickets(): readonly Ticket[]
    onDelta(listener: (delta: BoardDelta) => void): () => void
    /** All tickets in full, also those in quarantine: for the page without scripts. */
    fullTickets(): readonly Ticket[]
    channelsSeen(): CallResult<string[]>
    readonly settings: SettingsSource
    changeSettings(patch: SettingsPatch): CallResult<Settings>
    /** Stores the places of a window's tickets. The next snapshot returns them. */
    rememberPlaces(places: string): CallResult<null>
    /** Stores a webhook delivery whose signature was checked before; durable when it answers `ok`. */
    receiveDelivery(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
    /**
     * Shows one line on every window.
     * @param notice a key of the screen's texts
     */
    showNotice(notice: string): void
    /** Polls at once: the machine woke, the network returned, or the credentials changed. */
    pollNow(): void
    /** One part of everything to cook of an order that is larger than its ticket. */
    whole(orderId: string, part: number): CallResult<{ readonly text: string; readonly parts: number }>
    /** Records the tickets that a window has drawn in this version of the board. */
    drawn(orderIds: readonly string[], version: number): CallResult<null>
    /** A window's process has ended or hangs. */
    windowCrashed(): void
    /** Polls at once even during `Retry-After`: staff asked for it, or a connection test passed. */
    retryNow(): void
  }
