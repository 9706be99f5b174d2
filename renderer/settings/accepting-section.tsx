import { useTranslation } from 'react-i18next'
import type { AutoConfirmSettings } from '../../shared/contract/settings.ts'
import { ORDERS_IN_KITCHEN, PREPARATION_MINUTES } from '../../shared/contract/values.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { Choice } from '../controls/choice.tsx'
import { TimeStepper } from '../controls/time-stepper.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { NumberStepper } from './number-stepper.tsx'
import { OnOff } from './on-off.tsx'

const PREPARATION_STEP = 5

/** The effects of a tap on "accept". */
function ByTap({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const { preparationMinutes, confirmStartsPreparation } = settings
  return (
    <section className="settings-group" aria-label={t('accepting.tap')} data-part="by-tap">
      <h3>{t('accepting.tap')}</h3>
      <OnOff
        label={t('accepting.starts')}
        isOn={confirmStartsPreparation}
        onChange={(isOn) => change({ confirmStartsPreparation: isOn })}
      />
      <p className="settings-hint">{t('accepting.startsHint')}</p>
      <div className="settings-pair">
        <OnOff
          label={t('advanced.announce')}
          isOn={preparationMinutes !== undefined}
          onChange={(isOn) => change({ preparationMinutes: isOn ? USUAL_PREPARATION_MINUTES : null })}
        />
        {preparationMinutes === undefined ? null : (
          <NumberStepper
            label={t('advanced.preparation')}
            value={preparationMinutes}
            {...PREPARATION_MINUTES}
            step={PREPARATION_STEP}
            onChange={(minutes) => change({ preparationMinutes: minutes })}
          />
        )}
      </div>
    </section>
  )
}

/** Automatic acceptance: the switch, and its rules while it is on. */
function ByRules({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const { enabled, hours, mostOpen } = settings.autoConfirm
  const set = (autoConfirm: Partial<AutoConfirmSettings>): void => change({ autoConfirm })
  return (
    <section className="settings-group" aria-label={t('accepting.auto')} data-part="by-rules">
      <h3>{t('accepting.auto')}</h3>
      <OnOff label={t('accepting.autoSwitch')} isOn={enabled} onChange={(isOn) => set({ enabled: isOn })} />
      <p className="settings-hint">{t('accepting.autoHint')}</p>
      {enabled ? (
        <>
          <NumberStepper
            label={t('accepting.most')}
            hint={t('accepting.mostHint')}
            value={mostOpen}
            {...ORDERS_IN_KITCHEN}
            onChange={(mostOpen) => set({ mostOpen })}
          />
          <Choice
            label={t('accepting.hours')}
            value={hours.enabled ? 'between' : 'always'}
            options={[
              { value: 'always', label: t('accepting.always') },
              { value: 'between', label: t('accepting.between') },
            ]}
            onChange={(value) => set({ hours: { ...hours, enabled: value === 'between' } })}
          />
          {hours.enabled ? (
            <div className="settings-pair">
              <TimeStepper
                label={t('accepting.fromHour')}
                value={hours.from}
                onChange={(from) => set({ hours: { ...hours, from } })}
              />
              <TimeStepper
                label={t('accepting.toHour')}
                value={hours.to}
                onChange={(to) => set({ hours: { ...hours, to } })}
              />
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

/** How orders are accepted: by a tap, or by the shop's rules. */
export function AcceptingSection(props: SettingsSectionProps) {
  return (
    <>
      <ByTap {...props} />
      <ByRules {...props} />
    </>
  )
}
