import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useWindowParts } from '../app/window-parts.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { OrderSettings } from './order-settings.tsx'
import { ScreenSettings } from './screen-settings.tsx'
import type { SettingsSectionProps } from './settings-section.ts'
import { AllergySettings, StationSettings } from './word-settings.tsx'

const SECTIONS = [
  { name: 'screen', label: 'settings.screen', Section: ScreenSettings },
  { name: 'orders', label: 'settings.orders', Section: OrderSettings },
  { name: 'stations', label: 'settings.stationsTab', Section: StationSettings },
  { name: 'allergies', label: 'settings.allergyTab', Section: AllergySettings },
] as const

type SectionName = (typeof SECTIONS)[number]['name']

function Sections(props: SettingsSectionProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<SectionName>('screen')
  const { Section } = SECTIONS.find(({ name }) => name === chosen) ?? SECTIONS[0]
  return (
    <>
      <div className="tabs">
        {SECTIONS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            className="tab"
            data-section={name}
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <Section key={props.settings.locale} {...props} />
    </>
  )
}

/** What a kitchen changes by itself. What is chosen takes effect at once; what is written, when it is saved. */
export function SettingsDialog() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const settings = useComanda((state) => state.settings)
  const closeDialog = useComanda((state) => state.closeDialog)
  const openDialog = useComanda((state) => state.openDialog)
  const [failure, setFailure] = useState<FailureCode>()
  const change = async (patch: SettingsPatch): Promise<void> => {
    const answer = await callSafely(() => bridge.call['settings:change'](patch))
    setFailure(answer.ok ? undefined : answer.code)
  }
  return (
    <DialogFrame testId="settings-dialog" title={t('settings.title')} onClose={closeDialog}>
      {settings === undefined ? null : <Sections settings={settings} change={(patch) => void change(patch)} />}
      {failure === undefined ? null : (
        <p className="failure" role="alert">
          {t(`failure.${failure}`)}
        </p>
      )}
      <div className="dialog-buttons">
        <Button className="button" data-testid="open-alarm" onPress={() => openDialog({ kind: 'sound' })}>
          {t('alarm.title')}
        </Button>
        <Button className="button" data-testid="open-setup" onPress={() => openDialog({ kind: 'setup' })}>
          {t('setup.begin')}
        </Button>
        <Button className="button button-primary" onPress={closeDialog}>
          {t('action.close')}
        </Button>
      </div>
    </DialogFrame>
  )
}
