import type { Bridge } from '../../shared/contract/contract.ts'
import { withPin } from '../lock/locked-calls.ts'
import { createPlacesArchive } from '../places/places-archive.ts'
import { createPlacesStore } from '../places/places-store.ts'
import { alarmPage, followAlarm } from '../sound/follow-alarm.ts'
import { createSpeaker, type Speaker } from '../sound/speaker.ts'
import { after, whenFree } from '../store/after.ts'
import { followBoard } from '../store/board-feed.ts'
import { withBoardText } from '../store/board-text.ts'
import { createComandaStore } from '../store/comanda-store.ts'
import { followClock } from '../store/follow-clock.ts'
import { createIdleMoments, type IdleMoments, idlePage } from '../store/idle-moments.ts'
import { inputNow, monotonicNow } from '../store/monotonic-now.ts'
import { createPlatformClock } from '../store/platform-clock.ts'
import type { RefusedTap } from '../store/state.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { createBumpGuard } from '../ticket/bump-guard.ts'
import { followScreen } from '../ui/design/follow-screen.ts'
import { callSafely } from '../ui/window/call-safely.ts'

/** Longest time for which the first sound waits for the first picture. */
const AUDIO_WITHIN_MS = 1_000

/** Parts that exist as long as the window. */
export type AppParts = BoardParts & { readonly speaker: Speaker; readonly idle: IdleMoments }

/** In an idle moment: the first one of a program takes the window's thread 40 ms, in which the board is drawn. */
async function openAudio(idle: IdleMoments): Promise<AudioContext> {
  await new Promise<void>((done) => void idle.whenIdle(() => done(), AUDIO_WITHIN_MS))
  return new AudioContext()
}

/** Creates the parts of this window and connects them to the main process. */
export function startWindow(preloaded: Bridge): AppParts {
  const store = createComandaStore()
  const bridge = withPin(preloaded, store)
  const idle = createIdleMoments({ ...idlePage(), after })
  const clock = createPlatformClock(monotonicNow)
  followClock(store, clock)
  followBoard(withBoardText(bridge), store, { monotonicNow, after, whenFree })
  // The user has closed the locked window. The call that quits asks for the PIN.
  bridge.on['lock:asked'](() => void callSafely(() => bridge.call['app:quit'](null)))
  const places = createPlacesStore(store, createPlacesArchive(bridge, store, after))
  followScreen(store, places.setTokens)
  // Not with the code of the start: it acts after seconds.
  void import('./idle-cursor.ts').then(({ hideIdleCursor }) => hideIdleCursor(after, idle))
  const onRefused = (why: RefusedTap): void => store.getState().showRefusedTap({ why, point: inputNow().point })
  // Not with the code of the start: until it has loaded, the browser makes the clicks of touches.
  void import('../ticket/touch-taps.ts').then(({ followTaps }) => followTaps(onRefused))
  void import('./unattended-dialog.ts').then(({ closeUnattendedDialogs, pageActivity }) =>
    closeUnattendedDialogs(store, { after, onActivity: pageActivity }),
  )
  const speaker = createSpeaker(() => openAudio(idle))
  followAlarm({ bridge, store, clock }, speaker, { ...alarmPage(idle), monotonicNow, after })
  const guard = createBumpGuard(monotonicNow, inputNow, onRefused)
  return { window: { bridge, store, clock }, speaker, idle, places, guard }
}
