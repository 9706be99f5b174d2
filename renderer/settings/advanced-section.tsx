import { useTranslation } from 'react-i18next'
import type { Dialect } from '../../shared/contract/settings.ts'
import { CONFIRM_DEADLINE_MINUTES, DONE_LANE_MINUTES, POLL_INTERVAL_SECONDS } from '../../shared/contract/values.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { NumberStepper } from './number-stepper.tsx'

/** Step for values that need not be exact. */
const WIDE_STEP = 5

/** The times of the kitchen and its platform. */
function Times({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  return (
    <section className="settings-group" aria-label={t('advanced.times')}>
      <h3>{t('advanced.times')}</h3>
      <div className="settings-pair">
        <NumberStepper
          label={t('advanced.confirm')}
          hint={t('advanced.confirmHint')}
          value={settings.confirmDeadlineMinutes}
          {...CONFIRM_DEADLINE_MINUTES}
          onChange={(confirmDeadlineMinutes) => change({ confirmDeadlineMinutes })}
        />
        <NumberStepper
          label={t('advanced.poll')}
          hint={t('advanced.pollHint')}
          value={settings.pollIntervalSeconds}
          {...POLL_INTERVAL_SECONDS}
          step={WIDE_STEP}
          onChange={(pollIntervalSeconds) => change({ pollIntervalSeconds })}
        />
        <NumberStepper
          label={t('advanced.done')}
          value={settings.doneLaneMinutes}
          {...DONE_LANE_MINUTES}
          step={WIDE_STEP}
          onChange={(doneLaneMinutes) => change({ doneLaneMinutes })}
        />
      </div>
    </section>
  )
}

/** Points in which a platform differs from the interface document. */
function PlatformDialect({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const { acknowledgment, validateCode, deliveredFromReady, money } = settings.dialect
  const set = (dialect: Partial<Dialect>): void => change({ dialect })
  return (
    <section className="settings-group" aria-label={t('advanced.platform')}>
      <h3>{t('advanced.platform')}</h3>
      <p className="settings-warning">{t('advanced.platformHint')}</p>
      <Choice
        label={t('advanced.money')}
        value={money}
        options={[
          { value: 'decimal', label: t('advanced.decimal') },
          { value: 'cents', label: t('advanced.cents') },
        ]}
        onChange={(value) => set({ money: value })}
      />
      <Choice
        label={t('advanced.deliveredFromReady')}
        value={deliveredFromReady ? 'yes' : 'no'}
        options={[
          { value: 'no', label: t('advanced.deliveredFromReadyNo') },
          { value: 'yes', label: t('advanced.deliveredFromReadyYes') },
        ]}
        onChange={(value) => set({ deliveredFromReady: value === 'yes' })}
      />
      <Choice
        label={t('advanced.code')}
        value={validateCode}
        options={[
          { value: 'query', label: t('advanced.codeQuery') },
          { value: 'body', label: t('advanced.codeBody') },
        ]}
        onChange={(value) => set({ validateCode: value })}
      />
      <Choice
        label={t('advanced.acknowledgment')}
        value={acknowledgment}
        options={[
          { value: 'v2', label: t('advanced.v2') },
          { value: 'v1', label: t('advanced.v1') },
          { value: 'ids', label: t('advanced.ids') },
        ]}
        onChange={(value) => set({ acknowledgment: value })}
      />
    </section>
  )
}

/** Settings that only some kitchens have to change. */
export function AdvancedSection(props: SettingsSectionProps) {
  return (
    <>
      <Times {...props} />
      <PlatformDialect {...props} />
    </>
  )
}
