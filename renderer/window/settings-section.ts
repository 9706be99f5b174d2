import type { Settings, SettingsPatch } from '../../shared/settings.ts'

/** A part of the settings: what holds now, and the way to change some of it. */
export type SettingsSectionProps = {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch) => void
}

/** Words as a person writes them, one after the other with commas. */
export const wordsFrom = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
