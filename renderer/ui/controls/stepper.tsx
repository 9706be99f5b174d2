import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRequested } from './use-requested.ts'
import '../styles/rows.css'

type StepperProps = {
  readonly label: string
  readonly isFirst?: boolean
  readonly isLast?: boolean
  /** `-1` or `1`. */
  readonly onStep: (by: number) => void
  /** The words of the two buttons, when they are not "less" and "more". */
  readonly words?: readonly [less: string, more: string]
  /** The value. */
  readonly children: ReactNode
}

/** A value between two large buttons. */
export function Stepper({ label, isFirst = false, isLast = false, onStep, words, children }: StepperProps) {
  const { t } = useTranslation('settings')
  const [less, more] = words ?? [t('less'), t('more')]
  const button = (by: number, Icon: typeof Plus, word: string, isDisabled: boolean) => (
    <button
      type="button"
      className="stepper-button"
      aria-label={`${word}: ${label}`}
      disabled={isDisabled}
      onClick={() => onStep(by)}
    >
      <Icon aria-hidden />
    </button>
  )
  return (
    <fieldset className="stepper" aria-label={label}>
      {button(-1, Minus, less, isFirst)}
      {children}
      {button(1, Plus, more, isLast)}
    </fieldset>
  )
}

type ValueStepperProps<T extends number> = {
  readonly label: string
  readonly value: T
  readonly values: readonly T[]
  readonly word: (value: T) => string
  readonly onChange: (value: T) => void
}

/** One of a few ordered values, one after the other. */
export function ValueStepper<T extends number>({ label, value, values, word, onChange }: ValueStepperProps<T>) {
  const [current, request] = useRequested(value, onChange)
  const at = values.indexOf(current)
  const step = (by: number): void => {
    const next = values[at + by]
    if (next !== undefined) request(next)
  }
  return (
    <Stepper label={label} isFirst={at <= 0} isLast={at === values.length - 1} onStep={step}>
      <output className="stepper-value" aria-live="polite">
        {word(current)}
      </output>
    </Stepper>
  )
}
