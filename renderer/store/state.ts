import type { CallName } from '../../shared/contract/calls.ts'
import type { BoardDelta, BoardSnapshot, FailureCode } from '../../shared/contract/contract.ts'
import type { ScenarioName } from '../../shared/contract/practice.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { SetupStep, View } from '../../shared/contract/values.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Freshness } from '../../shared/time/freshness.ts'
import type { BoardState } from './board-state.ts'
import type { Input } from './monotonic-now.ts'
import type { PlatformTimeReading } from './platform-clock.ts'

/** `starting`: no snapshot yet; `failed`: the last request for one failed and is being repeated; `live`: deltas follow. */
type Phase = 'starting' | 'failed' | 'live'

/** A guarded call that waits for the PIN. */
type PinRequest = {
  readonly wanted: CallName
  /** Resolves with true when the lock was opened, with false when the user closed the pad. */
  readonly answer: Promise<boolean>
  readonly settle: (isOpen: boolean) => void
}

/** The dialog that is open. It keeps the display id with which it was opened, so that a delta does not change it. */
export type OpenDialog =
  | {
      readonly kind: 'cancel' | 'code' | 'offer' | 'bag' | 'whole'
      readonly orderId: string
      readonly displayId: string
    }
  | { readonly kind: 'queue' | 'connections' | 'sound' | 'history' | 'print' }
  /** Absent: the settings open at their first section. */
  | { readonly kind: 'settings'; readonly section?: 'platforms' }
  | {
      readonly kind: 'setup'
      readonly startAt?: SetupStep | undefined
      /** The platform whose access is changed, or a further one; absent: the first one. */
      readonly slot?: Slot | 'new' | undefined
    }

/** Dialogs for one order: the reason for a cancellation, the code, the offer. All others are pages, which may be hidden. */
export const isOfOneOrder = ({ kind }: OpenDialog): boolean => kind === 'cancel' || kind === 'code' || kind === 'offer'

/**
 * Why a tap counts for nothing. `moved`: the button had just come or changed; `twice`: the second one of a double tap; `left`:
 * the finger slid off the button; `long`: a resting hand; `cancelled`: the system took the touch away.
 */
export type RefusedTap = 'moved' | 'twice' | 'left' | 'long' | 'cancelled'

/** A practice that is shown in place of the board. */
export type PracticeUnderWay = {
  readonly name: ScenarioName
  /** Monotonic ms of this window. */
  readonly endsAt: number
  /** The real orders on the board when the practice began. */
  readonly known: ReadonlySet<string>
  /** The notice when the practice began. */
  readonly notice: string
}

/** The state of a window, and the functions that change it. */
export type ComandaState = {
  readonly board: BoardState
  /** `receivedAt`: monotonic ms at the arrival of the message. It relates the platform's clock to the window's clock. */
  readonly applySnapshot: (snapshot: BoardSnapshot, receivedAt: number) => void
  readonly applyDelta: (delta: BoardDelta, receivedAt: number) => void
  readonly connection: {
    readonly phase: Phase
    readonly freshness: Freshness
    readonly unsettledTaps: number
    readonly clock: PlatformTimeReading | undefined
    /** Difference between the platform's clock and this computer's, in ms. */
    readonly skewMs: number
    readonly notice: string | undefined
    /** The places of the tickets when the window opened. */
    readonly places: string | undefined
    /** The orders belong to a practice. */
    readonly isPractice: boolean
    /** This window is a screen of a main computer. */
    readonly isScreen: boolean
  }
  readonly recordSnapshotFailure: () => void
  /** Absent until the first snapshot: the window does not assume defaults. */
  readonly settings: Settings | undefined
  /** When staff last confirmed the sound test, in ms of the platform's clock. */
  readonly soundTestedAt: number | undefined
  readonly pinRequest: PinRequest | undefined
  /** Opens the PIN pad. While it is open, further calls wait for the same answer, and the pad names the newest call. */
  readonly askPin: (wanted: CallName) => Promise<boolean>
  readonly sound: {
    /** The last sound could not be played. */
    readonly isBlocked: boolean
    /** Staff have silenced the sound of the outdated board. Reset when the board is up to date again. */
    readonly isStaleSilenced: boolean
    readonly isStale: boolean
    /** Orders whose alarm rings and whose tickets are not visible, for example on another page. */
    readonly outOfSight: readonly string[]
  }
  readonly changeSound: (change: Partial<ComandaState['sound']>) => void
  /** From the settings when the window opens, later from the switch of this window. */
  readonly view: View | undefined
  readonly dialog: OpenDialog | undefined
  /** A page that was hidden. It keeps the typed texts until it is opened again. */
  readonly hiddenDialog: OpenDialog | undefined
  /** By order id: the reason why the last tap on the ticket failed. */
  readonly failures: Readonly<Record<string, FailureCode>>
  /** The user has closed the notice. */
  readonly isNoticeClosed: boolean
  /** Absent: the real board is shown. */
  readonly practice: PracticeUnderWay | undefined
  readonly showPractice: (practice: PracticeUnderWay | undefined) => void
  readonly showView: (view: View) => void
  readonly openDialog: (dialog: OpenDialog) => void
  readonly closeDialog: () => void
  /** Hides a page and keeps the typed texts. */
  readonly hideDialog: () => void
  readonly showFailure: (orderId: string, code: FailureCode) => void
  readonly clearFailure: (orderId: string) => void
  /** The last tap, when it counts for nothing. `point`: absent for a key. */
  readonly refusedTap: { readonly why: RefusedTap; readonly point?: Input['point'] } | undefined
  readonly showRefusedTap: (refused: ComandaState['refusedTap']) => void
  readonly closeNotice: () => void
}
