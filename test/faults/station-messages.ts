import type { BoardSnapshot, FailureCode } from '../../shared/contract.ts'
import type { QueuedAction } from '../../shared/lifecycle.ts'
import type { SettingsPatch } from '../../shared/settings.ts'

/** What the station's process is started with, as JSON in its first argument. */
export type StationStart = {
  /** Where the databases are. */
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly settings: SettingsPatch
}

/** One line of JSON on the process's input each. `dice` and the like are taken modulo what there is. */
export type StationCommand =
  | { readonly kind: 'tap-any'; readonly dice: number; readonly actionDice: number; readonly sendNow: boolean }
  | { readonly kind: 'tap'; readonly orderId: string; readonly action: QueuedAction }
  | { readonly kind: 'undo-any'; readonly dice: number }
  /** Staff have seen every order that was stopped. */
  | { readonly kind: 'see-stops' }
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' }

/** One line of JSON on the process's output each, written before the call that made it returns: a kill takes none back. */
export type StationReport =
  /** The board as the screen would get it first; `at` in epoch ms, `processorMs` used by all threads since the start. */
  | {
      readonly kind: 'board'
      readonly at: number
      readonly processorMs: number
      readonly orderIds: readonly string[]
    }
  | { readonly kind: 'tapped'; readonly tapId: string; readonly orderId: string; readonly action: QueuedAction }
  | { readonly kind: 'refused'; readonly orderId: string; readonly action: QueuedAction; readonly code: FailureCode }
  | { readonly kind: 'undone'; readonly tapId: string }
  | { readonly kind: 'seen'; readonly snapshot: BoardSnapshot }
  /** The program would now be started afresh; it ends. */
  | { readonly kind: 'restart-wanted' }
  | { readonly kind: 'stopped' }
