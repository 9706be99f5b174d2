import { useTranslation } from 'react-i18next'
import { Row } from './row.tsx'
import { Stepper } from './stepper.tsx'
import { useRequested } from './use-requested.ts'

const STEP_MINUTES = 30
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Adds `minutes`, which may be negative, to a time of day ("HH:MM"). Continues at midnight. */
export function shiftTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const moved = (hour * HOUR_MINUTES + minute + minutes + DAY_MINUTES) % DAY_MINUTES
  return `${twoDigits(Math.floor(moved / HOUR_MINUTES))}:${twoDigits(moved % HOUR_MINUTES)}`
}

type HoursProps<H> = { readonly hours: H; readonly onChange: (hours: H) => void }

/** Hours of the day: a row for their begin, and one for their end. Each touch changes one by half an hour. */
export function Hours<H extends Readonly<Record<'from' | 'to', string>>>({ hours, onChange }: HoursProps<H>) {
  const { t } = useTranslation('sound')
  const [current, request] = useRequested(hours, onChange)
  return (['from', 'to'] as const).map((end) => (
    <Row key={end} label={t(end)}>
      <Stepper
        label={t(end)}
        words={[t('earlier'), t('later')]}
        onStep={(by) => request({ ...current, [end]: shiftTime(current[end], by * STEP_MINUTES) })}
      >
        <output className="stepper-value" aria-live="polite">
          {current[end]}
        </output>
      </Stepper>
    </Row>
  ))
}
