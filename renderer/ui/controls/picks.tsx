import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import '../styles/rows.css'

type PicksProps<T extends string> = {
  readonly label: string
  readonly value: T | undefined
  readonly values: readonly T[]
  readonly word: (value: T) => ReactNode
  /** One line below the words of a value. */
  readonly help?: (value: T) => ReactNode
  readonly onChange: (value: T) => void
}

/** One of many values, or of values with long words: a row for each, the whole row is the target. */
export function Picks<T extends string>({ label, value, values, word, help, onChange }: PicksProps<T>) {
  return (
    <fieldset className="picks">
      <legend className="visually-hidden">{label}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          className="pick"
          data-value={one}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          <span className="row-words">
            <span className="row-label">{word(one)}</span>
            {help === undefined ? null : <span className="row-help">{help(one)}</span>}
          </span>
          {one === value ? <Check aria-hidden /> : null}
        </button>
      ))}
    </fieldset>
  )
}
