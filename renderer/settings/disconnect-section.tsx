import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import type { KeepTrouble } from '../../shared/setup.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

type Step =
  | { readonly at: 'closed' | 'confirming' | 'done' }
  | { readonly at: 'refused'; readonly trouble: KeepTrouble }
  | { readonly at: 'failed'; readonly code: FailureCode }

/** Disconnects this kitchen from its platform. The second tap chooses whether its files are erased. */
export function DisconnectSection() {
  const { t } = useTranslation('settings')
  const { t: tBoard } = useTranslation()
  const { bridge } = useWindowParts()
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const disconnect = async (eraseProfile: boolean): Promise<void> => {
    const answer = await callSafely(() => bridge.call['kitchen:disconnect']({ eraseProfile }))
    if (!answer.ok) return setStep({ at: 'failed', code: answer.code })
    const { trouble } = answer.value
    setStep(trouble === undefined ? { at: 'done' } : { at: 'refused', trouble })
  }
  return (
    <section className="settings-group" aria-label={t('disconnect.title')}>
      <h3>{t('disconnect.title')}</h3>
      <p>{t('disconnect.explain')}</p>
      {step.at === 'confirming' ? (
        <>
          <p className="settings-warning" role="status">
            {t('disconnect.warning')}
          </p>
          <div className="dialog-buttons">
            <Button className="button" onPress={() => setStep({ at: 'closed' })}>
              {t('disconnect.back')}
            </Button>
            <Button
              className="button button-danger"
              data-testid="disconnect-keep"
              onPress={() => void disconnect(false)}
            >
              {t('disconnect.keep')}
            </Button>
            <Button
              className="button button-danger"
              data-testid="disconnect-erase"
              onPress={() => void disconnect(true)}
            >
              {t('disconnect.erase')}
            </Button>
          </div>
        </>
      ) : (
        <div className="dialog-buttons">
          <Button className="button" data-testid="disconnect" onPress={() => setStep({ at: 'confirming' })}>
            {t('disconnect.begin')}
          </Button>
        </div>
      )}
      {step.at === 'done' ? (
        <p role="status" data-testid="disconnected">
          {t('disconnect.done')}
        </p>
      ) : null}
      {step.at === 'refused' || step.at === 'failed' ? (
        <p className="failure" role="alert">
          {step.at === 'refused' ? t('disconnect.refused') : tBoard(`failure.${step.code}`)}
        </p>
      ) : null}
    </section>
  )
}
