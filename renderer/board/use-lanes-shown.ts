import { useLayoutEffect, useState } from 'react'
import type { Lane } from '../../shared/ticket.ts'
import { usePlaces } from '../places/places-context.ts'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { useComanda } from '../window/window-parts.ts'

/**
 * The lanes that have a column. The lanes of scheduled orders and of orders that are out have none while they are empty.
 * A column that comes or goes moves the others, so this waits for some time without a touch, with two exceptions: a
 * scheduled order may have to be accepted, and an order that is out may have been requested.
 */
export function useLanesShown(): readonly Lane[] {
  const hasScheduled = useComanda(({ board }) => board.lanes.scheduled.length > 0)
  const hasOut = useComanda(({ board }) => board.lanes.done.length > 0)
  const isRecalled = useComanda(({ board: { lanes, orders } }) =>
    lanes.done.some((id) => orders[id]?.recalled === true),
  )
  const isOutRequested = usePlaces((state) => state.panel === 'done') || isRecalled
  const [settled, setSettled] = useState({ hasScheduled, hasOut })
  const isSettled = settled.hasScheduled === hasScheduled && settled.hasOut === hasOut
  const schedule = useSettleWhenCalm(() => {
    if (!isSettled) setSettled({ hasScheduled, hasOut })
  })
  useLayoutEffect(() => {
    if (!isSettled) schedule()
  }, [isSettled, schedule])
  const isScheduledShown = hasScheduled || settled.hasScheduled
  const isOutShown = (hasOut && isOutRequested) || settled.hasOut
  return [
    ...(isScheduledShown ? (['scheduled'] as const) : []),
    ...(['new', 'preparing', 'ready'] as const),
    ...(isOutShown ? (['done'] as const) : []),
  ]
}
