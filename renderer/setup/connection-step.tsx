import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLATFORM_NAMES, PROFILE_NAMES, type ProfileName } from '../../shared/contract/platforms.ts'
import type { SetupStatus } from '../../shared/contract/setup.ts'
import { Choice } from '../controls/choice.tsx'
import { Failure } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { Field } from '../window/field.tsx'
import { useAnswer, useCall } from '../window/use-answer.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'
import { ConnectionTest, type RunningTest } from './connection-test.tsx'
import { JoinForm } from './join-form.tsx'
import { isKeychainTrouble } from './setup-start.ts'
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
  const { t } = useTranslation('setup')
  const trouble = useComanda((state) => state.connection.freshness.trouble)
  if (!isKeychainTrouble(trouble)) return null
  return (
    <div className="wizard-note" role="status" data-keychain={trouble.replace('keychain-', '')}>
      <strong>{t(`trouble.${trouble}`)}</strong>
      <ConnectionAdvice trouble={trouble} />
    </div>
  )
}

/** Address, credentials and test, one after the other. An existing connection is shown first. */
export function ConnectionStep({ onNext, onBack, slot }: StepProps) {
  const { t } = useTranslation(['wizard', 'settings'])
  const { bridge } = useWindowParts()
  const [chosen, setPlace] = useState<Place>()
  const answer = useAnswer('setup:status', null)
  if (answer === undefined) return <StepFrame title={t('test.running')}>{null}</StepFrame>
  const status: SetupStatus = answer.ok ? answer.value : { state: 'empty' }
  const isOther = slot !== undefined
  const isConnected = !isOther && (status.state === 'kept' || status.state === 'practice')
  const place: Place = chosen ?? { at: isConnected ? 'kept' : 'address' }
  const testStored = (): RunningTest => callSafely(() => bridge.call['setup:test']({}))
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
          onBack={onBack}
          others={[
            { id: 'change', label: t('kept.change'), onPress: () => setPlace({ at: 'address' }) },
            {
              id: 'test-stored',
              label: t('test.again'),
              onPress: () => setPlace({ at: 'test', running: testStored(), masked: status.masked }),
            },
          ]}
        >
          <dl className="wizard-facts">
            <dt>{t('settings:screens.address')}</dt>
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
        />
      )
    case 'join':
      return <JoinForm onBack={() => setPlace({ at: 'address' })} />
    case 'credentials':
      return (
        <CredentialsForm
          masked={place.masked}
          hasStored={!isOther && status.state === 'kept' && isSameOrigin(status.masked, place.masked)}
          onBack={() => setPlace({ at: 'address' })}
          onUseStored={() => setPlace({ at: 'test', running: testStored(), masked: place.masked })}
          onTest={(running) => setPlace({ at: 'test', running, masked: place.masked })}
        />
      )
    case 'test':
      return (
        <ConnectionTest
          running={place.running}
          slot={slot}
          onChangeAddress={() => setPlace({ at: 'address' })}
          onChangeCredentials={() =>
            setPlace(place.masked === undefined ? { at: 'address' } : { at: 'credentials', masked: place.masked })
          }
          onNext={onNext}
        />
      )
  }
}

type AddressFormProps = {
  readonly onBack: () => void
  /** The user wants to make this computer a screen of another one. */
  readonly onJoin: () => void
  /** Called with the address without its secret part. */
  readonly onRead: (masked: string) => void
}

/** The API root. Portals of platforms show it in one piece or in two parts. */
function AddressForm({ onBack, onJoin, onRead }: AddressFormProps) {
  const { t } = useTranslation('wizard')
  const { t: common } = useTranslation()
  const { call, value: answer, failure, clear } = useCall('setup:address')
  const [platform, setPlatform] = useState<ProfileName>('generic')
  const [chosenForm, setForm] = useState<'whole' | 'parts'>('whole')
  const form = platform === 'generic' ? chosenForm : 'whole'
  const address = useRef<HTMLInputElement>(null)
  const hash = useRef<HTMLInputElement>(null)
  const fault = answer !== undefined && 'fault' in answer ? answer.fault : undefined

  const read = async (): Promise<void> => {
    const parts = form === 'parts' ? { hash: hash.current?.value ?? '' } : {}
    const chosen = platform === 'generic' ? {} : { platform }
    const given = await call({ address: address.current?.value ?? '', ...parts, ...chosen })
    if (given.ok && 'masked' in given.value) onRead(given.value.masked)
  }

  return (
    <StepFrame
      title={t('address.title')}
      lead={t('address.lead')}
      primary={{ id: 'next', label: t('next'), onPress: () => void read() }}
      onBack={onBack}
      others={[{ id: 'join-another', label: t('join.begin'), onPress: onJoin }]}
    >
      <KeychainNote />
      <form
        className="wizard-form"
        onSubmit={(event) => {
          event.preventDefault()
          void read()
        }}
      >
        <div data-testid="which-platform">
          <Choice
            label={t('address.platform')}
            value={platform}
            values={PROFILE_NAMES}
            word={(value) => (value === 'generic' ? t('address.another') : PLATFORM_NAMES[value])}
            onChange={(next) => {
              clear()
              setPlatform(next)
            }}
            className="choice-columns"
          />
        </div>
        {platform === 'generic' ? (
          <Choice
            label={t('address.form')}
            value={form}
            values={['whole', 'parts']}
            word={(value) => t(`address.${value}`)}
            onChange={(next) => {
              clear()
              setForm(next)
            }}
            className="choice-columns"
          />
        ) : null}
        <Field key={form} name="address" label={t(form === 'whole' ? 'address.full' : 'address.base')} ref={address} />
        {form === 'parts' ? <Field name="hash" label={t('address.hash')} ref={hash} isSecret /> : null}
        <button type="submit" hidden />
      </form>
      {fault === undefined ? null : <Failure data-fault={fault}>{t(`address.fault.${fault}`)}</Failure>}
      {failure === undefined ? null : <Failure data-fault={failure}>{common(`failure.${failure}`)}</Failure>}
    </StepFrame>
  )
}

type CredentialsFormProps = {
  readonly masked: string
  readonly hasStored: boolean
  readonly onBack: () => void
  readonly onUseStored: () => void
  readonly onTest: (running: RunningTest) => void
}

/** Client id and client secret. The secret is only in the field, which is cleared before the call. */
function CredentialsForm({ masked, hasStored, onBack, onUseStored, onTest }: CredentialsFormProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [isMissing, setMissing] = useState(false)
  const id = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)

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
        { id: 'back', label: t('test.changeAddress'), onPress: onBack },
        ...(hasStored ? [{ id: 'use-stored', label: t('credentials.useStored'), onPress: onUseStored }] : []),
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
