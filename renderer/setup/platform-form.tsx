import { ClipboardPaste, FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PLATFORM_NAMES, PROFILE_NAMES } from '../../shared/contract/platforms.ts'
import { Choice } from '../ui/controls/choice.tsx'
import { Failure } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Field } from '../ui/window/field.tsx'
import { useComanda } from '../ui/window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'
import { ConnectionResult } from './connection-result.tsx'
import { isKeychainTrouble } from './setup-start.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts'
import { CREDENTIAL_FIELDS, type CredentialField, type Sorted, usePlatformFields } from './use-platform-fields.ts'

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

/** Which of the three a text did not have. */
function SortedNote({ sorted }: { readonly sorted: Sorted | undefined }) {
  const { t } = useTranslation('wizard')
  if (sorted === undefined) return null
  if (sorted.from === 'unreadable-file') return <Failure data-sorted="unreadable">{t('platform.fileFailed')}</Failure>
  const labels = { address: t('address.full'), clientId: t('credentials.id'), clientSecret: t('credentials.secret') }
  const absent = CREDENTIAL_FIELDS.filter((name) => sorted.found[name] === undefined)
  if (absent.length === 0) return null
  if (absent.length === CREDENTIAL_FIELDS.length) return <Failure data-sorted="none">{t('platform.notFound')}</Failure>
  return (
    <p role="status" className="row-help" data-sorted="some">
      {t('platform.foundSome', { names: absent.map((name) => labels[name]).join(', ') })}
    </p>
  )
}

/** The buttons of the page, by what the test has found. */
function useTestButtons({ stage, keep }: ConnectionTest, onTest: () => void) {
  const { t } = useTranslation('wizard')
  const again = { id: 'again', label: t('test.again'), onPress: onTest }
  switch (stage.at) {
    case 'idle':
      return { primary: { id: 'test', label: t('credentials.test'), onPress: onTest } }
    case 'running':
      return { primary: { id: 'next', label: t('next'), onPress: onTest, isDisabled: true } }
    case 'refused':
      return { primary: again }
    case 'tested':
    case 'keeping': {
      const { report } = stage
      const store = (): void => void keep(report, 'keychain')
      if (report.fault === undefined)
        return { primary: { id: 'next', label: t('next'), onPress: store, isDisabled: stage.at === 'keeping' } }
      const anyway = { id: 'keep-anyway', label: t('test.keepAnyway'), onPress: store }
      return { primary: again, others: report.mayKeep ? [anyway] : [] }
    }
    case 'not-kept': {
      const { report } = stage
      return {
        primary: { id: 'keep-again', label: t('keep.again'), onPress: () => void keep(report, 'keychain') },
        others: [{ id: 'keep-this-run', label: t('keep.thisRun'), onPress: () => void keep(report, 'this-run') }],
      }
    }
  }
}

type PlatformFormProps = Pick<StepProps, 'onNext' | 'onBack' | 'slot'> & {
  /** The address of the connection in use, without its secret part. */
  readonly stored?: string | undefined
}

/** Which platform, its address, client id and client secret, and beside them what the test of the three finds. */
export function PlatformForm({ stored, slot, onNext, onBack }: PlatformFormProps) {
  const { t } = useTranslation('wizard')
  const connection = useConnectionTest(slot, onNext)
  const form = usePlatformFields(stored, connection)
  const { fields, onCommit, onTest } = form
  const troubleOf = (field: CredentialField) => {
    const code = form.faultOf(field)
    if (code === undefined) return undefined
    switch (code) {
      case 'missing':
        return { code, text: t('platform.missing') }
      case 'empty':
      case 'not-an-address':
      case 'insecure':
      case 'has-credentials':
      case 'hash-missing':
        return { code, text: t(`address.fault.${code}`) }
      default:
        return { code, text: t(`fault.${code}`) }
    }
  }
  return (
    <StepFrame
      title={t('platform.title')}
      lead={t('platform.lead')}
      {...useTestButtons(connection, onTest)}
      onBack={onBack}
      aside={<ConnectionResult stage={connection.stage} isAtField={form.isAtField} />}
    >
      <KeychainNote />
      <div data-testid="which-platform">
        <Choice
          label={<span className="visually-hidden">{t('address.platform')}</span>}
          value={form.platform}
          values={PROFILE_NAMES}
          word={(value) => (value === 'generic' ? t('address.another') : PLATFORM_NAMES[value])}
          onChange={form.choosePlatform}
          className="choice-row"
        />
      </div>
      <div className="wizard-sources">
        <PushButton
          data-wizard="paste-all"
          Icon={ClipboardPaste}
          label={t('platform.pasteAll')}
          onPress={() => void form.paste()}
        />
        <PushButton
          data-wizard="open-file"
          Icon={FileUp}
          label={t('platform.openFile')}
          onPress={() => void form.openFile()}
        />
      </div>
      <SortedNote sorted={form.sorted} />
      <form
        className="wizard-form"
        onSubmit={(event) => {
          event.preventDefault()
          onTest()
        }}
      >
        <Field
          name="address"
          label={t('address.full')}
          ref={fields.address}
          trouble={troubleOf('address')}
          onCommit={onCommit}
        />
        {form.needsHash ? (
          <Field name="hash" label={t('address.hash')} ref={fields.hash} isSecret onCommit={onCommit} />
        ) : null}
        <Field
          name="client-id"
          label={t('credentials.id')}
          ref={fields.clientId}
          trouble={troubleOf('clientId')}
          onCommit={onCommit}
        />
        <Field
          name="client-secret"
          label={t('credentials.secret')}
          ref={fields.clientSecret}
          isSecret
          isHeld={form.hasSecret}
          help={form.mayUseStored ? t('platform.stored') : undefined}
          trouble={troubleOf('clientSecret')}
          onCommit={onCommit}
        />
        <button type="submit" hidden />
      </form>
    </StepFrame>
  )
}
