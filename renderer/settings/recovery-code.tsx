import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { CopiesState } from '../../shared/contract/screens.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

type Step =
  | { readonly at: 'keychain' }
  | { readonly at: 'made'; readonly code: string }
  | { readonly at: 'failed'; readonly failure: FailureCode }

/** Makes the code that opens the copies on the screens, shows it once, and replaces it. */
export function RecoveryCodeGroup({ state }: { readonly state: CopiesState }) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [step, setStep] = useState<Step>()
  const make = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['screens:recovery-code'](null))
    if (!answer.ok) setStep({ at: 'failed', failure: answer.code })
    else if (answer.value.code === undefined) setStep({ at: 'keychain' })
    else setStep({ at: 'made', code: answer.value.code })
  }
  const hasCode = state !== 'no-code'
  return (
    <section
      className="settings-group"
      aria-label={t('copies.title')}
      data-testid="recovery-code-group"
      data-state={state}
    >
      <h3>{t('copies.title')}</h3>
      <p>{t('copies.explain')}</p>
      <p role="status">{t(`copies.state.${state}`)}</p>
      {step?.at === 'made' ? (
        <>
          <p>
            <strong className="screens-code" data-testid="recovery-code">
              {step.code}
            </strong>
          </p>
          <p>{t('copies.writeDown')}</p>
        </>
      ) : null}
      {step?.at === 'keychain' ? <Failure>{t('copies.state.keychain')}</Failure> : null}
      <FailureNote failure={step?.at === 'failed' ? step.failure : undefined} />
      {step?.at === 'made' ? (
        <div className="dialog-buttons">
          <Button className="button" data-testid="recovery-code-hide" onPress={() => setStep(undefined)}>
            {t('copies.hide')}
          </Button>
        </div>
      ) : hasCode ? (
        <ConfirmButton
          begin={{ 'data-testid': 'recovery-code-make', label: t('copies.renew') }}
          warning={t('copies.warn')}
          back={{ label: t('screens.keep') }}
          choices={[{ 'data-testid': 'recovery-code-really', label: t('copies.renewReally'), run: make }]}
        />
      ) : (
        <div className="dialog-buttons">
          <Button className="button" data-testid="recovery-code-make" onPress={() => void make()}>
            {t('copies.make')}
          </Button>
        </div>
      )}
    </section>
  )
}
