import type { Settings } from '../../shared/settings.ts'

type Followed = Pick<Settings, 'fullScreen' | 'startsWithComputer'>

export type ScreenSettingsParts = {
  readonly settings: Followed
  readonly onChange: (listener: (settings: Followed) => void) => void
  readonly fullScreen: (isWanted: boolean) => void
  readonly startWithComputer: { apply(isWanted: boolean): void; renew(isWanted: boolean): void }
}

/** Holds the window and the start of the computer to the settings, from now on. */
export function followScreenSettings({ settings, onChange, fullScreen, startWithComputer }: ScreenSettingsParts): void {
  let applied = settings
  fullScreen(settings.fullScreen)
  startWithComputer.renew(settings.startsWithComputer)
  onChange((next) => {
    const before = applied
    applied = next
    if (next.fullScreen !== before.fullScreen) fullScreen(next.fullScreen)
    if (next.startsWithComputer !== before.startsWithComputer) startWithComputer.apply(next.startsWithComputer)
  })
}
