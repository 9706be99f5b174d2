import type { BoardSnapshot, FailureCode } from '../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'

/** The steps of a tap that the screen's process reaches, in their order. */
export const SCREEN_STEPS = [
  /** The tap is stored on the screen and not sent. */
  'kept',
  /** The tap was written to the socket. */
  'sent',
  /** `act` has answered `ok`: the ticket shows the tap. */
  'tapped',
  /** The main computer's verdict has arrived and is not processed yet. */
  'verdict',
  /** The verdict is processed, and the tap is deleted from the screen's disk. */
  'settled',
  /** The undo was written to the socket. */
  'undo-sent',
] as const
/** The steps that the main computer's process reaches. */
export const CORE_STEPS = ['arrived', 'stored', 'answered'] as const

export type ScreenTapStep = (typeof SCREEN_STEPS)[number]
export type CoreStep = (typeof CORE_STEPS)[number]
/** The last two are observed at the platform: the request of a tap has arrived, its answer is about to be sent. */
export type TapStep = ScreenTapStep | CoreStep | 'post-arrived' | 'post-answered'

export type ScreenStart = {
  readonly profile: string
  readonly name: string
  /** Port of the proxy to the main computer. */
  readonly port: number
  /** Pairing code; absent: the profile has joined before. */
  readonly code?: string
}

export type ScreenedCoreStart = {
  readonly profile: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly settings: SettingsPatch
  /** Port on which it listens for its screens. */
  readonly screensPort: number
}

/** One line of JSON each. `kill-at`: the process kills itself with SIGKILL when it reaches the step. */
export type ScreenCommand =
  | { readonly kind: 'tap'; readonly orderId: string; readonly action: QueuedAction }
  | { readonly kind: 'undo'; readonly tapId: string }
  | { readonly kind: 'kill-at'; readonly step: ScreenTapStep }
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' }
export type ScreenedCoreCommand =
  | { readonly kind: 'pair' }
  | { readonly kind: 'kill-at'; readonly step: CoreStep }
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' }

type Reached = { readonly kind: 'step'; readonly step: TapStep }
type Seen = { readonly kind: 'seen'; readonly snapshot: BoardSnapshot }

/** One line of JSON each, written before the process continues. */
export type ScreenReport =
  | { readonly kind: 'board' }
  | { readonly kind: 'tapped'; readonly tapId: string; readonly orderId: string; readonly action: QueuedAction }
  | { readonly kind: 'refused'; readonly code: FailureCode }
  | { readonly kind: 'undone'; readonly tapId: string }
  | Reached
  | Seen
export type ScreenedCoreReport =
  | { readonly kind: 'board' }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'restart-wanted' }
  | Reached
  | Seen
