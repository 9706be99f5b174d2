import type { ScreenDuty } from '../../../shared/screens.ts'

/** One text-message connection between a station and a screen, already authenticated. */
export interface ScreenChannel {
  /** Queues one message, UTF-8 text. Messages arrive whole and in order, or the channel closes. */
  send(text: string): void
  /** Bytes accepted by send and not yet given to the system. */
  readonly unsentBytes: number
  onMessage(listener: (text: string) => void): void
  /** Called once, with a reason for the log. */
  onClose(listener: (reason: string) => void): void
  close(reason: string): void
}
/** A paired screen in the station's list. */
export interface PairedDevice {
  readonly id: string
  readonly name: string
}
/** What the station chose for a screen. `wanted`: not applied by the screen yet. */
export type Assignment = {
  readonly name: string
  readonly wanted?: (ScreenDuty & { readonly id: string }) | undefined
}
/** Station side: accepts authenticated screens. */
export interface ScreenListener {
  /** Starts to listen; resolves to the TCP port. */
  start(onScreen: (channel: ScreenChannel, device: PairedDevice) => void): Promise<number>
  stop(): Promise<void>
}
/** Screen side: opens one authenticated channel to the station it is paired with. Rejects when it cannot. */
export type ConnectStation = (signal: AbortSignal) => Promise<ScreenChannel>

/** Thrown by a `ConnectStation`: the station does not know this screen, or not any more. */
export class NotPairedError extends Error {
  override readonly name = 'NotPairedError'
}
