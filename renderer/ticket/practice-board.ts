import type { Bridge } from '../../shared/contract.ts'
import { inputNow, monotonicNow } from '../clock/monotonic-now.ts'
import { createPlatformClock } from '../clock/platform-clock.ts'
import { createPlacesStore } from '../places/places-store.ts'
import { createComandaStore } from '../store/comanda-store.ts'
import type { BoardParts } from './board-parts.tsx'
import { createBumpGuard } from './bump-guard.ts'

/** Creates the parts of a second board, which uses its own bridge. */
export function createPracticeBoard(bridge: Bridge): BoardParts {
  const store = createComandaStore()
  return {
    window: { bridge, store, clock: createPlatformClock(monotonicNow) },
    places: createPlacesStore(store),
    guard: createBumpGuard(monotonicNow, inputNow),
  }
}
