import { useTranslation } from 'react-i18next'
import type { SettingsPatch } from '../../shared/settings.ts'
import { Choice } from '../controls/choice.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { useComputerStatus } from '../window/use-computer-status.ts'
import { useSettingsChange } from '../window/use-settings-change.ts'
import { useComanda } from '../window/window-parts.ts'

/** Settings for an unattended screen: start with the computer, and, when the system supports it, restart after a failure. */
export function UnattendedChoices() {
  const { t } = useTranslation('wizard')
  const { failure, change } = useSettingsChange()
  const settings = useComanda((state) => state.settings)
  const watchdog = useComputerStatus(settings?.restartsAfterFailure)?.watchdog
  if (settings === undefined) return null
  const choice = (part: string, label: string, isOn: boolean, patch: (isOn: boolean) => SettingsPatch) => (
    <div data-part={part}>
      <Choice
        label={label}
        value={isOn ? 'on' : 'off'}
        options={[
          { value: 'off', label: t('unattended.off') },
          { value: 'on', label: t('unattended.on') },
        ]}
        onChange={(value) => change(patch(value === 'on'))}
        className="choice-small"
      />
    </div>
  )
  return (
    <div className="wizard-form" data-testid="unattended">
      {choice('starts-with-computer', t('unattended.starts'), settings.startsWithComputer, (startsWithComputer) => ({
        startsWithComputer,
      }))}
      {watchdog === undefined || watchdog === 'not-here'
        ? null
        : choice(
            'restarts-after-failure',
            t('unattended.restarts'),
            settings.restartsAfterFailure,
            (restartsAfterFailure) => ({ restartsAfterFailure }),
          )}
      {watchdog === undefined ? null : (
        <p className="wizard-hint" data-watchdog={watchdog}>
          {t(`unattended.watchdog.${watchdog}`)}
        </p>
      )}
      <FailureNote failure={failure} />
    </div>
  )
}
