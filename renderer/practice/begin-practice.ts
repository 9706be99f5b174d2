import type { FailureCode } from '../../shared/contract/contract.ts'
import { SCENARIO_MINUTES, type ScenarioName } from '../../shared/contract/practice.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import type { WindowParts } from '../ui/window/window-parts.ts'

const MINUTE_MS = 60_000

/**
 * Begins a scenario and shows its board. Resolves with the failure, or `undefined` when it has begun.
 * @param isConfirmed the user has confirmed to practise while real orders are open
 */
export async function beginPractice(
  { bridge, store }: Pick<WindowParts, 'bridge' | 'store'>,
  name: ScenarioName,
  isConfirmed: boolean,
): Promise<FailureCode | undefined> {
  // Read before the call: an order that arrives during the call counts as new.
  const { board, connection } = store.getState()
  const known = new Set(Object.keys(board.orders))
  const answer = await callSafely(() => bridge.call['practice:begin']({ name, isConfirmed }))
  if (!answer.ok) return answer.code
  const { closeDialog, showPractice } = store.getState()
  closeDialog()
  showPractice({
    name,
    endsAt: monotonicNow() + SCENARIO_MINUTES[name] * MINUTE_MS,
    known,
    notice: connection.notice ?? '',
  })
  return undefined
}
