import { applySettingsPatch, type Settings, type SettingsPatch } from '../../shared/contract/settings.ts'
import type { Facts } from '../storage/ports.ts'

/** The kitchen's settings, for parts that use nothing else of the board. */
export type SettingsSource = Pick<StoredSettings, 'now' | 'onChange'>

export type StoredSettings = ReturnType<typeof createStoredSettings>

/** The settings as the ledger holds them. */
export function createStoredSettings(stored: Facts['settings']) {
  const listeners = new Set<(settings: Settings) => void>()
  let settings = stored.get()
  return {
    now: (): Settings => settings,
    /** Calls back after each change. Returns the function that ends it. */
    onChange(listener: (settings: Settings) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Durable when it returns. Throws what the storage throws; then nothing has changed. */
    change(patch: SettingsPatch): Settings {
      const changed = applySettingsPatch(settings, patch)
      stored.set(changed)
      settings = changed
      for (const listener of listeners) listener(settings)
      return settings
    },
  }
}
