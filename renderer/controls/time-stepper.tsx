import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'

const STEP_MINUTES = 30
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

type TimeStepperProps = {
  readonly label: string
  /** "HH:MM" */
  readonly value: string
  readonly onChange: (value: string) => void
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Adds `minutes`, which may be negative, to a time of day. Continues at midnight. */
export function shiftTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const moved = (hour * HOUR_MINUTES + minute + minutes + DAY_MINUTES) % DAY_MINUTES
  return `${twoDigits(Math.floor(moved / HOUR_MINUTES))}:${twoDigits(moved % HOUR_MINUTES)}`
}

/** A time of day with two large buttons. Each touch changes it by half an hour. */
function TimeStepper({ label, value, onChange }: TimeStepperProps) {
  const { t } = useTranslation('sound')
  const labelId = useId()
  const button = (by: number, Icon: typeof Plus, word: 'earlier' | 'later') => (
    <Button
      className="button stepper-button"
      aria-label={`${t(word)}: ${label}`}
      onPress={() => onChange(shiftTime(value, by))}
    >
      <Icon aria-hidden />
    </Button>
  )
  return (
    <fieldset className="field stepper time-stepper" aria-labelledby={labelId}>
      <span id={labelId} className="choice-label">
        {label}
      </span>
      <span className="stepper-row">
        {button(-STEP_MINUTES, Minus, 'earlier')}
        <output className="field-input stepper-input time-stepper-value" aria-live="polite">
          {value}
        </output>
        {button(STEP_MINUTES, Plus, 'later')}
      </span>
    </fieldset>
  )
}

type HoursProps<H> = { readonly hours: H; readonly onChange: (hours: H) => void }

/** Hours of the day: their begin and their end. */
export function Hours<H extends Readonly<Record<'from' | 'to', string>>>({ hours, onChange }: HoursProps<H>) {
  const { t } = useTranslation('sound')
  return (
    <div className="pair">
      {(['from', 'to'] as const).map((end) => (
        <TimeStepper
          key={end}
          label={t(end)}
          value={hours[end]}
          onChange={(time) => onChange({ ...hours, [end]: time })}
        />
      ))}
    </div>
  )
}
