import { CircleCheck, CircleX, Delete, TriangleAlert } from 'lucide-react'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import { TAP_COOLDOWN_MS } from '../ticket/bump-guard.ts'
import { goesOf } from '../ticket/next-step.ts'
import { shortActionWord } from '../ticket/words.ts'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { useFocusOnShow } from '../ui/controls/focus-on-show.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useTimedFlag } from '../ui/window/use-timed-flag.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import {
  answered,
  type CodeEntry,
  type CodeOutcome,
  checkBegun,
  EMPTY_ENTRY,
  fieldEdited,
  isChecked,
  isComplete,
  keyTyped,
  lastErased,
  lengthOfCodes,
  MAX_CODE_LENGTH,
  recordAccepted,
} from './code-entry.ts'
import { useHandOver } from './use-hand-over.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const OUTCOME_ICONS = { checking: undefined, valid: CircleCheck, invalid: CircleX, failed: TriangleAlert } as const

function OutcomeWords({ outcome }: { readonly outcome: CodeOutcome | undefined }) {
  const { t } = useTranslation(['translation', 'code'])
  if (outcome === undefined) return null
  const Icon = OUTCOME_ICONS[outcome.kind]
  return (
    <>
      {Icon && <Icon aria-hidden />}{' '}
      {outcome.kind === 'failed' ? t(`failure.${outcome.code}`) : t(`code:${outcome.kind}`)}
    </>
  )
}

type KeysProps = { readonly press: (key: string) => void; readonly erase: () => void }

/** The pad replaces the on-screen keyboard. */
function Keys({ press, erase }: KeysProps) {
  const { t } = useTranslation('code')
  const [showsLetters, setShowsLetters] = useState(false)
  return (
    <div className={showsLetters ? 'code-keys code-letters' : 'code-keys'}>
      {(showsLetters ? LETTERS : DIGITS).map((key) => (
        <Button key={key} className="key" onPress={() => press(key)}>
          {key}
        </Button>
      ))}
      <Button className="key key-quiet" onPress={() => setShowsLetters(!showsLetters)}>
        {showsLetters ? t('digits') : t('letters')}
      </Button>
      {showsLetters ? null : (
        <Button className="key" onPress={() => press('0')}>
          0
        </Button>
      )}
      <Button className="key key-quiet" aria-label={t('erase')} onPress={erase}>
        <Delete aria-hidden />
      </Button>
    </div>
  )
}

/** The code that is typed, and its check. The network is asked at once, never later. */
function useCodeEntry(orderId: string, field: RefObject<HTMLInputElement | null>) {
  const { bridge } = useWindowParts()
  const source = useComanda(({ connection, board }) =>
    connection.isPractice ? 'practice' : `channel ${board.orders[orderId]?.channel ?? ''}`,
  )
  /** The length at which the check starts by itself. A wrong code costs an attempt, so after one check it is the button's. */
  const [awaitedLength, setAwaitedLength] = useState(() => lengthOfCodes(source))
  const [entry, setEntry] = useState(EMPTY_ENTRY)
  /** After an answer the button has another meaning: the second tap of a double tap is not for it. */
  const [isResting, rest] = useTimedFlag(TAP_COOLDOWN_MS)
  const { code, outcome } = entry

  const isCodeChecked = isChecked(entry)
  useEffect(() => {
    const input = field.current
    if (!isCodeChecked || input === null) return
    // What a keyboard inserts replaces a checked code, also with the same one; deleting edits it.
    const replace = ({ inputType }: InputEvent): void => {
      if (!inputType.startsWith('insert')) return
      input.select()
      setEntry(fieldEdited(input.value))
    }
    input.addEventListener('beforeinput', replace)
    return () => input.removeEventListener('beforeinput', replace)
  }, [isCodeChecked, field])

  const check = async (asked: string): Promise<void> => {
    setAwaitedLength(undefined)
    setEntry(checkBegun)
    const answer = await callSafely(() => bridge.call['order:validate-code']({ orderId, code: asked }))
    const verdict: CodeOutcome = answer.ok
      ? { kind: answer.value.isValid ? 'valid' : 'invalid' }
      : { kind: 'failed', code: answer.code }
    rest()
    setEntry((before) => answered(before, asked, verdict))
    if (verdict.kind === 'valid') recordAccepted(source, asked)
  }
  return {
    code,
    outcome,
    isBusy: outcome !== undefined && (isResting || outcome.kind === 'checking'),
    check: (asked: string): void => void check(asked),
    /** The next state after a key or an edit. At the last digit the check begins. */
    type: (next: CodeEntry): void => {
      setEntry(next)
      if (next.code.length > code.length && isComplete(next.code, awaitedLength)) void check(next.code)
    },
    entry,
  }
}

/**
 * Checks the delivery code that a customer or courier says. The first code is checked when it has the length of the codes before
 * it; after a right one the button hands the order over.
 */
export function CodePad({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation(['translation', 'code'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const ticket = useComanda((state) => state.board.orders[orderId])
  const field = useRef<HTMLInputElement>(null)
  useFocusOnShow(field)
  const { code, outcome, isBusy, check, type, entry } = useCodeEntry(orderId, field)
  const { step, handOver } = useHandOver(orderId, ticket)
  const isRight = outcome?.kind === 'valid'
  const wanted = code.trim()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy || wanted === '') return
    if (isRight) handOver()
    else check(wanted)
  }
  return (
    <DialogFrame testId="code-pad" title={t('code:title', { displayId })} onClose={closeDialog}>
      <form className="rows" onSubmit={submit}>
        <p>{t('code:explain')}</p>
        {/* A physical keyboard writes into the field. */}
        <TextField
          className="field"
          value={code}
          onChange={(text) => type(fieldEdited(text))}
          maxLength={MAX_CODE_LENGTH}
        >
          <Label className="visually-hidden">{t('code:input')}</Label>
          <Input
            ref={field}
            className="field-input code-input"
            inputMode="none"
            autoComplete="off"
            spellCheck={false}
          />
        </TextField>
        <p className="code-outcome" role="status" data-outcome={outcome?.kind ?? 'none'}>
          <OutcomeWords outcome={outcome} />
        </p>
        <Keys press={(key) => type(keyTyped(entry, key))} erase={() => type(lastErased(entry))} />
        <div className="dialog-buttons">
          <PushButton label={t('action.close')} onPress={closeDialog} />
          {/* Pending, not disabled: a disabled button loses the focus. */}
          <PushButton
            kind="primary"
            type="submit"
            data-action="send"
            data-step={isRight ? step : undefined}
            data-goes={isRight ? goesOf(ticket, step) : undefined}
            label={shortActionWord(t, (isRight ? step : undefined) ?? 'validateCode')}
            isDisabled={wanted === '' || (isRight && step === undefined)}
            isPending={isBusy}
          />
        </div>
      </form>
    </DialogFrame>
  )
}
