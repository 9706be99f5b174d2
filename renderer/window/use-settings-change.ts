import { useState } from 'react'
import type { FailureCode } from '../../shared/contract.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

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
