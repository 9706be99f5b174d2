import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly className?: string
}

/** One out of a few, all in sight: large enough for a gloved finger. */
export function Choice<T extends string>({ label, value, options, onChange, className = '' }: ChoiceProps<T>) {
  const choose = (chosen: string): void => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <RadioGroup className={`choice ${className}`} value={value ?? null} onChange={choose}>
      <Label className="choice-label">{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="choice-option">
            <span className="choice-mark" aria-hidden />
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
