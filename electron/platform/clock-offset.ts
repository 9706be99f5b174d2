const SECOND_MS = 1_000

export type ClockReading = {
  /** Epoch ms of the answer's `Date` header: whole seconds, cut off. */
  readonly platformAt: number
  /** When the request left and when its answer had come, in ms of the clock that the offset is added to. */
  readonly sentAt: number
  readonly receivedAt: number
}

/**
 * The offset to add to a clock of this machine. The header has whole seconds and was written between sending and receiving:
 * a previous offset inside that uncertainty is kept, so that the clock on the screen does not jump.
 */
export function correctOffset(previousOffset: number, { platformAt, sentAt, receivedAt }: ClockReading): number {
  const min = platformAt - receivedAt
  const max = platformAt + SECOND_MS - sentAt
  return previousOffset >= min && previousOffset <= max ? previousOffset : Math.round((min + max) / 2)
}
