import { useTranslation } from 'react-i18next'
import type { AlarmSettings as Alarm, SettingsPatch } from '../../shared/settings.ts'
import { useFormats } from '../app/window-parts.ts'
import { Choice } from '../controls/choice.tsx'

const VOLUMES = [25, 50, 80, 100]
const INTERVALS = [3, 5, 10, 15]
const ESCALATIONS = [30, 60, 90, 180]

type AlarmSettingsProps = { readonly alarm: Alarm; readonly change: (patch: SettingsPatch) => void }

/** What a kitchen may choose about its alarm. Each choice takes effect at once. */
export function AlarmSettings({ alarm, change }: AlarmSettingsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { quietHours } = alarm
  const numbers = (
    label: string,
    name: 'volume' | 'intervalSeconds' | 'escalateSeconds',
    values: readonly number[],
    word: (value: number) => string,
  ) => (
    <Choice
      label={label}
      value={String(alarm[name])}
      options={[...new Set([...values, alarm[name]])]
        .toSorted((a, b) => a - b)
        .map((value) => ({ value: String(value), label: word(value) }))}
      onChange={(value) => change({ alarm: { [name]: Number(value) } })}
    />
  )
  const seconds = (value: number): string => formats.seconds(value)
  const time = (end: 'from' | 'to') => (
    <label className="field">
      {t(`alarm.${end}`)}
      <input
        className="field-input"
        type="time"
        value={quietHours[end]}
        onChange={({ target }) => {
          if (target.value !== '') change({ alarm: { quietHours: { ...quietHours, [end]: target.value } } })
        }}
      />
    </label>
  )
  return (
    <>
      {numbers(t('alarm.volume'), 'volume', VOLUMES, (value) => `${formats.whole(value)} %`)}
      {numbers(t('alarm.interval'), 'intervalSeconds', INTERVALS, seconds)}
      {numbers(t('alarm.escalate'), 'escalateSeconds', ESCALATIONS, seconds)}
      <Choice
        label={t('alarm.quiet')}
        value={quietHours.enabled ? 'on' : 'off'}
        options={[
          { value: 'off', label: t('alarm.quietOff') },
          { value: 'on', label: t('alarm.quietOn') },
        ]}
        onChange={(value) => change({ alarm: { quietHours: { ...quietHours, enabled: value === 'on' } } })}
      />
      {quietHours.enabled ? (
        <div className="quiet-times">
          {time('from')}
          {time('to')}
        </div>
      ) : null}
    </>
  )
}
