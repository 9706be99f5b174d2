import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

type SegmentsProps<T extends string | number> = {
  /** Read by assistive technology only. */
  readonly label: string
  /** The hook of each button: `data-list` or `data-span`. */
  readonly hook: 'list' | 'span'
  readonly value: T
  readonly values: readonly T[]
  readonly word: (value: T) => ReactNode
  readonly onChange: (value: T) => void
}

/** One of a few values, side by side; the chosen one has a tick. */
export function Segments<T extends string | number>({ label, hook, value, values, word, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          className="segment"
          {...{ [`data-${hook}`]: one }}
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
