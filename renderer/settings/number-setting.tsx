import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'

type NumberSettingProps = {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** A whole number that is taken when it is left, if it can be; else the old one comes back. */
export function NumberSetting({ label, value, least, most, onChange }: NumberSettingProps) {
  const [draft, setDraft] = useState<string>()
  const take = (): void => {
    const wanted = Number(draft)
    if (draft !== undefined && Number.isInteger(wanted) && wanted >= least && wanted <= most) onChange(wanted)
    setDraft(undefined)
  }
  return (
    <TextField className="field" value={draft ?? String(value)} onChange={setDraft} onBlur={take}>
      <Label>{label}</Label>
      <Input className="field-input" inputMode="numeric" autoComplete="off" />
    </TextField>
  )
}
