import { Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { Text } from 'react-aria-components/Text'

/** So long a value that was asked for is shown until the settings say it, or that it was refused. */
const ASKED_MS = 1_500

type NumberStepperProps = {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly unit?: 'second' | 'minute'
  readonly hint?: string
  readonly onChange: (value: number) => void
}

/** A number with two large buttons for a finger; it can be typed as well. What is out of bounds goes to the nearest. */
export function NumberStepper({ label, value, least, most, unit, hint, onChange }: NumberStepperProps) {
  const [asked, setAsked] = useState<number>()
  useEffect(() => {
    if (asked === undefined) return
    const timer = setTimeout(() => setAsked(undefined), ASKED_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const ask = (next: number): void => {
    // An emptied field gives no number: the value that holds comes back.
    if (Number.isNaN(next) || next === (asked ?? value)) return
    setAsked(next)
    onChange(next)
  }
  return (
    <NumberField
      className="field stepper"
      value={asked ?? value}
      minValue={least}
      maxValue={most}
      step={1}
      formatOptions={{
        useGrouping: false,
        ...(unit === undefined ? {} : { style: 'unit', unit, unitDisplay: 'short' }),
      }}
      onChange={ask}
    >
      <Label>{label}</Label>
      <Group className="stepper-row">
        <Button slot="decrement" className="button stepper-button">
          <Minus aria-hidden />
        </Button>
        <Input className="field-input stepper-input" />
        <Button slot="increment" className="button stepper-button">
          <Plus aria-hidden />
        </Button>
      </Group>
      {hint === undefined ? null : (
        <Text slot="description" className="settings-hint">
          {hint}
        </Text>
      )}
    </NumberField>
  )
}
