import { ClipboardPaste, Eye, EyeOff } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { MAX_CREDENTIAL_CHARACTERS } from '../../../shared/contract/values.ts'
import { Failure } from '../controls/failure-note.tsx'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly ref?: Ref<HTMLInputElement>
  /** Shown as dots until the user reveals it. */
  readonly isSecret?: boolean
  /** The value was given before and is no longer on the page. */
  readonly isHeld?: boolean
  /** One line below the input. */
  readonly help?: string | undefined
  /** Why the value was refused, shown between the label and the input. */
  readonly trouble?: { readonly code: string; readonly text: string } | undefined
  /** Called when a value is complete: pasted, or the field was left. */
  readonly onCommit?: (() => void) | undefined
}

/** Says that there is a value, not how long it is. */
const HELD = '•'.repeat(16)

/**
 * A text that is pasted or typed. Its value is only in the element, so that a secret disappears with it.
 */
export function Field({ name, label, ref, isSecret = false, isHeld = false, help, trouble, onCommit }: FieldProps) {
  const { t } = useTranslation(['wizard', 'settings'])
  const { bridge } = useWindowParts()
  const id = useId()
  const troubleId = useId()
  const [isSeen, setSeen] = useState(!isSecret)
  const [isEmptyPaste, setEmptyPaste] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const code = trouble?.code
  useEffect(() => {
    // The first of several that are wrong.
    const field = document.querySelector('[aria-invalid="true"]')
    if (code !== undefined && field === input.current) field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [code])
  const paste = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['setup:paste'](null))
    const text = answer.ok ? answer.value.text.trim().slice(0, MAX_CREDENTIAL_CHARACTERS) : ''
    setEmptyPaste(text === '')
    if (!input.current || text === '') return
    input.current.value = text
    onCommit?.()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {trouble === undefined ? null : (
        <Failure id={troubleId} data-outcome={trouble.code}>
          {trouble.text}
        </Failure>
      )}
      <div className="field-row">
        <input
          id={id}
          aria-invalid={trouble !== undefined}
          {...(trouble === undefined ? {} : { 'aria-describedby': troubleId })}
          name={name}
          ref={(element) => {
            input.current = element
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
          }}
          className="field-input"
          {...(isHeld ? { placeholder: HELD } : {})}
          type={isSeen ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          maxLength={MAX_CREDENTIAL_CHARACTERS}
          {...(onCommit === undefined
            ? {}
            : {
                onBlur: onCommit,
                onInput: ({ nativeEvent }) => {
                  if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') onCommit()
                },
              })}
        />
        {isSecret ? (
          <Button
            className="button field-tool"
            data-wizard={`reveal-${name}`}
            aria-label={t(isSeen ? 'settings:page.hide' : 'settings:page.show')}
            onPress={() => setSeen(!isSeen)}
          >
            {isSeen ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
        ) : null}
        <Button
          className="button field-tool"
          data-wizard={`paste-${name}`}
          aria-label={t('field.paste')}
          onPress={() => void paste()}
        >
          <ClipboardPaste aria-hidden />
        </Button>
      </div>
      {help === undefined ? null : <p className="row-help">{help}</p>}
      {isEmptyPaste ? <p role="status">{t('field.nothingCopied')}</p> : null}
    </div>
  )
}
