import type { CallsAtScreen, ScreenCall } from '../../../shared/contract/calls.ts'
import type {
  ActArgs,
  BoardDelta,
  BoardSnapshot,
  CallArgs,
  CallResult,
  QueueEntry,
} from '../../../shared/contract/contract.ts'
import { type LockStatus, lockStatusSchema } from '../../../shared/contract/lock.ts'
import type { Settings, SettingsPatch } from '../../../shared/contract/settings.ts'
import type { ScreenRole } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Attention } from '../../core/alarms.ts'
import type { Log } from '../../logging/log-port.ts'
import type { BoardStore } from '../../storage/board-store.ts'
import type { ScreenStore } from '../../storage/screen-store.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { CopyStore } from '../moving/copy-store.ts'
import type { ConnectMain } from './link-messages.ts'
import type { LinkState } from './main-link.ts'

export type ScreenCoreParts = {
  readonly connect: ConnectMain
  /** Absent: the disk refuses writes, and taps are refused. */
  readonly store: ScreenStore | undefined
  readonly boardStore: BoardStore | undefined
  /** The stored copies of the main computer's ledger; absent: none are stored. */
  readonly copyStore?: CopyStore | undefined
  readonly clock: TimeService
  readonly random: () => number
  readonly newId: () => string
  /** The role that was chosen when this screen joined. */
  readonly firstRole?: ScreenRole | undefined
  /** The record that the main computer has removed this screen; a write is durable when it returns. */
  readonly removal?: { readonly wasRemoved: boolean; record(): void } | undefined
  readonly programVersion: string
  /** Beep and notification of this computer; absent: it has none. */
  readonly attention?: Attention | undefined
  /** A key of the screen's texts, about the storage. */
  readonly notice?: string | undefined
  readonly log: Log
}

/** The main process of a screen: the counterpart of `Core`. */
export type ScreenCore = {
  readonly lock: ScreenLock
  start(): void
  stop(): Promise<void>
  snapshot(): BoardSnapshot
  /** Shows a notice of this computer: a key of the screen's texts. */
  showNotice(notice: string): void
  onDelta(listener: (delta: BoardDelta) => void): () => void
  fullTickets(): readonly Ticket[]
  linkState(): LinkState
  /** The name of this screen at the main computer; `undefined`: not received yet. */
  name(): string | undefined
  /** Reports to the main computer that this screen takes the role. False: refused, or no answer. */
  takeRole(): Promise<boolean>
  /** Taps and marks of this screen that the main computer has not judged. */
  unjudgedTaps(): number
  act(args: ActArgs): CallResult<{ tapId: string }>
  /** Stores another call until the main computer has judged it. */
  mark<C extends CallsAtScreen<'kept'>>(call: C, args: CallArgs<C>): CallResult<null>
  undo(tapId: string): Promise<CallResult<unknown>>
  queue(): Promise<CallResult<QueueEntry[]>>
  /** The main computer's answer; fails with `station-away` while it is not reached. */
  ask(call: ScreenCall, args: unknown): Promise<CallResult<unknown>>
  notifyMain(call: CallsAtScreen<'forwarded'>, args: unknown): void
  drawn(orderIds: readonly string[], version: number): CallResult<null>
  windowCrashed(): void
  changeSettings(patch: SettingsPatch): CallResult<Settings>
  rememberPlaces(places: string): CallResult<null>
  soundTested(heard: boolean): CallResult<null>
  /** The machine woke. */
  reconnect(): void
  /** Staff asked for a retry of everything. */
  retryNow(): void
}

/** The lock of a screen. The main computer checks the PIN and unlocks this screen only. */
export type ScreenLock = {
  status(): LockStatus
  admits(): boolean
  isOpen(): boolean
  /** Applies the main computer's answer to a call of the lock. */
  update(answer: CallResult<unknown>): void
  /** Removes a lost PIN until the main computer is reached again. */
  clearPin(): void
}

const WAS_SET = 'set'
const OPEN: LockStatus = { isSet: false, isOpen: true, waitMs: 0 }
const CLOSED: LockStatus = { isSet: true, isOpen: false, waitMs: 0 }

export function createScreenLock(parts: {
  /** Whether a PIN was set when the main computer was last reached: a disconnected cable must not unlock the screen. */
  readonly remembered: string | undefined
  readonly saveState: (isSet: string) => void
  readonly monotonic: () => number
}): ScreenLock {
  let known = parts.remembered === WAS_SET ? CLOSED : OPEN
  let updatedAt = parts.monotonic()

  const status = (): LockStatus => {
    if (!known.isSet || !known.isOpen) return known
    const locksInMs = (known.locksInMs ?? 0) - (parts.monotonic() - updatedAt)
    return locksInMs > 0 ? { ...known, locksInMs } : CLOSED
  }
  return {
    status,
    admits: () => status().isOpen,
    isOpen: () => status().isOpen,
    update(answer) {
      const read = answer.ok ? lockStatusSchema.safeParse(answer.value) : undefined
      if (!read?.success) return
      if (read.data.isSet !== known.isSet) parts.saveState(read.data.isSet ? WAS_SET : 'none')
      known = read.data
      updatedAt = parts.monotonic()
    },
    clearPin() {
      known = OPEN
      parts.saveState('none')
    },
  }
}
