import { OWN_SETTINGS, type OwnSetting } from '../../shared/screen-calls.ts'
import {
  applySettingsPatch,
  DEFAULT_SETTINGS,
  type Settings,
  type SettingsPatch,
  settingsSchema,
} from '../../shared/settings.ts'

/** As the kitchen has them until they are changed here. */
const FOLLOWED: readonly OwnSetting[] = ['locale', 'theme', 'alarm']

type Own = Partial<Pick<Settings, OwnSetting>>

const ownSchema = settingsSchema
  .pick(Object.fromEntries(OWN_SETTINGS.map((name) => [name, true as const])) as Record<OwnSetting, true>)
  .partial()

const isOwn = (name: string): name is OwnSetting => OWN_SETTINGS.some((own) => own === name)

/** Whether a screen may make this change: the other settings are the kitchen's. */
export const isOwnPatch = (patch: SettingsPatch): boolean => Object.keys(patch).every(isOwn)

/** What was changed on this screen, as it was stored; nothing where it cannot be read. */
export function readOwnSettings(text: string | undefined): Own {
  if (text === undefined) return {}
  try {
    const stored: unknown = JSON.parse(text)
    const read = ownSchema.safeParse(stored)
    if (!read.success || typeof stored !== 'object' || stored === null) return {}
    // Parsing fills in the defaults of what was never changed here.
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

/** What is stored after a change. */
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
