import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupStatus } from '../../shared/contract/setup.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { AddressForm } from './address-form.tsx'
import { ConnectionTest, type RunningTest } from './connection-test.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { JoinForm } from './join-form.tsx'
import { KeychainAdvice } from './keychain-advice.tsx'
import { isKeychainTrouble, keychainAdviceOf } from './keychain-troubles.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

type Place =
  | { readonly at: 'kept' }
  | { readonly at: 'address' }
  | { readonly at: 'join' }
  | { readonly at: 'credentials'; readonly masked: string }
  | { readonly at: 'test'; readonly running: RunningTest; readonly masked: string | undefined }

/** The main process refuses stored credentials for another origin, so the button is offered only for the same origin. */
const isSameOrigin = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.parse(one)?.origin === URL.parse(other)?.origin

/** The problem of the keychain, shown where the credentials can be entered again. */
function KeychainNote() {
  const { t } = useTranslation()
  const trouble = useComanda((state) => state.connection.freshness.trouble)
  if (isKeychainTrouble(trouble)) {
    const advice = keychainAdviceOf(trouble)
    return (
      <div className="wizard-note" role="status" data-keychain={advice}>
        <strong>{t(`setup.${trouble}`)}</strong>
        <KeychainAdvice trouble={advice} />
      </div>
    )
  }
  if (trouble !== 'keychain-garbled') return null
  return (
    <div className="wizard-note" role="status" data-keychain="garbled">
      <strong>{t('setup.keychain-garbled')}</strong>
      <p className="setup-next">{t('trouble.keychain-garbled')}</p>
    </div>
  )
}

/** Address, credentials and test, one after the other. An existing connection is shown first. */
export function ConnectionStep({ onNext, onBack }: StepProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<SetupStatus>()
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['setup:status'](null)).then((answer) => {
      if (!isCurrent) return
      const found: SetupStatus = answer.ok ? answer.value : { state: 'empty' }
      setStatus(found)
      setPlace(found.state === 'kept' || found.state === 'practice' ? { at: 'kept' } : { at: 'address' })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])

  if (status === undefined || place === undefined) return <StepFrame title={t('test.running')}>{null}</StepFrame>
  switch (place.at) {
    case 'kept':
      return status.state === 'practice' ? (
        <StepFrame title={t('step.connection')} primary={{ id: 'next', label: t('next'), onPress: onNext }}>
          <p className="wizard-lead">{t('practiceProfile')}</p>
        </StepFrame>
      ) : (
        <StepFrame
          title={t('kept.title')}
          lead={t('kept.lead')}
          primary={{ id: 'next', label: t('next'), onPress: onNext }}
          others={[
            { id: 'back', label: t('back'), onPress: onBack },
            { id: 'change', label: t('kept.change'), onPress: () => setPlace({ at: 'address' }) },
            {
              id: 'test-stored',
              label: t('kept.test'),
              onPress: () =>
                setPlace({
                  at: 'test',
                  running: callSafely(() => bridge.call['setup:test']({})),
                  masked: status.masked,
                }),
            },
          ]}
        >
          <dl className="wizard-facts">
            <dt>{t('kept.address')}</dt>
            <dd data-testid="masked-address">{status.masked}</dd>
          </dl>
          {status.keptIn === undefined ? null : <p data-kept-in={status.keptIn}>{t(`kept.${status.keptIn}`)}</p>}
        </StepFrame>
      )
    case 'address':
      return (
        <AddressForm
          onBack={onBack}
          onJoin={() => setPlace({ at: 'join' })}
          onRead={(masked) => setPlace({ at: 'credentials', masked })}
          note={<KeychainNote />}
        />
      )
    case 'join':
      return <JoinForm onBack={() => setPlace({ at: 'address' })} />
    case 'credentials':
      return (
        <CredentialsForm
          masked={place.masked}
          hasStored={status.state === 'kept' && isSameOrigin(status.masked, place.masked)}
          onBack={() => setPlace({ at: 'address' })}
          onTest={(running) => setPlace({ at: 'test', running, masked: place.masked })}
        />
      )
    case 'test':
      return (
        <ConnectionTest
          running={place.running}
          onChangeAddress={() => setPlace({ at: 'address' })}
          onChangeCredentials={() =>
            setPlace(place.masked === undefined ? { at: 'address' } : { at: 'credentials', masked: place.masked })
          }
          onNext={onNext}
        />
      )
  }
}
