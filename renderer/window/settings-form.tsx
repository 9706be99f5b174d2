import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { Settings, SettingsPatch } from '../../shared/contract/settings.ts'
import type { Limits } from '../../shared/contract/values.ts'
import { Choice, type ChoiceProps } from '../controls/choice.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { NumberStepper } from '../controls/number-stepper.tsx'
import { callSafely } from './call-safely.ts'
import { provided, useComanda, useWindowParts } from './window-parts.ts'

/** The current settings, and the function that changes some of them. `onStored` is called after a success. */
type SettingsInUse = {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch, onStored?: () => void) => void
}

const SettingsContext = createContext<SettingsInUse | undefined>(undefined)

/** The settings inside a `SettingsForm`. */
export const useSettings = (): SettingsInUse => provided(useContext(SettingsContext), 'SettingsContext')

/** Controls that change settings. Shows why the last change was refused. */
export function SettingsForm({ children }: { readonly children: ReactNode }) {
  const { bridge } = useWindowParts()
  const settings = useComanda((state) => state.settings)
  const [failure, setFailure] = useState<FailureCode>()
  const change = async (patch: SettingsPatch, onStored?: () => void): Promise<void> => {
    const answer = await callSafely(() => bridge.call['settings:change'](patch))
    setFailure(answer.ok ? undefined : answer.code)
    if (answer.ok) onStored?.()
  }
  if (settings === undefined) return null
  return (
    <SettingsContext value={{ settings, change: (patch, onStored) => void change(patch, onStored) }}>
      <FailureNote failure={failure} />
      {children}
    </SettingsContext>
  )
}

/** The settings whose values are of a type. */
type SettingsOf<V> = { [K in keyof Settings]-?: Settings[K] extends V ? K : never }[keyof Settings]

/** The words for a setting. */
function useSettingName(name: SettingsOf<string | number | boolean>): string {
  const { t } = useTranslation('settings')
  return t(`name.${name}`)
}

type SettingChoiceProps<N extends SettingsOf<string | number | boolean>> = { readonly name: N } & Pick<
  ChoiceProps<Settings[N]>,
  'values' | 'word' | 'hint' | 'className'
>

/** One of a few values of a setting, under the name of the setting. */
export function SettingChoice<N extends SettingsOf<string | number | boolean>>({
  name,
  ...choice
}: SettingChoiceProps<N>) {
  const { settings, change } = useSettings()
  return (
    <Choice
      label={useSettingName(name)}
      value={settings[name]}
      onChange={(value) => change({ [name]: value })}
      {...choice}
    />
  )
}

type OnOffProps = Omit<ChoiceProps<boolean>, 'values' | 'word'>

/** A switch that shows both of its words. */
export function OnOff(switched: OnOffProps) {
  const { t } = useTranslation('settings')
  return <Choice values={[false, true]} word={(isOn) => t(isOn ? 'on' : 'off')} {...switched} />
}

/** The switch of a setting, under the name of the setting. */
export function SettingSwitch({
  name,
  ...more
}: { readonly name: SettingsOf<boolean> } & Pick<OnOffProps, 'hint' | 'className'>) {
  const { settings, change } = useSettings()
  return (
    <OnOff
      label={useSettingName(name)}
      value={settings[name]}
      onChange={(isOn) => change({ [name]: isOn })}
      {...more}
    />
  )
}

type SettingNumberProps = Limits & { readonly name: SettingsOf<number>; readonly step?: number; readonly hint?: string }

/** The number of a setting, under the name of the setting. */
export function SettingNumber({ name, ...limits }: SettingNumberProps) {
  const { settings, change } = useSettings()
  return (
    <NumberStepper
      label={useSettingName(name)}
      value={settings[name]}
      onChange={(value) => change({ [name]: value })}
      {...limits}
    />
  )
}
