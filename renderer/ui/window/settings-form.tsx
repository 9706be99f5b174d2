import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult, FailureCode } from '../../../shared/contract/contract.ts'
import type { Settings, SettingsPatch } from '../../../shared/contract/settings.ts'
import type { Limits } from '../../../shared/contract/values.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import type { RowWords } from '../controls/row.tsx'
import {
  ChoiceRow,
  type ChoiceRowProps,
  NumberRow,
  type Plain,
  type RowHooks,
  SwitchRow,
} from '../controls/row-kinds.tsx'
import { callSafely } from './call-safely.ts'
import { provided, useComanda, useWindowParts } from './window-parts.ts'

/** Time in which a change can be undone. */
const UNDO_CHANGE_MS = 5_000

/** The current settings, and the function that changes some of them. `onStored` is called after a success. */
type SettingsInUse = {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch, onStored?: () => void) => void
  /** Why the last change was refused. */
  readonly failure: FailureCode | undefined
  /** Absent: there is nothing to undo. */
  readonly undo: (() => void) | undefined
}

const SettingsContext = createContext<SettingsInUse | undefined>(undefined)

/** The settings inside a `SettingsForm`. */
export const useSettings = (): SettingsInUse => provided(useContext(SettingsContext), 'SettingsContext')

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The patch that undoes a patch: what it changes, as it is now. */
function reverseOf(settings: Settings, patch: SettingsPatch): SettingsPatch {
  const now: Readonly<Record<string, unknown>> = settings
  const entries = Object.entries(patch).map(([name, changed]) => {
    const value = now[name]
    if (!isGroup(value) || !isGroup(changed)) return [name, value ?? null]
    const parts = Object.keys(changed).map((part) => [part, Reflect.get(value, part)])
    return [name, Object.fromEntries(parts.filter(([, one]) => one !== undefined))]
  })
  // The type of `Object.fromEntries` loses the names, which are those of a patch.
  return Object.fromEntries(entries) as SettingsPatch
}

const changesTheSame = (a: SettingsPatch, b: SettingsPatch): boolean =>
  Object.keys(a).sort().join() === Object.keys(b).sort().join()

type SettingsProviderProps = {
  readonly settings: Settings
  readonly send: (patch: SettingsPatch) => Promise<CallResult<unknown>>
  readonly children: ReactNode
}

/** These settings for every control inside, and the last change, which can be undone for a few seconds. */
export function SettingsProvider({ settings, send, children }: SettingsProviderProps) {
  const [failure, setFailure] = useState<FailureCode>()
  const [before, setBefore] = useState<SettingsPatch>()
  useEffect(() => {
    if (before === undefined) return
    const timer = setTimeout(() => setBefore(undefined), UNDO_CHANGE_MS)
    return () => clearTimeout(timer)
  }, [before])
  const store = async (patch: SettingsPatch, back?: SettingsPatch, onStored?: () => void): Promise<void> => {
    const answer = await send(patch)
    setFailure(answer.ok ? undefined : answer.code)
    if (!answer.ok) return
    setBefore(back)
    onStored?.()
  }
  const change = (patch: SettingsPatch, onStored?: () => void): void => {
    const isMore = before !== undefined && changesTheSame(before, patch)
    void store(patch, isMore ? { ...reverseOf(settings, patch), ...before } : reverseOf(settings, patch), onStored)
  }
  const undo = before === undefined ? undefined : () => void store(before)
  return <SettingsContext value={{ settings, change, failure, undo }}>{children}</SettingsContext>
}

/** The settings of this screen and its kitchen for every control inside. */
export function SettingsInForce({ children }: { readonly children: ReactNode }) {
  const { bridge } = useWindowParts()
  const settings = useComanda((state) => state.settings)
  if (settings === undefined) return null
  const send = (patch: SettingsPatch) => callSafely(() => bridge.call['settings:change'](patch))
  return (
    <SettingsProvider settings={settings} send={send}>
      {children}
    </SettingsProvider>
  )
}

/** Why the last change was refused. */
export const SettingsFailure = () => <FailureNote failure={useSettings().failure} />

/** Controls that change settings, below the reason why the last change was refused. */
export const SettingsForm = ({ children }: { readonly children: ReactNode }) => (
  <SettingsInForce>
    <SettingsFailure />
    {children}
  </SettingsInForce>
)

/** The settings whose values are of a type. */
type SettingsOf<V> = { [K in keyof Settings]-?: Settings[K] extends V ? K : never }[keyof Settings]

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

type SettingWords = Omit<RowHooks, 'data-setting'> & Pick<RowWords, 'help'>

/** One of a few values of a setting. */
export const SettingChoice = <N extends SettingsOf<Plain>>({
  name,
  ...choice
}: SettingWords & { readonly name: N } & Pick<ChoiceRowProps<Settings[N]>, 'values' | 'word'>) => (
  <ChoiceRow data-setting={name} {...useSetting(name)} {...choice} />
)

/** The switch of a setting. */
export const SettingSwitch = ({ name, ...more }: SettingWords & { readonly name: SettingsOf<boolean> }) => (
  <SwitchRow data-setting={name} {...useSetting(name)} {...more} />
)

/** The number of a setting. */
export const SettingNumber = ({
  name,
  ...more
}: SettingWords & Limits & { readonly name: SettingsOf<number>; readonly step?: number }) => (
  <NumberRow data-setting={name} {...useSetting(name)} {...more} />
)
