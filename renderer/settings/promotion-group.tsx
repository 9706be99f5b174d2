import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { PromotionOutcome, PromotionStatus } from '../../shared/contract/promotion.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { usePolled } from '../window/use-answer.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 2_000

type Result = { readonly outcome?: PromotionOutcome; readonly failure?: FailureCode }

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
  const { value: status } = usePolled('promotion:status', null, POLL_INTERVAL_MS)
  const [{ outcome, failure }, setResult] = useState<Result>({})
  const code = useRef<HTMLInputElement>(null)
  const id = useId()
  /** False: the code can be corrected. */
  const begin = async (): Promise<false> => {
    const typed = code.current?.value.trim() ?? ''
    if (typed === '') setResult({ outcome: 'mistyped' })
    else {
      setResult({})
      const answer = await callSafely(() => bridge.call['promotion:begin']({ code: typed }))
      setResult(answer.ok ? { outcome: answer.value.outcome } : { failure: answer.code })
    }
    return false
  }
  const copyAt = status?.copyAt
  const isDone = outcome === 'done'
  const mayBegin =
    status !== undefined && (!status.isMainThere || status.isHandedOver) && copyAt !== undefined && !isDone
  return (
    <section className="settings-group" aria-label={t('promotion.title')} data-testid="promotion">
      <h3>{t('promotion.title')}</h3>
      <p>{t('promotion.explain')}</p>
      {status?.isMainThere ? (
        <p role="status" data-testid="promotion-station" data-handed={status.isHandedOver}>
          {t(status.isHandedOver ? 'promotion.handed' : 'promotion.there')}
        </p>
      ) : null}
      {status !== undefined && copyAt === undefined ? <p role="status">{t('promotion.outcome.no-copy')}</p> : null}
      {mayBegin ? (
        <ConfirmButton
          begin={{ 'data-testid': 'promotion-begin', label: t('promotion.begin') }}
          back={{ label: t('screens.keep') }}
          choices={[{ 'data-testid': 'promotion-really', label: t('promotion.really'), run: begin }]}
        >
          {status.isMainThere ? null : <Losses status={status} copyAt={copyAt} />}
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
        </ConfirmButton>
      ) : null}
      {outcome === undefined ? null : (
        <p
          className={isDone ? undefined : 'failure'}
          role={isDone ? 'status' : 'alert'}
          data-testid="promotion-outcome"
          data-outcome={outcome}
        >
          {t(`promotion.outcome.${outcome}`)}
        </p>
      )}
      <FailureNote failure={failure} />
    </section>
  )
}
