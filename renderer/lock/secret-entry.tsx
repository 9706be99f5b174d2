import { ClipboardPaste } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CREDENTIAL_CHARACTERS } from '../../shared/contract/values.ts'
import { PushButton } from '../controls/push-button.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

type SecretEntryProps = {
  /** What went wrong, or how long to wait. */
  readonly outcome: ReactNode
  readonly isBlocked: boolean
  readonly onEnter: (secret: string) => void
  readonly onCancel: () => void
}

/** The client secret, typed or pasted. It is only in the field, which is cleared before the call. */
export function SecretEntry({ outcome, isBlocked, onEnter, onCancel }: SecretEntryProps) {
  const { t } = useTranslation(['lock', 'wizard'])
  const { bridge } = useWindowParts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isEmptyPaste, setEmptyPaste] = useState(false)
  const paste = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['setup:paste'](null))
    const text = answer.ok ? answer.value.text.trim() : ''
    setEmptyPaste(text === '')
    if (input.current && text !== '') input.current.value = text
  }
  const enter = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const secret = input.current?.value.trim() ?? ''
    if (secret === '' || isBlocked) return
    if (input.current) input.current.value = ''
    onEnter(secret)
  }
  return (
    <form className="rows" onSubmit={enter}>
      <p>{t('secret.why')}</p>
      <div className="field">
        <label htmlFor={id}>{t('step.secret')}</label>
        <div className="field-row">
          <input
            id={id}
            name="client-secret"
            ref={input}
            className="field-input"
            type="password"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={MAX_CREDENTIAL_CHARACTERS}
          />
          <PushButton
            data-pin-key="paste"
            Icon={ClipboardPaste}
            label={t('wizard:field.paste')}
            onPress={() => void paste()}
          />
        </div>
      </div>
      <div className="pin-outcome">
        {outcome}
        {isEmptyPaste ? <p role="status">{t('wizard:field.nothingCopied')}</p> : null}
      </div>
      <div className="dialog-buttons">
        <PushButton data-pin-key="cancel" label={t('cancel')} onPress={onCancel} />
        <PushButton kind="primary" type="submit" data-pin-key="enter" label={t('save')} isDisabled={isBlocked} />
      </div>
    </form>
  )
}
