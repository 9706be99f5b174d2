import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../shared/settings.ts'
import type { BoardDisplay } from './board-display.ts'
import type { Watchdog } from './watchdog.ts'

type Followed = Pick<Settings, 'fullScreen' | 'display' | 'startsWithComputer' | 'restartsAfterFailure'>

export type ScreenSettingsParts = {
  readonly settings: Followed
  readonly onChange: (listener: (settings: Followed) => void) => void
  readonly boardDisplay: Pick<BoardDisplay, 'choose' | 'setFullScreen'>
  readonly startWithComputer: { apply(isWanted: boolean): void; renew(isWanted: boolean): void }
  readonly watchdog: Pick<Watchdog, 'apply' | 'renew'>
}

/** Applies the settings to the window, its display and the system's services, now and at each change. */
export function followScreenSettings(parts: ScreenSettingsParts): void {
  const { settings, onChange, boardDisplay, startWithComputer, watchdog } = parts
  let applied = settings
  boardDisplay.choose(settings.display)
  boardDisplay.setFullScreen(settings.fullScreen)
  startWithComputer.renew(settings.startsWithComputer)
  void watchdog.renew(settings.restartsAfterFailure)
  onChange((next) => {
    const before = applied
    applied = next
    if (!isDeepStrictEqual(next.display, before.display)) boardDisplay.choose(next.display)
    if (next.fullScreen !== before.fullScreen) boardDisplay.setFullScreen(next.fullScreen)
    if (next.startsWithComputer !== before.startsWithComputer) startWithComputer.apply(next.startsWithComputer)
    if (next.restartsAfterFailure !== before.restartsAfterFailure) void watchdog.apply(next.restartsAfterFailure)
  })
}
