import { useId } from 'react'

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly className?: string
}

/**
 * One out of a few, all in sight: large enough for a gloved finger. The browser's own radios, in sight and under the
 * finger: a library's hidden ones cannot be hit by anything that aims at the radio itself.
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
