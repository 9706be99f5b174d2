import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { Tap, TapChange } from '../storage/ports.ts'

/** What one read of an order proved. */
export type Reading = {
  readonly status: string
  /** Start of the read, in the platform's time as it is known at its end. It proves nothing about answers given later. */
  readonly beganAt: number
  readonly at: number
  /** The status follows from events, which come with polls: they may be some seconds behind an answer. */
  readonly isByEvents?: boolean
}

/** For how long after an answer the events that tell the status may come: polls may be 30 s apart. */
export const POLLED_WITHIN_MS = 45_000

/** The read shows that the tap has no effect. */
export const refusedBy = ({ at }: Reading, tap: Tap, reason: ConflictReason): TapChange => ({
  tapId: tap.tapId,
  state: 'conflict',
  reason,
  settledAt: at,
  onlyFrom: [tap.state],
})
