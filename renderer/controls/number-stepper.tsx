import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'

/** Longest time that a requested value is shown while the settings have not confirmed it (ms). */
const REQUESTED_MS = 1_500

type NumberStepperProps = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** The change of one touch. */
  readonly step?: number
  readonly hint?: string
  readonly onChange: (value: number) => void
}

/**
 * A whole number with two large buttons. It can also be typed; a number outside the limits becomes the nearest limit. React
 * Aria's own number field inserts HTML from a string, which the page's content security policy forbids.
 */
export function NumberStepper({ label, value, min, max, step = 1, hint, onChange }: NumberStepperProps) {
  const { t } = useTranslation('settings')
  const [draft, setDraft] = useState<string>()
  const [requested, setRequested] = useState<number>()
  useEffect(() => {
    if (requested === undefined) return
    const timer = setTimeout(() => setRequested(undefined), REQUESTED_MS)
    return () => clearTimeout(timer)
  }, [requested])
  const current = requested ?? value
  const request = (wanted: number): void => {
    const next = Math.min(max, Math.max(min, Math.round(wanted)))
    if (next === current) return
    setRequested(next)
    onChange(next)
  }
  const applyDraft = (): void => {
    const wanted = Number(draft)
    if (draft !== undefined && draft.trim() !== '' && Number.isFinite(wanted)) request(wanted)
    setDraft(undefined)
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') applyDraft()
  }
  const button = (by: number, Icon: typeof Plus, word: 'less' | 'more') => (
    <Button
      className="button stepper-button"
      aria-label={`${t(word)}: ${label}`}
      isDisabled={by < 0 ? current <= min : current >= max}
      onPress={() => request(current + by)}
    >
      <Icon aria-hidden />
    </Button>
  )
  return (
    <div className="field stepper">
      <TextField
        className="field"
        value={draft ?? String(current)}
        onChange={setDraft}
        onBlur={applyDraft}
        onKeyDown={onKey}
      >
        <Label>{label}</Label>
        <span className="stepper-row">
          {button(-step, Minus, 'less')}
          <Input className="field-input stepper-input" inputMode="numeric" autoComplete="off" maxLength={6} />
          {button(step, Plus, 'more')}
        </span>
      </TextField>
      {hint === undefined ? null : <p className="settings-hint">{hint}</p>}
    </div>
  )
}
