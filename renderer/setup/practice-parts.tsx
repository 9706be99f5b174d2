import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../shared/contract/contract.ts'
import { FIRST_ORDER } from '../../shared/contract/practice.ts'
import { after, whenFree } from '../store/after.ts'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import { type BoardParts, BoardPartsProvider } from '../ticket/board-parts.tsx'
import { createPracticeBoard, practiceBridge } from '../ticket/practice-board.ts'
import { OrderTicket } from '../ticket/ticket.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

/** The practice order, drawn as on the board. */
export function PracticeTicket({ practice }: { readonly practice: BoardParts }) {
  const orderId = useStore(practice.window.store, (state) => Object.keys(state.board.orders)[0])
  if (orderId === undefined) return null
  return (
    <BoardPartsProvider parts={practice}>
      <OrderTicket orderId={orderId} form="whole" />
    </BoardPartsProvider>
  )
}

/** The practice's bridge. A request for the board begins the practice if none runs. */
function firstOrderBridge(bridge: Bridge): Bridge {
  const practised = practiceBridge(bridge)
  const snapshot = practised.call['board:snapshot']
  return {
    ...practised,
    call: {
      ...practised.call,
      'board:snapshot': async () => {
        const board = await snapshot(null)
        if (board.ok) return board
        const begun = await begin(bridge)
        return begun.ok ? snapshot(null) : begun
      },
    },
  }
}

const begin = (bridge: Bridge) =>
  callSafely(() => bridge.call['practice:begin']({ name: FIRST_ORDER, isConfirmed: true }))

/**
 * The parts of the practice board. The practice runs from the first step that needs it until the set-up closes. A change of
 * the language restarts it.
 */
export function usePracticeParts(isWanted: boolean): BoardParts {
  const locale = useComanda((state) => state.settings?.locale)
  const [hasBegun, setBegun] = useState(false)
  if (isWanted && !hasBegun) setBegun(true)
  const { bridge, store } = useWindowParts()
  const [parts] = useState(() => createPracticeBoard(firstOrderBridge(bridge), store))
  useEffect(() => {
    // The order is created in the current language, so the practice waits for it.
    if (!hasBegun || locale === undefined) return undefined
    const { bridge: practised, store, clock } = parts.window
    let ends = [followClock(store, clock)]
    let isOver = false
    // Followed after it has begun: changes that arrive earlier belong to the previous practice.
    void begin(bridge).then(() => {
      if (!isOver) ends = [...ends, followBoard(practised, store, { monotonicNow, after, whenFree })]
    })
    return () => {
      isOver = true
      for (const end of ends) end()
      void callSafely(() => bridge.call['practice:end']({ ending: 'stopped' }))
    }
  }, [parts, bridge, hasBegun, locale])
  return parts
}
