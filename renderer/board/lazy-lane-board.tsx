import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'

const LaneBoard = loadLater(async () => (await import('./lane-board.tsx')).LaneBoard)

/** The columns of lanes, loaded where the kitchen has chosen them. */
export function LazyLaneBoard() {
  return (
    <Suspense fallback={null}>
      <LaneBoard />
    </Suspense>
  )
}
