import type {
  ActArgs,
  BoardDelta,
  BoardSnapshot,
  CallResult,
  QueueEntry,
  TimelineEntry,
} from '../../shared/contract.ts'
import type { Settings, SettingsPatch } from '../../shared/settings.ts'

/** What the windows' calls need of the kitchen's brain; `electron/station` fulfils it. */
export type StationPort = {
  start(): void
  stop(): Promise<void>
  snapshot(): BoardSnapshot
  /** Gives the function that ends the subscription. */
  onDelta(listener: (delta: BoardDelta) => void): () => void
  act(args: ActArgs): CallResult<{ tapId: string }>
  undo(tapId: string): CallResult<null>
  sendNow(tapId: string): CallResult<null>
  validateCode(orderId: string, code: string): Promise<CallResult<{ isValid: boolean }>>
  acknowledgeCancellation(orderId: string): CallResult<null>
  strikeLine(orderId: string, lineId: string, struck: boolean): CallResult<null>
  startByHand(orderId: string): CallResult<null>
  timeline(orderId: string): CallResult<TimelineEntry[]>
  queue(): CallResult<QueueEntry[]>
  changeSettings(patch: SettingsPatch): CallResult<Settings>
  pollNow(): void
}
