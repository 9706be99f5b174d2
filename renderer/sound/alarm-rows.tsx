import { useTranslation } from 'react-i18next'
import { SwitchRow, ValueRow } from '../ui/controls/row-kinds.tsx'
import { Hours } from '../ui/controls/time-stepper.tsx'
import { withCurrent } from '../ui/design/screen-choices.ts'
import { useSettings } from '../ui/window/settings-form.tsx'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'

const VOLUMES = [25, 50, 80, 100]
const INTERVALS = [3, 5, 10, 15]
const ESCALATIONS = [30, 60, 90, 180]

/** Value of the choice without a delay alarm. */
const NEVER = 0
const DELAYS = [2, 5, 10, 15]
const MINUTE_MS = 60_000

/** The settings of the alarm. Each choice takes effect at once. */
export function AlarmRows() {
  const { t } = useTranslation(['translation', 'settings', 'sound'])
  const formats = useFormats()
  const { settings, change } = useSettings()
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { alarm, delayAlarm } = settings
  const { quietHours } = alarm
  const numbers = (
    label: string,
    name: 'volume' | 'intervalSeconds' | 'escalateSeconds',
    values: readonly number[],
    word: (value: number) => string,
  ) => (
    <ValueRow
      data-setting={`alarm.${name}`}
      label={label}
      value={alarm[name]}
      values={withCurrent(values, alarm[name])}
      word={word}
      onChange={(value) => change({ alarm: { [name]: value } })}
    />
  )
  return (
    <div>
      {numbers(t('sound:volume'), 'volume', VOLUMES, (value) => `${formats.whole(value)} %`)}
      {numbers(t('sound:interval'), 'intervalSeconds', INTERVALS, formats.seconds)}
      {numbers(t('sound:escalate'), 'escalateSeconds', ESCALATIONS, formats.seconds)}
      {isScreen ? null : (
        <ValueRow
          data-setting="delayAlarm"
          label={t('sound:delay')}
          value={delayAlarm.enabled ? delayAlarm.minutes : NEVER}
          values={[NEVER, ...withCurrent(DELAYS, delayAlarm.minutes)]}
          word={(minutes) => (minutes === NEVER ? t('settings:never') : formats.duration(minutes * MINUTE_MS))}
          onChange={(minutes) =>
            change({ delayAlarm: minutes === NEVER ? { enabled: false } : { enabled: true, minutes } })
          }
        />
      )}
      <SwitchRow
        data-setting="alarm.quietHours"
        label={t('sound:quiet')}
        value={quietHours.enabled}
        onChange={(isOn) => change({ alarm: { quietHours: { ...quietHours, enabled: isOn } } })}
      />
      {quietHours.enabled ? (
        <Hours hours={quietHours} onChange={(next) => change({ alarm: { quietHours: next } })} />
      ) : null}
    </div>
  )
}
