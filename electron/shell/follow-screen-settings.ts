import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../shared/settings.ts'
import type { BoardDisplay } from './board-display.ts'
import type { Watchdog } from './watchdog.ts'

type Followed = Pick<Settings, 'fullScreen' | 'display' | 'startsWithComputer' | 'restartsAfterFailure'>

export type ScreenSettingsParts = {
  readonly settings: { now(): Followed; onChange(listener: (settings: Followed) => void): void }
  readonly boardDisplay: Pick<BoardDisplay, 'choose' | 'setFullScreen'>
  readonly startWithComputer: { apply(isWanted: boolean): void; renew(isWanted: boolean): void }
  readonly watchdog: Pick<Watchdog, 'apply' | 'renew'>
}

/** Applies the settings to the window, its display and the system's services, now and at each change. */
export function followScreenSettings(parts: ScreenSettingsParts): void {
  const { settings, boardDisplay, startWithComputer, watchdog } = parts
  let applied = settings.now()
  boardDisplay.choose(applied.display)
  boardDisplay.setFullScreen(applied.fullScreen)
  startWithComputer.renew(applied.startsWithComputer)
  void watchdog.renew(applied.restartsAfterFailure)
  settings.onChange((next) => {
    const before = applied
    applied = next
    if (!isDeepStrictEqual(next.display, before.display)) boardDisplay.choose(next.display)
    if (next.fullScreen !== before.fullScreen) boardDisplay.setFullScreen(next.fullScreen)
    if (next.startsWithComputer !== before.startsWithComputer) startWithComputer.apply(next.startsWithComputer)
    if (next.restartsAfterFailure !== before.restartsAfterFailure) void watchdog.apply(next.restartsAfterFailure)
  })
}
