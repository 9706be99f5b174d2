import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'

/** How long a requested value is shown until the settings confirm or refuse it (ms). */
const ASKED_MS = 1_500

type NumberStepperProps = {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  /** The change of one touch. */
  readonly step?: number
  readonly hint?: string
  readonly onChange: (value: number) => void
}

/**
 * A whole number with two large buttons for a finger; it can be typed as well, and what is out of bounds goes to the
 * nearest. React Aria's own number field writes markup as text, which the page's policy forbids.
 */
export function NumberStepper({ label, value, least, most, step = 1, hint, onChange }: NumberStepperProps) {
  const { t } = useTranslation('settings')
  const [draft, setDraft] = useState<string>()
  const [asked, setAsked] = useState<number>()
  useEffect(() => {
    if (asked === undefined) return
    const timer = setTimeout(() => setAsked(undefined), ASKED_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const current = asked ?? value
  const ask = (wanted: number): void => {
    const next = Math.min(most, Math.max(least, Math.round(wanted)))
    if (next === current) return
    setAsked(next)
    onChange(next)
  }
  const take = (): void => {
    const wanted = Number(draft)
    if (draft !== undefined && draft.trim() !== '' && Number.isFinite(wanted)) ask(wanted)
    setDraft(undefined)
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') take()
  }
  const button = (by: number, Icon: typeof Plus, word: 'less' | 'more') => (
    <Button
      className="button stepper-button"
      aria-label={`${t(word)}: ${label}`}
      isDisabled={by < 0 ? current <= least : current >= most}
      onPress={() => ask(current + by)}
    >
      <Icon aria-hidden />
    </Button>
  )
  return (
    <div className="field stepper">
      <TextField className="field" value={draft ?? String(current)} onChange={setDraft} onBlur={take} onKeyDown={onKey}>
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
