import { CircleCheck, CircleX, Delete, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useWindowParts } from '../app/window-parts.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const MAX_LENGTH = 32

type Outcome =
  | { readonly kind: 'checking' }
  | { readonly kind: 'valid' | 'invalid' }
  | { readonly kind: 'failed'; readonly code: FailureCode }

function OutcomeWords({ outcome }: { readonly outcome: Outcome | undefined }) {
  const { t } = useTranslation()
  switch (outcome?.kind) {
    case undefined:
      return null
    case 'checking':
      return <>{t('code.checking')}</>
    case 'valid':
      return (
        <>
          <CircleCheck aria-hidden /> {t('code.valid')}
        </>
      )
    case 'invalid':
      return (
        <>
          <CircleX aria-hidden /> {t('code.invalid')}
        </>
      )
    case 'failed':
      return (
        <>
          <TriangleAlert aria-hidden /> {t(`failure.${outcome.code}`)}
        </>
      )
  }
}

/** Checks the code that a customer or courier says. Online only: it is asked of the platform at once, never queued. */
export function CodePad({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [code, setCode] = useState('')
  const [showsLetters, setShowsLetters] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const wanted = code.trim()
  const canSend = wanted !== '' && outcome?.kind !== 'checking'

  const edit = (next: string): void => {
    setCode(next.slice(0, MAX_LENGTH))
    setOutcome(undefined)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!canSend) return
    setOutcome({ kind: 'checking' })
    const answer = await callSafely(() => bridge.call['order:validate-code']({ orderId, code: wanted }))
    if (answer.ok) setOutcome({ kind: answer.value.isValid ? 'valid' : 'invalid' })
    else setOutcome({ kind: 'failed', code: answer.code })
  }

  return (
    <DialogFrame testId="code-pad" title={t('code.title', { displayId })} onClose={closeDialog}>
      <form className="code-pad" onSubmit={(event) => void submit(event)}>
        <p>{t('code.explain')}</p>
        {/* The pad replaces the keyboard of a touch screen; a physical one writes into the field. */}
        <TextField className="field" value={code} onChange={edit} maxLength={MAX_LENGTH} autoFocus>
          <Label>{t('code.input')}</Label>
          <Input className="field-input code-input" inputMode="none" autoComplete="off" spellCheck={false} />
        </TextField>
        <p className="code-outcome" role="status" data-outcome={outcome?.kind ?? 'none'}>
          <OutcomeWords outcome={outcome} />
        </p>
        <div className={showsLetters ? 'code-keys code-letters' : 'code-keys'}>
          {(showsLetters ? LETTERS : DIGITS).map((key) => (
            <Button key={key} className="key" onPress={() => edit(code + key)}>
              {key}
            </Button>
          ))}
          <Button className="key key-quiet" onPress={() => setShowsLetters(!showsLetters)}>
            {showsLetters ? t('code.digits') : t('code.letters')}
          </Button>
          {showsLetters ? null : (
            <Button className="key" onPress={() => edit(`${code}0`)}>
              0
            </Button>
          )}
          <Button className="key key-quiet" aria-label={t('code.erase')} onPress={() => edit(code.slice(0, -1))}>
            <Delete aria-hidden />
          </Button>
        </div>
        <div className="dialog-buttons">
          <Button className="button" onPress={closeDialog}>
            {t('action.close')}
          </Button>
          {/* Pending, not disabled: a disabled button would drop the focus, and with it the keys of the pad. */}
          <Button
            className="button button-primary"
            type="submit"
            data-action="send"
            isDisabled={wanted === ''}
            isPending={outcome?.kind === 'checking'}
          >
            {t('code.send')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
