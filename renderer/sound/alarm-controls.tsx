import { useTranslation } from 'react-i18next'
import type { Settings, SettingsPatch } from '../../shared/contract/settings.ts'
import { Choice } from '../controls/choice.tsx'
import { TimeStepper } from '../controls/time-stepper.tsx'
import { useComanda, useFormats } from '../window/window-parts.ts'

const VOLUMES = [25, 50, 80, 100]
const INTERVALS = [3, 5, 10, 15]
const ESCALATIONS = [30, 60, 90, 180]

/** Value of the choice without a delay alarm. */
const NEVER = 'never'
const DELAYS = [2, 5, 10, 15]
const MINUTE_MS = 60_000

type AlarmControlsProps = {
  readonly settings: Pick<Settings, 'alarm' | 'delayAlarm'>
  readonly change: (patch: SettingsPatch) => void
}

/** The settings of the alarm. Each choice takes effect at once. */
export function AlarmControls({ settings: { alarm, delayAlarm }, change }: AlarmControlsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isScreen = useComanda((state) => state.connection.isScreen)
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
    <TimeStepper
      label={t(`alarm.${end}`)}
      value={quietHours[end]}
      onChange={(value) => change({ alarm: { quietHours: { ...quietHours, [end]: value } } })}
    />
  )
  return (
    <>
      {numbers(t('alarm.volume'), 'volume', VOLUMES, (value) => `${formats.whole(value)} %`)}
      {numbers(t('alarm.interval'), 'intervalSeconds', INTERVALS, seconds)}
      {numbers(t('alarm.escalate'), 'escalateSeconds', ESCALATIONS, seconds)}
      {isScreen ? null : (
        <Choice
          label={t('alarm.delay')}
          value={delayAlarm.enabled ? String(delayAlarm.minutes) : NEVER}
          options={[
            { value: NEVER, label: t('alarm.delayNever') },
            ...[...new Set([...DELAYS, delayAlarm.minutes])]
              .toSorted((a, b) => a - b)
              .map((minutes) => ({ value: String(minutes), label: formats.duration(minutes * MINUTE_MS) })),
          ]}
          onChange={(value) =>
            change({ delayAlarm: value === NEVER ? { enabled: false } : { enabled: true, minutes: Number(value) } })
          }
        />
      )}
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
