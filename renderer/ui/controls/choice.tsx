import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export type ChoiceProps<T extends string | number | boolean> = {
  readonly label: ReactNode
  readonly value: T | undefined
  readonly values: readonly T[]
  /** The words of a value, if it does not name itself. */
  readonly word?: (value: T) => ReactNode
  readonly hint?: ReactNode
  readonly onChange: (value: T) => void
  readonly className?: string
}

const nameOf = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)

/**
 * One of a few values, all visible, large enough for a gloved finger. Uses radios of the browser that can be clicked,
 * because the hidden radio of a library cannot.
 */
export function Choice<T extends string | number | boolean>(props: ChoiceProps<T>) {
  const { label, value, values, word = String, hint, onChange, className = '', ...attributes } = props
  const name = useId()
  return (
    <fieldset {...attributes} className={`choice ${className}`}>
      <legend className="choice-label">{label}</legend>
      <div className="choice-options">
        {values.map((one) => (
          <label key={nameOf(one)} className="choice-option">
            <input
              type="radio"
              name={name}
              value={nameOf(one)}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {one === value ? <Check aria-hidden /> : null}
            {word(one)}
          </label>
        ))}
      </div>
      {hint === undefined ? null : <p className="settings-hint">{hint}</p>}
    </fieldset>
  )
}
