import { useTranslation } from 'react-i18next'
import { OnOff } from './on-off.tsx'
import type { SettingsSectionProps } from './settings-section.ts'

/** How the program sits on this computer: over the whole display, and from its start. */
export function ComputerChoices({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <div data-part="full-screen">
        <OnOff
          label={t('computer.fullScreen')}
          isOn={settings.fullScreen}
          onChange={(isOn) => change({ fullScreen: isOn })}
        />
        <p className="settings-hint">{t('computer.fullScreenHint')}</p>
      </div>
      <div data-part="starts-with-computer">
        <OnOff
          label={t('computer.starts')}
          isOn={settings.startsWithComputer}
          onChange={(isOn) => change({ startsWithComputer: isOn })}
        />
        <p className="settings-hint">{t('computer.startsHint')}</p>
      </div>
    </>
  )
}
