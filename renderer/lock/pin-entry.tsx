import { Delete } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import { PIN_DIGITS } from '../../shared/contract/values.ts'
import { useFocusOnShow } from '../ui/controls/focus-on-show.ts'
import { PushButton } from '../ui/controls/push-button.tsx'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

type PinEntryProps = {
  readonly label: string
  /** Word on the large button. */
  readonly action: string
  /** What went wrong, or how long to wait. */
  readonly outcome: ReactNode
  readonly isBlocked: boolean
  readonly onEnter: (pin: string) => void
  readonly onCancel: () => void
}

/** The digit of a key. Keys of a numpad also count while Num Lock is off. */
function digitOf({ key, code }: KeyboardEvent): string | undefined {
  return /^\d$/.test(key) ? key : /^Numpad(\d)$/.exec(code)?.[1]
}

const isOn = ({ target }: KeyboardEvent, key: string): boolean =>
  target instanceof Element && target.closest(`[data-pin-key="${key}"]`) !== null

/** Large digits for gloved fingers. A keyboard or numpad also works, wherever the focus is in the form. */
export function PinEntry({ label, action, outcome, isBlocked, onEnter, onCancel }: PinEntryProps) {
  const { t } = useTranslation(['lock', 'code'])
  const [pin, setPin] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useFocusOnShow(field)
  const isReady = pin.length >= PIN_DIGITS.min && !isBlocked
  const add = (digit: string): void => setPin((before) => (before + digit).slice(0, PIN_DIGITS.max))
  const erase = (): void => setPin((before) => before.slice(0, -1))
  const enter = (): void => {
    if (!isReady) return
    setPin('')
    onEnter(pin)
  }
  const onKey = (event: KeyboardEvent): void => {
    const digit = digitOf(event)
    if (digit !== undefined) add(digit)
    else if (event.key === 'Backspace') erase()
    else if (event.key === 'Enter' && !isOn(event, 'cancel')) enter()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    enter()
  }
  return (
    <form className="rows" onSubmit={onSubmit} onKeyDownCapture={onKey}>
      {/* The field shows the number of digits, also to a screen reader. Only the keys write. */}
      <TextField className="field" type="password" value={pin} isReadOnly>
        <Label>{label}</Label>
        <Input ref={field} className="field-input pin-input" inputMode="none" autoComplete="off" />
      </TextField>
      <div className="pin-outcome">{outcome}</div>
      <div className="code-keys">
        {DIGITS.map((digit) => (
          <Button key={digit} className="key" data-pin-key={digit} onPress={() => add(digit)}>
            {digit}
          </Button>
        ))}
        <Button className="key key-quiet" data-pin-key="clear" onPress={() => setPin('')}>
          {t('code:clear')}
        </Button>
        <Button className="key" data-pin-key="0" onPress={() => add('0')}>
          0
        </Button>
        <Button className="key key-quiet" data-pin-key="erase" aria-label={t('code:erase')} onPress={erase}>
          <Delete aria-hidden />
        </Button>
      </div>
      <div className="dialog-buttons">
        <PushButton data-pin-key="cancel" label={t('cancel')} onPress={onCancel} />
        <PushButton kind="primary" type="submit" data-pin-key="enter" label={action} isDisabled={!isReady} />
      </div>
    </form>
  )
}
