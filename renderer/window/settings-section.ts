import { useState } from 'react'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { Settings, SettingsPatch } from '../../shared/contract/settings.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

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

/** Returns a function that changes settings, and the failure of the last change. `onStored` is called after a success. */
export function useSettingsChange() {
  const { bridge } = useWindowParts()
  const [failure, setFailure] = useState<FailureCode>()
  const change = async (patch: SettingsPatch, onStored?: () => void): Promise<void> => {
    const answer = await callSafely(() => bridge.call['settings:change'](patch))
    setFailure(answer.ok ? undefined : answer.code)
    if (answer.ok) onStored?.()
  }
  return { failure, change: (patch: SettingsPatch, onStored?: () => void): void => void change(patch, onStored) }
}
