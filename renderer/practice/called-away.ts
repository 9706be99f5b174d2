import type { ComandaState, PracticeUnderWay } from '../store/state.ts'

type RealBoard = Pick<ComandaState, 'board' | 'connection' | 'sound'>

/** Whether the real kitchen needs attention now, so that no practice may begin. */
export function needsAttention({ board, sound }: Pick<RealBoard, 'board' | 'sound'>): 'calling' | 'stale' | undefined {
  if (Object.values(board.orders).some(({ alarm }) => alarm !== undefined)) return 'calling'
  return sound.isStale && !sound.isStaleSilenced ? 'stale' : undefined
}

/**
 * Whether the real board has to come back: an order came or calls, the board is out of date, or there is a new notice.
 */
export function isCalledAway(real: RealBoard, { known, notice }: PracticeUnderWay): boolean {
  if (needsAttention(real) !== undefined) return true
  const told = real.connection.notice ?? ''
  return (told !== '' && told !== notice) || Object.keys(real.board.orders).some((orderId) => !known.has(orderId))
}
