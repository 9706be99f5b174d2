import { type KeyboardEvent, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { Stepper } from './stepper.tsx'
import { useRequested } from './use-requested.ts'

export type NumberStepperProps = {
  /** Read by assistive technology only. */
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** The change of one touch. */
  readonly step?: number
  readonly onChange: (value: number) => void
}

/**
 * A whole number between two large buttons. It can also be typed; a number outside the limits becomes the nearest limit. React
 * Aria's own number field inserts HTML from a string, which the page's content security policy forbids.
 */
export function NumberStepper({ label, value, min, max, step = 1, onChange }: NumberStepperProps) {
  const [draft, setDraft] = useState<string>()
  const [current, change] = useRequested(value, onChange)
  const request = (wanted: number): void => {
    const next = Math.min(max, Math.max(min, Math.round(wanted)))
    if (next !== current) change(next)
  }
  const applyDraft = (): void => {
    const wanted = Number(draft)
    if (draft !== undefined && draft.trim() !== '' && Number.isFinite(wanted)) request(wanted)
    setDraft(undefined)
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') applyDraft()
  }
  return (
    <Stepper
      label={label}
      isFirst={current <= min}
      isLast={current >= max}
      onStep={(by) => request(current + by * step)}
    >
      <TextField
        aria-label={label}
        className="stepper-field"
        value={draft ?? String(current)}
        onChange={setDraft}
        onBlur={applyDraft}
        onKeyDown={onKey}
      >
        <Input className="stepper-value stepper-input" inputMode="numeric" autoComplete="off" maxLength={6} />
      </TextField>
    </Stepper>
  )
}
