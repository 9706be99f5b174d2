import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { PromotionGroup } from './promotion-group.tsx'
import { StationAddressForm } from './station-address-form.tsx'

type Step = { readonly at: 'closed' | 'confirming' | 'left' } | { readonly at: 'failed'; readonly code: FailureCode }

/** Disconnects this screen from its main computer. It can be connected again only with a new code. */
export function LeaveSection() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const leave = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['screens:leave'](null))
    setStep(answer.ok ? { at: 'left' } : { at: 'failed', code: answer.code })
  }
  return (
    <>
      <StationAddressForm />
      <p>{t('leave.explain')}</p>
      <div className="dialog-buttons">
        {step.at === 'confirming' ? (
          <>
            <Button className="button" onPress={() => setStep({ at: 'closed' })}>
              {t('screens.keep')}
            </Button>
            <Button className="button button-danger" data-testid="leave-really" onPress={() => void leave()}>
              {t('leave.really')}
            </Button>
          </>
        ) : (
          <Button className="button" data-testid="leave" onPress={() => setStep({ at: 'confirming' })}>
            {t('leave.begin')}
          </Button>
        )}
      </div>
      {step.at === 'left' ? <p role="status">{t('leave.done')}</p> : null}
      <FailureNote failure={step.at === 'failed' ? step.code : undefined} />
      <PromotionGroup />
    </>
  )
}
