import type { ComandaState, PracticeUnderWay } from '../store/state.ts'

type RealBoard = Pick<ComandaState, 'board' | 'connection' | 'sound'>

/** Why no practice may begin now: an order's alarm rings, or the board is out of date. */
export function needsAttention({ board, sound }: Pick<RealBoard, 'board' | 'sound'>): 'ringing' | 'stale' | undefined {
  if (Object.values(board.orders).some(({ alarm }) => alarm !== undefined)) return 'ringing'
  return sound.isStale && !sound.isStaleSilenced ? 'stale' : undefined
}

/**
 * Whether the practice must end and the real board be shown: a new order, an alarm, an outdated board, or a new notice.
 */
export function mustInterrupt(real: RealBoard, { known, notice }: PracticeUnderWay): boolean {
  if (needsAttention(real) !== undefined) return true
  const now = real.connection.notice ?? ''
  return (now !== '' && now !== notice) || Object.keys(real.board.orders).some((orderId) => !known.has(orderId))
}
