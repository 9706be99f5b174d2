import { Suspense } from 'react'
import { lazyComponent } from '../window/lazy-component.tsx'

const LaneBoard = lazyComponent(async () => (await import('./lane-board.tsx')).LaneBoard)

/** The lane columns, loaded when the kitchen has chosen them. */
export function LazyLaneBoard() {
  return (
    <Suspense fallback={null}>
      <LaneBoard />
    </Suspense>
  )
}
