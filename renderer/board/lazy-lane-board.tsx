import { lazyComponent } from '../window/lazy-component.tsx'

/** The lane columns, loaded when the kitchen has chosen them. */
export const LazyLaneBoard = lazyComponent(async () => (await import('./lane-board.tsx')).LaneBoard)
