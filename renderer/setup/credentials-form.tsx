import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import type { RunningTest } from './connection-test.tsx'
import { Field } from './field.tsx'
import { StepFrame } from './step-frame.tsx'

type CredentialsFormProps = {
  readonly masked: string
  readonly hasStored: boolean
  readonly onBack: () => void
  readonly onTest: (running: RunningTest) => void
}

/** Client id and client secret. The secret is only in the field, which is cleared before the call. */
export function CredentialsForm({ masked, hasStored, onBack, onTest }: CredentialsFormProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [isMissing, setMissing] = useState(false)
  const id = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)

  const testStored = (): void => onTest(callSafely(() => bridge.call['setup:test']({})))
  const submit = (): void => {
    const clientId = id.current?.value.trim() ?? ''
    const clientSecret = secret.current?.value.trim() ?? ''
    setMissing(clientId === '' || clientSecret === '')
    if (clientId === '' || clientSecret === '') return
    if (secret.current) secret.current.value = ''
    onTest(callSafely(() => bridge.call['setup:test']({ credentials: { clientId, clientSecret } })))
  }

  return (
    <StepFrame
      title={t('credentials.title')}
      lead={t('credentials.lead')}
      primary={{ id: 'test', label: t('credentials.test'), onPress: submit }}
      others={[
        { id: 'back', label: t('credentials.changeAddress'), onPress: onBack },
        ...(hasStored ? [{ id: 'use-stored', label: t('credentials.useStored'), onPress: testStored }] : []),
      ]}
    >
      <dl className="wizard-facts">
        <dt>{t('credentials.address')}</dt>
        <dd data-testid="masked-address">{masked}</dd>
      </dl>
      <form
        className="wizard-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field name="client-id" label={t('credentials.id')} ref={id} />
        <Field name="client-secret" label={t('credentials.secret')} ref={secret} isSecret />
        <button type="submit" hidden />
      </form>
      {isMissing ? <Failure data-fault="missing">{t('credentials.missing')}</Failure> : null}
    </StepFrame>
  )
}
