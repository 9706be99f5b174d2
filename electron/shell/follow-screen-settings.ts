import type { Settings } from '../../shared/settings.ts'
import type { Watchdog } from './watchdog.ts'

type Followed = Pick<Settings, 'fullScreen' | 'startsWithComputer' | 'restartsAfterFailure'>

export type ScreenSettingsParts = {
  readonly settings: Followed
  readonly onChange: (listener: (settings: Followed) => void) => void
  readonly fullScreen: (isWanted: boolean) => void
  readonly startWithComputer: { apply(isWanted: boolean): void; renew(isWanted: boolean): void }
  readonly watchdog: Pick<Watchdog, 'apply' | 'renew'>
}

/** Holds the window and the start of the computer to the settings, from now on. */
export function followScreenSettings({
  settings,
  onChange,
  fullScreen,
  startWithComputer,
  watchdog,
}: ScreenSettingsParts): void {
  let applied = settings
  fullScreen(settings.fullScreen)
  startWithComputer.renew(settings.startsWithComputer)
  void watchdog.renew(settings.restartsAfterFailure)
  onChange((next) => {
    const before = applied
    applied = next
    if (next.fullScreen !== before.fullScreen) fullScreen(next.fullScreen)
    if (next.startsWithComputer !== before.startsWithComputer) startWithComputer.apply(next.startsWithComputer)
    if (next.restartsAfterFailure !== before.restartsAfterFailure) void watchdog.apply(next.restartsAfterFailure)
  })
}
