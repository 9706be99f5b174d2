import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'

/** A line of text with its label above it. */
export function TextInput({
  label,
  ...field
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength?: number
}) {
  return (
    <TextField {...field} className="field">
      <Label>{label}</Label>
      <Input className="field-input" autoComplete="off" />
    </TextField>
  )
}
