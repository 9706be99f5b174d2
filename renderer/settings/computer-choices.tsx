import { useTranslation } from 'react-i18next'
import type { WatchdogState as State } from '../../shared/computer.ts'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useComputerStatus } from '../window/use-computer-status.ts'
import { DisplayPicker } from './display-picker.tsx'
import { OnOff } from './on-off.tsx'

/** The restart after a failure. Hidden until the state is known, and on systems that do not support it. */
function WatchdogChoice({ settings, change, state }: SettingsSectionProps & { readonly state: State | undefined }) {
  const { t } = useTranslation('settings')
  if (state === undefined || state === 'not-here') return null
  return (
    <div data-part="restarts-after-failure">
      <OnOff
        label={t('computer.restarts')}
        isOn={settings.restartsAfterFailure}
        onChange={(isOn) => change({ restartsAfterFailure: isOn })}
      />
      <p className="settings-hint" data-watchdog={state}>
        {t(`computer.watchdog.${state}`)}
      </p>
    </div>
  )
}

/** Settings of this computer: full screen, display, start with the computer, restart after a failure. */
export function ComputerChoices({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const status = useComputerStatus(settings.restartsAfterFailure)
  return (
    <>
      <DisplayPicker settings={settings} change={change} displays={status?.displays ?? []} />
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
      <WatchdogChoice settings={settings} change={change} state={status?.watchdog} />
    </>
  )
}
