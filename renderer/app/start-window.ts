import type { Bridge } from '../../shared/contract.ts'
import { createPlatformClock } from '../clock/platform-clock.ts'
import { followBoard } from '../store/board-feed.ts'
import { createComandaStore } from '../store/comanda-store.ts'
import type { WindowParts } from './window-parts.ts'

/** Builds the parts of this window and begins to follow the main process. They live as long as the window. */
export function startWindow(bridge: Bridge): WindowParts {
  const monotonicNow = (): number => performance.now()
  const store = createComandaStore()
  const clock = createPlatformClock(monotonicNow)
  store.subscribe((state, before) => {
    const reading = state.connection.clock
    if (reading && reading !== before.connection.clock) clock.set(reading)
  })
  followBoard(bridge, store, {
    monotonicNow,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  return { bridge, store, clock }
}
