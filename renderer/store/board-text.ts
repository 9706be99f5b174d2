import type { BoardSnapshot, Bridge } from '../../shared/contract/contract.ts'
import { BOARD_CAME } from '../../shared/contract/values.ts'
import { ok } from '../../shared/result.ts'
import { monotonicNow } from './monotonic-now.ts'

/** The snapshot of a text that the preload script has received some time ago: its time has gone on since. */
function snapshotOf(text: string): BoardSnapshot {
  // Checked by the main process before it was written.
  const snapshot = JSON.parse(text) as BoardSnapshot
  const cameAt = performance.getEntriesByName(BOARD_CAME).at(-1)?.startTime ?? monotonicNow()
  const { platformNow, ...clock } = snapshot.clock
  return { ...snapshot, clock: { ...clock, platformNow: platformNow + monotonicNow() - cameAt } }
}

/** A bridge whose board comes as one text, where there is one. */
export function withBoardText(bridge: Bridge): Bridge {
  const ask = bridge.call['board:snapshot']
  const snapshot: typeof ask = async (args) => {
    const answer = await bridge.call['board:text'](null).catch(() => undefined)
    return answer?.ok && typeof answer.value === 'string' ? ok(snapshotOf(answer.value)) : ask(args)
  }
  return { ...bridge, call: { ...bridge.call, 'board:snapshot': snapshot } }
}
