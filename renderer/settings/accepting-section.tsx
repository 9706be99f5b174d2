import { useTranslation } from 'react-i18next'
import type { AutoConfirmSettings } from '../../shared/contract/settings.ts'
import { ORDERS_IN_KITCHEN, PREPARATION_MINUTES } from '../../shared/contract/values.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { ChoiceRow, NumberRow, SwitchRow } from '../ui/controls/row-kinds.tsx'
import { Hours } from '../ui/controls/time-stepper.tsx'
import { SettingSwitch, useSettings } from '../ui/window/settings-form.tsx'
import { OfFirstPlatform, useFirstOfSeveral } from './of-first-platform.tsx'

const STEP_MINUTES = 5

/** The time that is announced with an acceptance. */
export function PreparationTime() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { preparationMinutes } = settings
  return (
    <>
      <SwitchRow
        data-setting="preparationMinutes"
        label={t('advanced.announce')}
        value={preparationMinutes !== undefined}
        onChange={(isOn) => change({ preparationMinutes: isOn ? USUAL_PREPARATION_MINUTES : null })}
      />
      {preparationMinutes === undefined ? null : (
        <NumberRow
          label={t('name.preparationMinutes')}
          value={preparationMinutes}
          {...PREPARATION_MINUTES}
          step={STEP_MINUTES}
          onChange={(minutes) => change({ preparationMinutes: minutes })}
        />
      )}
    </>
  )
}

/** What a tap on "accept" does. */
function ByTap() {
  const { t } = useTranslation('settings')
  return (
    <section data-part="by-tap" aria-label={t('accepting.tap')}>
      <SettingSwitch name="confirmStartsPreparation" help={t('accepting.startsHint')} />
      <PreparationTime />
    </section>
  )
}

/** Whether new orders are accepted without a tap. */
export function AcceptsAlone() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  return (
    <SwitchRow
      data-setting="autoConfirm"
      label={t('accepting.autoSwitch')}
      help={t('accepting.autoHint')}
      value={settings.autoConfirm.enabled}
      onChange={(isOn) => change({ autoConfirm: { enabled: isOn } })}
    />
  )
}

/** Accepting without a tap. */
function ByRules() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const hasSeveral = useFirstOfSeveral() !== undefined
  const { enabled, hours, mostOpen } = settings.autoConfirm
  const set = (rules: Partial<AutoConfirmSettings>): void => change({ autoConfirm: rules })
  return (
    <section data-part="by-rules" aria-label={t('name.autoConfirm')}>
      <AcceptsAlone />
      {enabled || hasSeveral ? (
        <>
          <NumberRow
            label={t('accepting.most')}
            help={t('accepting.mostHint')}
            value={mostOpen}
            {...ORDERS_IN_KITCHEN}
            onChange={(orders) => set({ mostOpen: orders })}
          />
          <ChoiceRow
            label={t('accepting.hours')}
            value={hours.enabled}
            values={[false, true]}
            word={(isOn) => t(isOn ? 'accepting.between' : 'accepting.always')}
            onChange={(isOn) => set({ hours: { ...hours, enabled: isOn } })}
          />
          {hours.enabled ? <Hours hours={hours} onChange={(next) => set({ hours: next })} /> : null}
        </>
      ) : null}
    </section>
  )
}

/** How orders are accepted: by a tap, or by the shop's rules. */
export const AcceptingSection = () => (
  <>
    <OfFirstPlatform />
    <ByTap />
    <ByRules />
  </>
)
