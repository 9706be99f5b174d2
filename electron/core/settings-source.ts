import { applySettingsPatch, type Settings, type SettingsPatch } from '../../shared/contract/settings.ts'
import type { Facts } from '../storage/ports.ts'

/** The kitchen's settings, for parts that use nothing else of the board. */
export type SettingsSource = Pick<StoredSettings, 'now' | 'onChange'>

export interface StoredSettings {
  now(): Settings
  /** Calls back after each change. Returns the function that ends it. */
  onChange(listener: (settings: Settings) => void): () => void
  /** Durable when it returns. Throws what the storage throws; then nothing has changed. */
  change(patch: SettingsPatch): Settings
}

/** The settings as the ledger holds them. */
export function createStoredSettings(stored: Facts['settings']): StoredSettings {
  const listeners = new Set<(settings: Settings) => void>()
  let settings = stored.get()
  return {
    now: () => settings,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(patch) {
      const changed = applySettingsPatch(settings, patch)
      stored.set(changed)
      settings = changed
      for (const listener of listeners) listener(settings)
      return settings
    },
  }
}
