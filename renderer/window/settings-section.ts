import type { Settings, SettingsPatch } from '../../shared/settings.ts'

/** Properties of a section of the settings: the current settings, and the function that changes some of them. */
export type SettingsSectionProps = {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch) => void
}

/** Splits a list of words at commas, semicolons and line breaks. */
export const wordsFrom = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
