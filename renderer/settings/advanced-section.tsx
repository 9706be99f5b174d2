import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Dialect } from '../../shared/contract/settings.ts'
import { CONFIRM_DEADLINE_MINUTES, DONE_LANE_MINUTES, POLL_INTERVAL_SECONDS } from '../../shared/contract/values.ts'
import { ChoiceRow } from '../ui/controls/row-kinds.tsx'
import { SettingNumber, useSettings } from '../ui/window/settings-form.tsx'
import { OfFirstPlatform } from './of-first-platform.tsx'

const WIDE_STEP = 5

/** Where a host of Open Delivery 2 differs from the interface document. */
export function DialectRows() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const dialect = <N extends keyof Dialect>(
    name: N,
    values: readonly Dialect[N][],
    word: (value: Dialect[N]) => string,
  ) => (
    <ChoiceRow
      data-setting={`dialect.${name}`}
      label={t(`advanced.${name satisfies keyof Dialect as keyof Dialect}`)}
      value={settings.dialect[name]}
      values={values}
      word={word}
      onChange={(value) => change({ dialect: { [name]: value } })}
    />
  )
  return (
    <section aria-label={t('name.dialect')}>
      <p className="settings-warning">
        <TriangleAlert aria-hidden />
        {t('advanced.platformHint')}
      </p>
      {dialect('money', ['decimal', 'cents'], (unit) => t(`advanced.${unit}`))}
      {dialect('deliveredFromReady', [false, true], (isAllowed) =>
        t(isAllowed ? 'advanced.deliveredFromReadyYes' : 'advanced.deliveredFromReadyNo'),
      )}
      {dialect('validateCode', ['query', 'body'], (part) => t(`advanced.${part}`))}
      {dialect('acknowledgment', ['v2', 'v1', 'ids'], (shape) => t(`advanced.${shape}`))}
    </section>
  )
}

/** When a platform gives an order up, and how often it is asked. */
export function PlatformTimes() {
  const { t } = useTranslation('settings')
  return (
    <>
      <SettingNumber name="confirmDeadlineMinutes" help={t('advanced.confirmHint')} {...CONFIRM_DEADLINE_MINUTES} />
      <SettingNumber
        name="pollIntervalSeconds"
        help={t('advanced.pollHint')}
        {...POLL_INTERVAL_SECONDS}
        step={WIDE_STEP}
      />
    </>
  )
}

/** Settings that only some kitchens have to change. */
export const AdvancedSection = () => (
  <>
    <OfFirstPlatform />
    <PlatformTimes />
    <SettingNumber name="doneLaneMinutes" {...DONE_LANE_MINUTES} step={WIDE_STEP} />
    <DialectRows />
  </>
)
