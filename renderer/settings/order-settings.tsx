import { useTranslation } from 'react-i18next'
import { AGE_MINUTES, TRAVEL_MINUTES } from '../../shared/contract/values.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useFormats } from '../window/window-parts.ts'
import { NumberStepper } from './number-stepper.tsx'

const SECOND_MS = 1_000
const TRAVEL_STEP = 5
const UNDO_CHOICES = [0, 3, 5, 10]
const KINDS = [
  ['delivery', 'settings:words.ageDelivery'],
  ['takeout', 'settings:words.ageTakeout'],
] as const

/** Length of the undo window, and when an order counts as late. */
export function OrderSettings({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation(['translation', 'settings'])
  const formats = useFormats()
  const { ageMinutes } = settings
  const undo = [...new Set([...UNDO_CHOICES, settings.undoSeconds])].toSorted((a, b) => a - b)
  return (
    <>
      <Choice
        label={t('settings.undo')}
        value={String(settings.undoSeconds)}
        options={undo.map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? t('settings.undoNone') : formats.duration(seconds * SECOND_MS),
        }))}
        onChange={(seconds) => change({ undoSeconds: Number(seconds) })}
      />
      {KINDS.map(([kind, words]) => (
        <fieldset key={kind} className="choice">
          <legend className="choice-label">{t(words)}</legend>
          <div className="settings-pair">
            <NumberStepper
              label={t('settings:words.warnAfter')}
              value={ageMinutes[kind].warn}
              min={AGE_MINUTES.min}
              max={ageMinutes[kind].late}
              onChange={(warn) => change({ ageMinutes: { ...ageMinutes, [kind]: { ...ageMinutes[kind], warn } } })}
            />
            <NumberStepper
              label={t('settings:words.lateAfter')}
              value={ageMinutes[kind].late}
              min={ageMinutes[kind].warn}
              max={AGE_MINUTES.max}
              onChange={(late) => change({ ageMinutes: { ...ageMinutes, [kind]: { ...ageMinutes[kind], late } } })}
            />
          </div>
        </fieldset>
      ))}
      <p>{t('settings:words.ageExplain')}</p>
      <NumberStepper
        label={t('settings:name.travelMinutes')}
        value={settings.travelMinutes}
        {...TRAVEL_MINUTES}
        step={TRAVEL_STEP}
        onChange={(travelMinutes) => change({ travelMinutes })}
      />
    </>
  )
}
