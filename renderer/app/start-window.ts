import type { Bridge } from '../../shared/contract.ts'
import { createPlacesArchive } from '../board/places-archive.ts'
import { createPlacesStore } from '../board/places-store.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { createPlatformClock } from '../clock/platform-clock.ts'
import { whenFree } from '../clock/when-free.ts'
import { followScreen } from '../design/screen.ts'
import { withPin } from '../lock/locked-calls.ts'
import { alarmPage, followAlarm } from '../sound/follow-alarm.ts'
import { createSpeaker } from '../sound/speaker.ts'
import { followBoard } from '../store/board-feed.ts'
import { createComandaStore } from '../store/comanda-store.ts'
import { createBumpGuard } from '../ticket/bump-guard.ts'
import { callSafely } from './call-safely.ts'
import { hideIdleCursor } from './idle-cursor.ts'
import { closeLeftDialogs, pageActivity } from './left-dialog.ts'
import type { WindowParts } from './window-parts.ts'

/** Builds the parts of this window and begins to follow the main process. They live as long as the window. */
export function startWindow(preloaded: Bridge): WindowParts {
  const store = createComandaStore()
  const bridge = withPin(preloaded, store)
  const clock = createPlatformClock(monotonicNow)
  store.subscribe((state, before) => {
    const reading = state.connection.clock
    if (reading && reading !== before.connection.clock) clock.set(reading)
  })
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  followBoard(bridge, store, { monotonicNow, after, whenFree })
  // Somebody closed the locked window: the call that would quit asks for the PIN.
  bridge.on['lock:asked'](() => void callSafely(() => bridge.call['app:quit'](null)))
  const places = createPlacesStore(store, createPlacesArchive(bridge, store, after))
  followScreen(store, places)
  hideIdleCursor(after)
  closeLeftDialogs(store, { after, onActivity: pageActivity })
  const speaker = createSpeaker(() => new AudioContext())
  followAlarm({ bridge, store, clock }, speaker, { ...alarmPage(), monotonicNow, after })
  return { bridge, store, clock, speaker, places, guard: createBumpGuard(monotonicNow) }
}
