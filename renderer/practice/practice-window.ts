import type { Bridge } from '../../shared/contract.ts'
import { after } from '../clock/after.ts'
import type { IdleMoments } from '../clock/idle-moments.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { whenFree } from '../clock/when-free.ts'
import type { PlacesStore } from '../places/places-store.ts'
import { alarmPage, followAlarm } from '../sound/follow-alarm.ts'
import type { Speaker } from '../sound/speaker.ts'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { createPracticeBoard, practiceBridge } from '../ticket/practice-board.ts'

/** Copies the sizes of the window to the practice board. */
function followTokens(real: PlacesStore, places: PlacesStore): () => void {
  const copy = (): void => {
    const { tokens } = real.getState()
    if (tokens !== undefined && tokens !== places.getState().tokens) places.setTokens(tokens)
  }
  copy()
  return real.subscribe(copy)
}

/** Creates the parts of the practice board. The parts of the real board continue to work. */
export const createPracticeParts = (bridge: Bridge): BoardParts => createPracticeBoard(practiceBridge(bridge))

/** Connects the practice board to its station, clock and alarm. Returns the function that ends it. */
export function followPractice(
  parts: BoardParts,
  realPlaces: PlacesStore,
  { speaker, idle }: { readonly speaker: Speaker; readonly idle: IdleMoments },
): () => void {
  const { window, places } = parts
  const { bridge, store, clock } = window
  const ends = [
    followClock(store, clock),
    followTokens(realPlaces, places),
    followAlarm(window, speaker, { ...alarmPage(idle), monotonicNow, after }),
    followBoard(bridge, store, { monotonicNow, after, whenFree }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
