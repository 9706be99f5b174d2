import { ClipboardPaste, Eye, EyeOff } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CREDENTIAL_CHARACTERS } from '../../shared/contract/values.ts'
import { Failure } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly ref?: Ref<HTMLInputElement>
  /** Shown as dots until the user reveals it. */
  readonly isSecret?: boolean
  /** Why the value was refused, shown between the label and the input. */
  readonly trouble?: { readonly code: string; readonly text: string } | undefined
}

/**
 * A text that is pasted or typed. Its value is only in the element, so that a secret disappears with it.
 */
export function Field({ name, label, ref, isSecret = false, trouble }: FieldProps) {
  const { t } = useTranslation(['wizard', 'settings'])
  const { bridge } = useWindowParts()
  const id = useId()
  const troubleId = useId()
  const [isSeen, setSeen] = useState(!isSecret)
  const [isEmptyPaste, setEmptyPaste] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const paste = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['setup:paste'](null))
    const text = answer.ok ? answer.value.text.trim() : ''
    setEmptyPaste(text === '')
    if (input.current && text !== '') input.current.value = text
  }
  return (
    <div className="field wizard-field">
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
          type={isSeen ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          maxLength={MAX_CREDENTIAL_CHARACTERS}
        />
        {isSecret ? (
          <PushButton
            data-wizard={`reveal-${name}`}
            Icon={isSeen ? EyeOff : Eye}
            label={t(isSeen ? 'settings:page.hide' : 'settings:page.show')}
            onPress={() => setSeen(!isSeen)}
          />
        ) : null}
        <PushButton
          data-wizard={`paste-${name}`}
          Icon={ClipboardPaste}
          label={t('field.paste')}
          onPress={() => void paste()}
        />
      </div>
      {isEmptyPaste ? <p role="status">{t('field.nothingCopied')}</p> : null}
    </div>
  )
}
