import { useId } from 'react'

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly className?: string
}

/**
 * One of a few options, all visible, large enough for a gloved finger. Uses visible radios of the browser, because the
 * hidden radio of a library cannot be clicked.
 */
export function Choice<T extends string>({ label, value, options, onChange, className = '' }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className={`choice ${className}`}>
      <legend className="choice-label">{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
