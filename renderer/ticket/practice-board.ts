import { CALLS, PRACTISED_CALLS, practiceCall } from '../../shared/contract/calls.ts'
import type { Bridge } from '../../shared/contract/contract.ts'
import { fail } from '../../shared/result.ts'
import { createPlacesStore } from '../places/places-store.ts'
import { type ComandaStore, createComandaStore } from '../store/comanda-store.ts'
import { inputNow, monotonicNow } from '../store/monotonic-now.ts'
import { createPlatformClock } from '../store/platform-clock.ts'
import type { BoardParts } from './board-parts.tsx'
import { createBumpGuard } from './bump-guard.ts'

/** A bridge without access to the kitchen: calls about orders go to the practice, every other call is refused. */
export function practiceBridge(bridge: Bridge): Bridge {
  const refused = () => Promise.resolve(fail('not-allowed', 'Not in practice'))
  const call = {
    ...Object.fromEntries(CALLS.map((channel) => [channel, refused])),
    ...Object.fromEntries(PRACTISED_CALLS.map((channel) => [channel, bridge.call[practiceCall(channel)]])),
  }
  // Each call keeps the arguments and the result of its channel, which the compiler cannot follow through a list.
  return { call: call as unknown as Bridge['call'], on: { ...bridge.on, 'board:delta': bridge.on['practice:delta'] } }
}

/**
 * Creates the parts of a second board, which uses its own bridge.
 * @param real the window's own store, which shows the refused taps of both boards
 */
export function createPracticeBoard(bridge: Bridge, real: ComandaStore): BoardParts {
  const store = createComandaStore()
  return {
    window: { bridge, store, clock: createPlatformClock(monotonicNow) },
    places: createPlacesStore(store),
    guard: createBumpGuard(monotonicNow, inputNow, (why) =>
      real.getState().showRefusedTap({ why, point: inputNow().point }),
    ),
  }
}
