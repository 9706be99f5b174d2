import { useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { Bridge, CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { PromotionOutcome, PromotionStatus } from '../../shared/contract/promotion.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { usePolled } from '../window/use-polled.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 2_000
const askStatus = (bridge: Bridge): Promise<CallResult<PromotionStatus>> => bridge.call['promotion:status'](null)

type Step =
  | { readonly at: 'closed' | 'confirming' | 'working' }
  | { readonly at: 'over'; readonly outcome: PromotionOutcome }
  | { readonly at: 'failed'; readonly failure: FailureCode }

function Losses({ status, copyAt }: { readonly status: PromotionStatus; readonly copyAt: number }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { orders, taps } = status
  return (
    <ul data-testid="promotion-losses">
      <li>{t('promotion.copy', { when: `${formats.day(copyAt)} ${formats.time(copyAt)}` })}</li>
      <li>{t('promotion.orders', { orders: formats.whole(orders) })}</li>
      <li>{t('promotion.others')}</li>
      {taps === 0 ? null : <li>{t('promotion.taps', { taps: formats.whole(taps) })}</li>}
      <li>{t('promotion.old')}</li>
      <li>{t('promotion.screens')}</li>
    </ul>
  )
}

/** Makes this screen the main computer, from its copy: for the case that the main computer is lost. */
export function PromotionGroup() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [status] = usePolled(askStatus, POLL_INTERVAL_MS)
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const code = useRef<HTMLInputElement>(null)
  const id = useId()
  const begin = async (): Promise<void> => {
    const typed = code.current?.value.trim() ?? ''
    if (typed === '') return setStep({ at: 'over', outcome: 'mistyped' })
    setStep({ at: 'working' })
    const answer = await callSafely(() => bridge.call['promotion:begin']({ code: typed }))
    setStep(answer.ok ? { at: 'over', outcome: answer.value.outcome } : { at: 'failed', failure: answer.code })
  }
  const copyAt = status?.copyAt
  const isDone = step.at === 'over' && step.outcome === 'done'
  const mayBegin =
    status !== undefined && (!status.isStationThere || status.isHandedOver) && copyAt !== undefined && !isDone
  return (
    <section className="settings-group" aria-label={t('promotion.title')} data-testid="promotion">
      <h3>{t('promotion.title')}</h3>
      <p>{t('promotion.explain')}</p>
      {status?.isStationThere ? (
        <p role="status" data-testid="promotion-station" data-handed={status.isHandedOver}>
          {t(status.isHandedOver ? 'promotion.handed' : 'promotion.there')}
        </p>
      ) : null}
      {status !== undefined && copyAt === undefined ? <p role="status">{t('promotion.outcome.no-copy')}</p> : null}
      {mayBegin && step.at === 'closed' ? (
        <div className="dialog-buttons">
          <Button className="button" data-testid="promotion-begin" onPress={() => setStep({ at: 'confirming' })}>
            {t('promotion.begin')}
          </Button>
        </div>
      ) : null}
      {mayBegin && step.at !== 'closed' ? (
        <>
          {status.isStationThere ? null : <Losses status={status} copyAt={copyAt} />}
          <div className="field">
            <label htmlFor={id}>{t('promotion.code')}</label>
            <input
              id={id}
              ref={code}
              className="field-input"
              data-testid="promotion-code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
            />
          </div>
          <div className="dialog-buttons">
            <Button className="button" onPress={() => setStep({ at: 'closed' })}>
              {t('screens.keep')}
            </Button>
            <Button
              className="button button-danger"
              data-testid="promotion-really"
              isDisabled={step.at === 'working'}
              onPress={() => void begin()}
            >
              {t('promotion.really')}
            </Button>
          </div>
        </>
      ) : null}
      {step.at === 'over' ? (
        <p
          className={isDone ? undefined : 'failure'}
          role={isDone ? 'status' : 'alert'}
          data-testid="promotion-outcome"
          data-outcome={step.outcome}
        >
          {t(`promotion.outcome.${step.outcome}`)}
        </p>
      ) : null}
      <FailureNote failure={step.at === 'failed' ? step.failure : undefined} />
    </section>
  )
}
