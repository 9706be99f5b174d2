import type { BoardSnapshot, FailureCode } from '../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'

export type GivenCredentials = { readonly apiUrl: string; readonly clientId: string; readonly clientSecret: string }

/** The first argument of the core's process, as JSON. */
export type CoreStart = {
  /** The profile. */
  readonly folder: string
  /** Of the slots from the first on. */
  readonly connections: readonly GivenCredentials[]
  readonly settings: SettingsPatch
}

/** Commands, one line of JSON each. Random numbers such as `dice` are taken modulo the number of choices. */
export type CoreAction =
  | { readonly kind: 'tap-any'; readonly dice: number; readonly actionDice: number; readonly sendNow: boolean }
  | { readonly kind: 'tap'; readonly orderId: string; readonly action: QueuedAction }
  | { readonly kind: 'undo-any'; readonly dice: number }
  /** Staff acknowledge every stopped order. */
  | { readonly kind: 'see-stops' }
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' }

/** Reports, one line of JSON each. A report is written before the call that caused it returns, so a kill cannot lose it. */
export type CoreReport =
  /** The board as a new window would get it; `at` in epoch ms, `processorMs` used by all threads since the start. */
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
  /** The program requests a restart and ends. */
  | { readonly kind: 'restart-wanted' }
  | { readonly kind: 'stopped' }
