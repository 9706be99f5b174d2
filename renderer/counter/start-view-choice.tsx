import { useTranslation } from 'react-i18next'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'

/** What this screen shows when the program opens. */
export function StartViewChoice({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('counter.startView')}
      value={settings.startView}
      options={(['last', 'kitchen', 'counter'] as const).map((value) => ({
        value,
        label: value === 'last' ? t('counter.startLast') : t(`counter.${value}`),
      }))}
      onChange={(startView) => change({ startView })}
    />
  )
}
