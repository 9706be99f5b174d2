import { CircleCheck, CircleX, Delete, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { useFocusOnShow } from '../controls/focus-on-show.ts'
import { PushButton } from '../controls/push-button.tsx'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { TAP_COOLDOWN_MS } from '../ticket/bump-guard.ts'
import { nextStepOf } from '../ticket/next-step.ts'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { shortActionWord } from '../ticket/words.ts'
import { callSafely } from '../window/call-safely.ts'
import { useTimedFlag } from '../window/use-timed-flag.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

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

/** The step that hands the order over, once its code was right. */
function handOverOf(ticket: Ticket | undefined): 'dispatch' | 'delivered' | undefined {
  const step = ticket && nextStepOf(ticket)
  return step === 'dispatch' || step === 'delivered' ? step : undefined
}

/**
 * Checks the delivery code that a customer or courier says. It needs the network: the call is made at once, never queued.
 * The first code is checked when it has the length of the codes before it; after a right one the button hands the order over.
 */
export function CodePad({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation(['translation', 'code'])
  const { bridge, store } = useWindowParts()
  const guard = useBumpGuard()
  const call = useTicketCall(orderId)
  const closeDialog = useComanda((state) => state.closeDialog)
  const ticket = useComanda((state) => state.board.orders[orderId])
  const source = useComanda(({ connection, board }) =>
    connection.isPractice ? 'practice' : `channel ${board.orders[orderId]?.channel ?? ''}`,
  )
  /** The length at which the check starts by itself. A wrong code costs an attempt, so after one check it is the button's. */
  const [awaitedLength, setAwaitedLength] = useState(() => lengthOfCodes(source))
  const [entry, setEntry] = useState(EMPTY_ENTRY)
  const [showsLetters, setShowsLetters] = useState(false)
  /** After an answer the button has another meaning: the second tap of a double tap is not for it. */
  const [isResting, rest] = useTimedFlag(TAP_COOLDOWN_MS)
  const field = useRef<HTMLInputElement>(null)
  useFocusOnShow(field)
  const { code, outcome } = entry
  const wanted = code.trim()
  const isBusy = outcome !== undefined && (isResting || outcome.kind === 'checking')
  const handOver = outcome?.kind === 'valid' ? handOverOf(ticket) : undefined

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
  }, [isCodeChecked])

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
  const type = (next: CodeEntry): void => {
    setEntry(next)
    if (next.code.length > code.length && isComplete(next.code, awaitedLength)) void check(next.code)
  }
  const press = (key: string): void => type(keyTyped(entry, key))
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy || wanted === '') return
    if (outcome?.kind !== 'valid') return void check(wanted)
    if (handOver === undefined) return
    void call(() => bridge.call['order:act']({ orderId, action: handOver }))
    // The buttons behind the dialog come under the finger.
    guard.moved(Object.keys(store.getState().board.orders))
    closeDialog()
  }

  return (
    <DialogFrame testId="code-pad" title={t('code:title', { displayId })} onClose={closeDialog}>
      <form className="rows" onSubmit={submit}>
        <p>{t('code:explain')}</p>
        {/* The pad replaces the on-screen keyboard. A physical keyboard writes into the field. */}
        <TextField
          className="field"
          value={code}
          onChange={(text) => type(fieldEdited(text))}
          maxLength={MAX_CODE_LENGTH}
        >
          <Label>{t('code:input')}</Label>
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
        <div className={showsLetters ? 'code-keys code-letters' : 'code-keys'}>
          {(showsLetters ? LETTERS : DIGITS).map((key) => (
            <Button key={key} className="key" onPress={() => press(key)}>
              {key}
            </Button>
          ))}
          <Button className="key key-quiet" onPress={() => setShowsLetters(!showsLetters)}>
            {showsLetters ? t('code:digits') : t('code:letters')}
          </Button>
          {showsLetters ? null : (
            <Button className="key" onPress={() => press('0')}>
              0
            </Button>
          )}
          <Button className="key key-quiet" aria-label={t('code:erase')} onPress={() => setEntry(lastErased)}>
            <Delete aria-hidden />
          </Button>
        </div>
        <div className="dialog-buttons">
          <PushButton label={t('action.close')} onPress={closeDialog} />
          {/* Pending, not disabled: a disabled button loses the focus. */}
          <PushButton
            kind="primary"
            type="submit"
            data-action="send"
            data-step={handOver}
            label={shortActionWord(t, handOver ?? 'validateCode')}
            isDisabled={wanted === '' || (outcome?.kind === 'valid' && handOver === undefined)}
            isPending={isBusy}
          />
        </div>
      </form>
    </DialogFrame>
  )
}

export type CodeOutcome =
  | { readonly kind: 'checking' | 'valid' | 'invalid' }
  | { readonly kind: 'failed'; readonly code: FailureCode }

/** The state of the code pad. `outcome` always belongs to `code`. */
export type CodeEntry = { readonly code: string; readonly outcome: CodeOutcome | undefined }

/** Most characters of a delivery code. */
export const MAX_CODE_LENGTH = 32
export const EMPTY_ENTRY: CodeEntry = { code: '', outcome: undefined }

/** The platform has checked the shown code: the next character begins another code. */
const isChecked = ({ outcome }: CodeEntry): boolean => outcome?.kind === 'valid' || outcome?.kind === 'invalid'

const uncheckedEntry = (code: string): CodeEntry => ({ code: code.slice(0, MAX_CODE_LENGTH), outcome: undefined })

/** After a key of the pad. A code that was not checked, for example without a network, is continued. */
export const keyTyped = (entry: CodeEntry, key: string): CodeEntry =>
  uncheckedEntry(isChecked(entry) ? key : entry.code + key)

/** After the eraser. It also removes the last character of a refused code. */
export const lastErased = (entry: CodeEntry): CodeEntry => uncheckedEntry(entry.code.slice(0, -1))

/** The text of the field after a physical keyboard wrote into it. */
export const fieldEdited = (text: string): CodeEntry => uncheckedEntry(text)

export const checkBegun = ({ code }: CodeEntry): CodeEntry => ({ code, outcome: { kind: 'checking' } })

/** After the answer for `code`. The answer is dropped when another code is shown now, or the same code was typed again. */
export const answered = (entry: CodeEntry, code: string, outcome: CodeOutcome): CodeEntry =>
  entry.outcome?.kind === 'checking' && entry.code.trim() === code ? { code: entry.code, outcome } : entry

/** So many accepted codes of one length, one after the other, tell the length of the next one. */
const ALIKE = 3

const keyOf = (source: string): string => `code-lengths ${source}`
/** The lengths of the codes that were accepted last. */
const storedFor = (source: string): readonly string[] => localStorage.getItem(keyOf(source))?.split(' ') ?? []

const isNumber = (code: string): boolean => /^\d+$/.test(code)

/**
 * Remembers the length of a code that the platform accepted, until the program ends: the session of the pages is in memory.
 * A code with letters has none.
 */
function recordAccepted(source: string, code: string): void {
  const length = isNumber(code) ? String(code.length) : 'none'
  localStorage.setItem(keyOf(source), [...storedFor(source), length].slice(-ALIKE).join(' '))
}

/** The number of digits of the source's codes; `undefined` until the last ones were alike. The protocol states no length. */
function lengthOfCodes(source: string): number | undefined {
  const stored = storedFor(source)
  const length = Number(stored[0])
  return stored.length === ALIKE && new Set(stored).size === 1 && length > 0 ? length : undefined
}

/** Whether `code` has the awaited number of digits. */
const isComplete = (code: string, length: number | undefined): boolean => code.length === length && isNumber(code)
