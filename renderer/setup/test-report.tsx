import { Circle, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProbeReport } from '../../shared/contract/setup.ts'
import { PROBE_CHECKS } from '../../shared/contract/values.ts'
import { SKEW_LIMIT_MS } from '../clock/platform-clock.ts'
import { useFormats } from '../window/window-parts.ts'

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

/** The results of the checks; for a failed check the reason and the remedy. `undefined`: the test is running. */
export function TestReport({ report }: { readonly report: ProbeReport | undefined }) {
  const { t } = useTranslation('wizard')
  const { fault, status, skewMs, waiting, declared } = report ?? {}
  return (
    <div className="wizard-report" data-testid="test-report" data-fault={report && (fault ?? 'none')}>
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
      {fault === undefined ? null : (
        <div className="wizard-fault" role="alert">
          <strong>{t(`fault.${fault}.what`)}</strong>
          <h3>{t('test.todo')}</h3>
          <p>{t(`fault.${fault}.todo`)}</p>
          {status === undefined ? null : <p className="wizard-small">{t('test.status', { status })}</p>}
        </div>
      )}
      {waiting === undefined ? null : (
        <p data-waiting={waiting}>{waiting === 0 ? t('test.none') : t('test.waiting', { count: waiting })}</p>
      )}
      {declared?.otherVersion === undefined ? null : (
        <p className="wizard-note" role="status" data-other-version={declared.otherVersion}>
          {t('test.otherVersion', { version: declared.otherVersion })}
        </p>
      )}
      {declared?.clientIds === undefined ? null : (
        <p data-client-ids={declared.clientIds}>{t(`test.clientIds.${declared.clientIds}`)}</p>
      )}
      {skewMs === undefined ? null : <Skew skewMs={skewMs} />}
    </div>
  )
}
