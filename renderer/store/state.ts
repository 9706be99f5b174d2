import type { CallName } from '../../shared/channels.ts'
import type { BoardDelta, BoardSnapshot, FailureCode } from '../../shared/contract.ts'
import type { Freshness } from '../../shared/freshness.ts'
import type { ScenarioName } from '../../shared/practice.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SetupStep } from '../../shared/setup-steps.ts'
import type { View } from '../../shared/views.ts'
import type { PlatformTimeReading } from '../clock/platform-clock.ts'
import type { BoardState } from './board-state.ts'

export type BoardSlice = {
  readonly board: BoardState
  /** Monotonic ms are passed in with each message: they tie the platform's clock to this window's. */
  readonly takeSnapshot: (snapshot: BoardSnapshot, receivedAt: number) => void
  readonly takeDelta: (delta: BoardDelta, receivedAt: number) => void
}

/** `starting`: no snapshot yet; `failed`: the last request for one failed and is being repeated; `live`: deltas follow. */
type Phase = 'starting' | 'failed' | 'live'

export type ConnectionSlice = {
  readonly connection: {
    readonly phase: Phase
    readonly freshness: Freshness
    readonly unsettledTaps: number
    readonly clock: PlatformTimeReading | undefined
    /** How far this computer's clock is off, in ms. */
    readonly skewMs: number
    readonly notice: string | undefined
    /** Where tickets stood when the window opened. */
    readonly places: string | undefined
    /** The orders are invented. */
    readonly isPractice: boolean
    /** This window is a screen of a station. */
    readonly isScreen: boolean
  }
  readonly snapshotFailed: () => void
}

export type SettingsSlice = {
  /** Absent until the first snapshot: this window never guesses them. */
  readonly settings: Settings | undefined
  /** When staff last confirmed the sound test, in ms of the platform's clock. */
  readonly soundTestedAt: number | undefined
}

/** A call that the PIN guards waits for the PIN. */
type PinRequest = {
  readonly wanted: CallName
  /** Whether the lock was opened; false when the user closed the pad. */
  readonly answer: Promise<boolean>
  readonly settle: (isOpen: boolean) => void
}

export type LockSlice = {
  readonly pinRequest: PinRequest | undefined
  /** Opens the PIN pad. While it is open, further calls wait for the same answer, and the pad names the newest call. */
  readonly askPin: (wanted: CallName) => Promise<boolean>
}

export type SoundSlice = {
  readonly sound: {
    /** The last sound could not be played. */
    readonly isBlocked: boolean
    /** Staff know that the board is out of date; forgotten as soon as it no longer is. */
    readonly isStaleSilenced: boolean
    readonly isStale: boolean
    /** Orders that call and whose tickets are not in the window (on another page, for example). */
    readonly outOfSight: readonly string[]
  }
  readonly changeSound: (change: Partial<SoundSlice['sound']>) => void
}

/** At most one dialog. It keeps the display id it was opened with: a delta neither closes nor renames it. */
export type OpenDialog =
  | { readonly kind: 'cancel' | 'code' | 'whole'; readonly orderId: string; readonly displayId: string }
  | { readonly kind: 'queue' | 'settings' | 'sound' | 'history' }
  | { readonly kind: 'print' }
  | { readonly kind: 'setup'; readonly startAt?: SetupStep | undefined }

/** A practice in the place of the board. */
export type PracticeUnderWay = {
  readonly name: ScenarioName
  /** Monotonic ms of this window. */
  readonly endsAt: number
  /** The real orders that were on the board when it began, and the notice at that moment. */
  readonly known: ReadonlySet<string>
  readonly notice: string
}

export type UiSlice = {
  /** By the settings when the window opens, then by its own switch. The choice of another screen changes nothing here. */
  readonly view: View | undefined
  readonly dialog: OpenDialog | undefined
  /** A page that was closed without a decision. Opened again, it shows what was typed into it. */
  readonly leftDialog: OpenDialog | undefined
  /** Why the last tap on an order's ticket was not carried out, by order id. */
  readonly failures: Readonly<Record<string, FailureCode>>
  /** The notice of the start was closed by the user. */
  readonly isNoticeClosed: boolean
  /** Absent: the real board is in sight. */
  readonly practice: PracticeUnderWay | undefined
  readonly showPractice: (practice: PracticeUnderWay | undefined) => void
  readonly showView: (view: View) => void
  readonly openDialog: (dialog: OpenDialog) => void
  readonly closeDialog: () => void
  /** Closes a page and keeps what was typed into it. */
  readonly leaveDialog: () => void
  readonly showFailure: (orderId: string, code: FailureCode) => void
  readonly clearFailure: (orderId: string) => void
  readonly closeNotice: () => void
}

/** All slices of a window's store. Each is created in a file of its own; `comanda-store.ts` joins them. */
export type ComandaState = BoardSlice & ConnectionSlice & LockSlice & SettingsSlice & SoundSlice & UiSlice
