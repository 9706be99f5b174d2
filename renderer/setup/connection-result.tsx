import { Circle, CircleCheck, CircleX, LoaderCircle, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProbeReport } from '../../shared/contract/setup.ts'
import { PROBE_CHECKS } from '../../shared/contract/values.ts'
import { SKEW_LIMIT_MS } from '../store/platform-clock.ts'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { useFormats } from '../ui/window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'
import type { TestStage } from './use-connection-test.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Rounds, for example 11 min 59.6 s to 12 min, because the formats cut off. The `Date` header has only whole seconds. */
function roundedSkew(skewMs: number): number {
  const unit = Math.abs(skewMs) < MINUTE_MS ? SECOND_MS : MINUTE_MS
  return Math.round(Math.abs(skewMs) / unit) * unit
}

type CheckState = 'passed' | 'failed' | 'open' | 'running'

function stateOf(index: number, report: ProbeReport | undefined): CheckState {
  if (report === undefined) return 'running'
  const failedAt = report.failedAt === undefined ? PROBE_CHECKS.length : PROBE_CHECKS.indexOf(report.failedAt)
  return index < failedAt ? 'passed' : index === failedAt ? 'failed' : 'open'
}

const ICONS = { passed: CircleCheck, failed: CircleX, open: Circle, running: LoaderCircle } as const

function Checks({ report }: { readonly report: ProbeReport | undefined }) {
  const { t } = useTranslation('wizard')
  return (
    <ul className="wizard-checks">
      {PROBE_CHECKS.map((check, index) => {
        const state = stateOf(index, report)
        const Icon = ICONS[state]
        return (
          <li key={check} data-check={check} data-state={state}>
            <Icon aria-hidden />
            {t(`test.check.${check}`)}
            {state === 'running' ? null : <span className="visually-hidden">{t(`test.${state}`)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function Skew({ skewMs }: { readonly skewMs: number }) {
  const { t } = useTranslation('wizard')
  const formats = useFormats()
  if (Math.abs(skewMs) <= SKEW_LIMIT_MS) return null
  return (
    <p className="wizard-note" role="status" data-testid="clock-skew">
      {t(skewMs > 0 ? 'test.behind' : 'test.ahead', { span: formats.duration(roundedSkew(skewMs)) })}
    </p>
  )
}

/** Whose orders come, and how many wait. */
function Shop({ report }: { readonly report: ProbeReport }) {
  const { t } = useTranslation('wizard')
  const { shops = [], waiting, declared } = report
  return (
    <>
      <p className="wizard-shop">
        <CircleCheck aria-hidden />
        <bdi data-testid="shop">{shops.length === 0 ? t('test.passedTitle') : shops.join(' · ')}</bdi>
      </p>
      {waiting === undefined ? null : (
        <p className="wizard-waiting" data-waiting={waiting}>
          {waiting === 0 ? t('test.none') : t('test.waiting', { count: waiting })}
        </p>
      )}
      {waiting === undefined || waiting === 0 ? null : <p className="row-help">{t('platform.later')}</p>}
      {declared?.clientIds === undefined ? null : (
        <p className="row-help" data-client-ids={declared.clientIds}>
          {t(`test.clientIds.${declared.clientIds}`)}
        </p>
      )}
      <p className="wizard-vault">
        <ShieldCheck aria-hidden />
        {t('platform.vault')}
      </p>
    </>
  )
}

/** What the test has found; `undefined`: it runs. A fault that stands at its field is not repeated. */
function TestReport({ report, isAtField }: { readonly report: ProbeReport | undefined; readonly isAtField: boolean }) {
  const { t } = useTranslation(['wizard', 'setup'])
  const { fault, status, skewMs, declared, mayKeep, usedBy = '' } = report ?? {}
  return (
    <div className="wizard-panel" data-testid="test-report" data-fault={report && (fault ?? 'none')}>
      {report !== undefined && fault === undefined ? (
        <Shop report={report} />
      ) : (
        <h3>{t(report === undefined ? 'test.title' : 'test.failedTitle')}</h3>
      )}
      {fault === undefined ? null : (
        <div className="wizard-fault" role={isAtField ? 'status' : 'alert'}>
          {isAtField ? null : <strong>{t(`fault.${fault}`, { name: usedBy })}</strong>}
          {isAtField ? <strong>{t('setup:next')}</strong> : null}
          <p>{t(`remedy.${fault}`)}</p>
          {status === undefined ? null : <p className="row-help">{t('test.status', { status })}</p>}
        </div>
      )}
      {fault !== undefined && mayKeep === true ? <p>{t('test.keepAnywayWhy')}</p> : null}
      {report === undefined || fault !== undefined ? <Checks report={report} /> : null}
      {declared?.otherVersion === undefined ? null : (
        <p className="wizard-note" role="status" data-other-version={declared.otherVersion}>
          {t('test.otherVersion', { version: declared.otherVersion })}
        </p>
      )}
      {skewMs === undefined ? null : <Skew skewMs={skewMs} />}
    </div>
  )
}

/** Where the portal shows the three. */
function Portal() {
  const { t } = useTranslation('wizard')
  return (
    <figure className="wizard-portal">
      <div className="wizard-portal-window" aria-hidden>
        <p>{t('platform.portal')}</p>
        <ol>
          <li className="row-help">{t('platform.portalPath')}</li>
          {[t('platform.portalUrl'), t('credentials.id'), t('credentials.secret')].map((label, index) => (
            <li key={label}>
              <b>{index + 1}</b>
              {label}
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="row-help">{t('platform.portalWhere')}</figcaption>
    </figure>
  )
}

/** The result of the test, beside the fields. */
export function ConnectionResult({ stage, isAtField }: { readonly stage: TestStage; readonly isAtField: boolean }) {
  const { t } = useTranslation(['wizard', 'setup'])
  switch (stage.at) {
    case 'idle':
      return <Portal />
    case 'running':
      return <TestReport report={undefined} isAtField={false} />
    case 'tested':
    case 'keeping':
      return <TestReport report={stage.report} isAtField={isAtField} />
    case 'refused':
      return (
        <div className="wizard-panel">
          <h3>{t('test.failedTitle')}</h3>
          <FailureNote failure={stage.failure} />
        </div>
      )
    case 'not-kept':
      return (
        <div className="wizard-panel" data-keep-trouble={stage.trouble}>
          <h3>{t(`setup:trouble.keychain-${stage.trouble}`)}</h3>
          <ConnectionAdvice trouble={`keychain-${stage.trouble}`} />
          <p>{t('keep.thisRunWhy')}</p>
        </div>
      )
  }
}
