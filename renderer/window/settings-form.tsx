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

type Plain = string | number | boolean

/** A setting as a control shows it: under its name, with its value. */
function useSetting<N extends SettingsOf<Plain>>(name: N) {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const key: SettingsOf<Plain> = name
  return {
    label: t(`name.${key}`),
    value: settings[name],
    onChange: (value: Settings[N]): void => change({ [name]: value }),
  }
}

type ChoiceOf<V extends Plain> = Omit<ChoiceProps<V>, 'label' | 'value' | 'onChange'>

/** One of a few values of a setting. */
export const SettingChoice = <N extends SettingsOf<Plain>>({
  name,
  ...choice
}: { readonly name: N } & ChoiceOf<Settings[N]>) => <Choice {...useSetting(name)} {...choice} />

type OnOffProps = Omit<ChoiceProps<boolean>, 'values' | 'word'>

/** A switch that shows both of its words. */
export function OnOff(switched: OnOffProps) {
  const { t } = useTranslation('settings')
  return <Choice values={[false, true]} word={(isOn) => t(isOn ? 'on' : 'off')} {...switched} />
}

/** The switch of a setting. */
export const SettingSwitch = ({
  name,
  ...more
}: { readonly name: SettingsOf<boolean> } & Pick<OnOffProps, 'hint' | 'className'>) => (
  <OnOff {...useSetting(name)} {...more} />
)

type SettingNumberProps = Limits & { readonly name: SettingsOf<number>; readonly step?: number; readonly hint?: string }

/** The number of a setting. */
export const SettingNumber = ({ name, ...limits }: SettingNumberProps) => (
  <NumberStepper {...useSetting(name)} {...limits} />
)
