import { CALLS, PRACTISED_CALLS, scenarioCall } from '../../shared/channels.ts'
import type { Bridge } from '../../shared/contract.ts'
import { fail } from '../../shared/result.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { createPlatformClock } from '../clock/platform-clock.ts'
import { whenFree } from '../clock/when-free.ts'
import { createPlacesStore, type PlacesStore } from '../places/places-store.ts'
import { alarmPage, followAlarm } from '../sound/follow-alarm.ts'
import type { Speaker } from '../sound/speaker.ts'
import { followBoard } from '../store/board-feed.ts'
import { createComandaStore } from '../store/comanda-store.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { createBumpGuard } from '../ticket/bump-guard.ts'

/** A bridge on which nothing reaches the kitchen: calls about orders go to the practice, every other call is refused. */
function practiceBridge(bridge: Bridge): Bridge {
  const refused = () => Promise.resolve(fail('not-allowed', 'Not in practice'))
  const call = {
    ...Object.fromEntries(CALLS.map((channel) => [channel, refused])),
    ...Object.fromEntries(PRACTISED_CALLS.map((channel) => [channel, bridge.call[scenarioCall(channel)]])),
  }
  // Each call keeps the arguments and the result of its channel, which the compiler cannot follow through a list.
  return { call: call as unknown as Bridge['call'], on: { ...bridge.on, 'board:delta': bridge.on['scenario:delta'] } }
}

/** Sizes are those of the window, whichever board is in it. */
function followTokens(real: PlacesStore, places: PlacesStore): () => void {
  const take = (): void => {
    const { tokens } = real.getState()
    if (tokens !== undefined && tokens !== places.getState().tokens) places.setTokens(tokens)
  }
  take()
  return real.subscribe(take)
}

/** The parts of the practice board. The parts of the real board go on working beside them. */
export function createPracticeParts(bridge: Bridge): BoardParts {
  const store = createComandaStore()
  return {
    window: { bridge: practiceBridge(bridge), store, clock: createPlatformClock(monotonicNow) },
    places: createPlacesStore(store),
    guard: createBumpGuard(monotonicNow),
  }
}

/** Keeps the practice board in step, with its own alarm. Returns the function that ends it. */
export function followPractice(parts: BoardParts, realPlaces: PlacesStore, speaker: Speaker): () => void {
  const { window, places } = parts
  const { bridge, store, clock } = window
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  const ends = [
    store.subscribe(({ connection }, before) => {
      const { clock: reading } = connection
      if (reading && reading !== before.connection.clock) clock.set(reading)
    }),
    followTokens(realPlaces, places),
    followAlarm(window, speaker, { ...alarmPage(), monotonicNow, after }),
    followBoard(bridge, store, { monotonicNow, after, whenFree }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
