import { ok } from '../../../shared/result.ts'
import type { OwnSettings } from './own-settings.ts'
import type { ScreenFacts } from './screen-facts.ts'
import type { ScreenStation } from './screen-station-port.ts'

/** The calls of the window that change only what this screen stores itself. */
export function createScreenOwnCalls(parts: {
  readonly ownSettings: Pick<OwnSettings, 'change'>
  readonly facts: ScreenFacts
  /** Platform time, epoch ms. */
  readonly now: () => number
  readonly onSettings: () => void
  readonly onSoundTested: () => void
}): Pick<ScreenStation, 'changeSettings' | 'rememberPlaces' | 'soundTested'> {
  const { ownSettings, facts, now, onSettings, onSoundTested } = parts
  return {
    changeSettings(patch) {
      const changed = ownSettings.change(patch)
      if (changed.ok) onSettings()
      return changed
    },
    rememberPlaces: (places) => (places === facts.get('places') ? ok(null) : facts.save('places', places)),
    soundTested(heard) {
      const saved = heard ? facts.save('sound-test', String(now())) : ok(null)
      onSoundTested()
      return saved
    },
  }
}
