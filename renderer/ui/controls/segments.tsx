import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import '../styles/rows.css'

type Value = string | number | boolean

type SegmentsProps<T extends Value> = {
  /** Read by assistive technology only. */
  readonly label: string
  /** The hook of each button: `data-value` unless another is named. */
  readonly hook?: 'list' | 'span' | 'group' | 'language' | 'value'
  readonly value: T | undefined
  readonly values: readonly T[]
  /** The words of a value, if it does not name itself. */
  readonly word?: (value: T) => ReactNode
  readonly onChange: (value: T) => void
}

/** The value in a hook. */
export const hookOf = (value: Value): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

/** One of a few values, side by side; the chosen one has a tick. */
export function Segments<T extends Value>(props: SegmentsProps<T>) {
  const { label, hook = 'value', value, values, word = String, onChange } = props
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {values.map((one) => (
        <button
          key={hookOf(one)}
          type="button"
          className="segment"
          {...{ [`data-${hook}`]: hookOf(one) }}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {one === value ? <Check aria-hidden /> : null}
          {word(one)}
        </button>
      ))}
    </fieldset>
  )
}
