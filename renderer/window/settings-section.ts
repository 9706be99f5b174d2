import type { Settings, SettingsPatch } from '../../shared/settings.ts'

/** Properties of a section of the settings: the present settings, and the function that changes some. */
export type SettingsSectionProps = {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch) => void
}

/** Splits a list of words as users type it, with commas, semicolons or lines. */
export const wordsFrom = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
