import { OWN_SETTINGS, type OwnSetting } from '../../shared/screen-calls.ts'
import {
  applySettingsPatch,
  DEFAULT_SETTINGS,
  type Settings,
  type SettingsPatch,
  settingsSchema,
} from '../../shared/settings.ts'

/** Settings that follow the kitchen's until they are changed on this screen. */
const FOLLOWED: readonly OwnSetting[] = ['locale', 'theme', 'alarm']

type Own = Partial<Pick<Settings, OwnSetting>>

// The type of `Object.fromEntries` loses the names. These are all names of `OWN_SETTINGS`.
const ownSchema = settingsSchema
  .pick(Object.fromEntries(OWN_SETTINGS.map((name) => [name, true as const])) as Record<OwnSetting, true>)
  .partial()

const isOwn = (name: string): name is OwnSetting => OWN_SETTINGS.some((own) => own === name)

/** Whether a patch changes only settings that belong to a screen. */
export const isOwnPatch = (patch: SettingsPatch): boolean => Object.keys(patch).every(isOwn)

/** The stored settings of this screen; empty when they cannot be read. */
export function readOwnSettings(text: string | undefined): Own {
  if (text === undefined) return {}
  try {
    const stored: unknown = JSON.parse(text)
    const read = ownSchema.safeParse(stored)
    if (!read.success || typeof stored !== 'object' || stored === null) return {}
    // Parsing adds defaults for settings that were never changed here; they are removed.
    return Object.fromEntries(Object.entries(read.data).filter(([name]) => Object.hasOwn(stored, name)))
  } catch {
    return {}
  }
}

/** The settings of this screen's window. */
export function screenSettings(kitchen: Settings, own: Own): Settings {
  const untouched = OWN_SETTINGS.filter((name) => !FOLLOWED.includes(name)).map((name) => [
    name,
    DEFAULT_SETTINGS[name],
  ])
  return { ...kitchen, ...Object.fromEntries(untouched), setupStep: 'done', ...own }
}

/** The settings of this screen after a change, for the store. */
export function changedOwnSettings(kitchen: Settings, own: Own, patch: SettingsPatch): Own {
  const changed = applySettingsPatch(screenSettings(kitchen, own), patch)
  return {
    ...own,
    ...Object.fromEntries(
      Object.keys(patch)
        .filter(isOwn)
        .map((name) => [name, changed[name]]),
    ),
  }
}
