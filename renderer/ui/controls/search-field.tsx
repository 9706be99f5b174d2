import { Search } from 'lucide-react'
import '../styles/rows.css'

type SearchFieldProps = {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
  readonly 'data-testid'?: string
}

/** The search of a page, in the row of its title. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  return (
    <label className="page-search">
      <Search aria-hidden />
      <input
        {...input}
        className="field-input"
        type="search"
        aria-label={label}
        placeholder={label}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
