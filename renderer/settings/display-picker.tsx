import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DisplayChoice as Chosen } from '../../shared/computer.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'

const AUTO = 'auto'
const keyOf = ({ label, width, height, nth }: Chosen): string => JSON.stringify([label, width, height, nth])

function nameOf(t: TFunction<'settings'>, one: Chosen, displays: readonly Chosen[]): string {
  const { label, width, height, nth } = one
  const name = `${label === '' ? t('computer.displayUnnamed', { number: nth + 1 }) : label} (${width}×${height})`
  const hasTwin = displays.some((other) => other !== one && keyOf({ ...other, nth }) === keyOf(one))
  return hasTwin ? t('computer.displayTwin', { name, number: nth + 1 }) : name
}

type DisplayPickerProps = SettingsSectionProps & { readonly displays: readonly Chosen[] }

/** Shown when there are several displays, or when one is chosen. */
export function DisplayPicker({ settings, change, displays }: DisplayPickerProps) {
  const { t } = useTranslation('settings')
  const chosen = settings.display
  if (displays.length < 2 && chosen === undefined) return null
  const isDisconnected = chosen !== undefined && !displays.some((one) => keyOf(one) === keyOf(chosen))
  return (
    <div data-part="display">
      <Choice
        label={t('computer.display')}
        value={chosen === undefined ? AUTO : keyOf(chosen)}
        options={[
          { value: AUTO, label: t('computer.displayAuto') },
          ...displays.map((one) => ({ value: keyOf(one), label: nameOf(t, one, displays) })),
          ...(isDisconnected
            ? [{ value: keyOf(chosen), label: t('computer.displayGone', { name: nameOf(t, chosen, []) }) }]
            : []),
        ]}
        onChange={(key) => change({ display: [...displays, chosen].find((one) => one && keyOf(one) === key) ?? null })}
      />
      <p className="settings-hint">{t('computer.displayHint')}</p>
    </div>
  )
}
