import { useEffect, useState } from 'react'
import { CALLS } from '../../shared/channels.ts'
import type { Bridge } from '../../shared/contract.ts'
import { ok } from '../../shared/result.ts'
import { after } from '../clock/after.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { whenFree } from '../clock/when-free.ts'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { createPracticeBoard } from '../ticket/practice-board.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/**
 * A bridge without access to the kitchen: board and taps belong to the practice, and every other call resolves with null.
 */
function practiceBridge(bridge: Bridge): Bridge {
  const nothing = () => Promise.resolve(ok(null))
  const call = {
    ...Object.fromEntries(CALLS.map((channel) => [channel, nothing])),
    'board:snapshot': bridge.call['practice:begin'],
    'order:act': bridge.call['practice:act'],
  }
  // A ticket's buttons make no other calls, so their answers are not read.
  return { call: call as unknown as Bridge['call'], on: { ...bridge.on, 'board:delta': bridge.on['practice:delta'] } }
}

/**
 * The parts of the practice board. The practice runs from the first step that needs it until the set-up closes. A change of
 * the language restarts it.
 */
export function usePracticeParts(isWanted: boolean): BoardParts {
  const locale = useComanda((state) => state.settings?.locale)
  const [hasBegun, setBegun] = useState(false)
  if (isWanted && !hasBegun) setBegun(true)
  const { bridge } = useWindowParts()
  const [parts] = useState(() => createPracticeBoard(practiceBridge(bridge)))
  useEffect(() => {
    // The order is created in the current language, so the practice waits for it.
    if (!hasBegun || locale === undefined) return undefined
    const { bridge: practised, store, clock } = parts.window
    const ends = [followClock(store, clock), followBoard(practised, store, { monotonicNow, after, whenFree })]
    return () => {
      for (const end of ends) end()
      void callSafely(() => bridge.call['practice:end'](null))
    }
  }, [parts, bridge, hasBegun, locale])
  return parts
}
