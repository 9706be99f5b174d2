import { Circle, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { KeepingPlace, KeepTrouble, ProbeReport } from '../../shared/contract/setup.ts'
import { PROBE_CHECKS } from '../../shared/contract/values.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { SKEW_LIMIT_MS } from '../clock/platform-clock.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'
import { StepFrame } from './step-frame.tsx'

/** The result of a test that the previous step has started. */
export type RunningTest = Promise<CallResult<ProbeReport>>

type Stage =
  | { readonly at: 'running' }
  | { readonly at: 'failed'; readonly report: ProbeReport }
  | { readonly at: 'keeping'; readonly report: ProbeReport }
  | { readonly at: 'not-kept'; readonly report: ProbeReport; readonly trouble: KeepTrouble }
  | { readonly at: 'kept'; readonly report: ProbeReport }
  | { readonly at: 'refused'; readonly failure: FailureCode }

type ConnectionTestProps = {
  readonly running: RunningTest
  /** The platform that is connected; absent: the first one. */
  readonly slot: Slot | 'new' | undefined
  readonly onChangeAddress: () => void
  readonly onChangeCredentials: () => void
  readonly onNext: () => void
}

function useConnectionTest(running: RunningTest, slot: Slot | 'new' | undefined) {
  const { bridge } = useWindowParts()
  const [stage, setStage] = useState<Stage>({ at: 'running' })

  const keep = async (report: ProbeReport, where: KeepingPlace): Promise<void> => {
    setStage({ at: 'keeping', report })
    const answer = await callSafely(() => bridge.call['setup:keep']({ where, ...(slot === undefined ? {} : { slot }) }))
    if (!answer.ok) return setStage({ at: 'refused', failure: answer.code })
    const { trouble } = answer.value
    setStage(trouble === undefined ? { at: 'kept', report } : { at: 'not-kept', report, trouble })
  }
  const follow = async (tried: RunningTest): Promise<void> => {
    setStage({ at: 'running' })
    const answer = await tried
    if (!answer.ok) return setStage({ at: 'refused', failure: answer.code })
    if (answer.value.fault !== undefined) return setStage({ at: 'failed', report: answer.value })
    await keep(answer.value, 'keychain')
  }
  const again = (): void => void follow(callSafely(() => bridge.call['setup:test']({})))
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void follow(running)
  })
  return { stage, keep, again }
}

/** Shows the result of the test, and stores working credentials in the keychain. */
export function ConnectionTest({ running, slot, onChangeAddress, onChangeCredentials, onNext }: ConnectionTestProps) {
  const { t } = useTranslation(['wizard', 'setup'])
  const { stage, keep, again: test } = useConnectionTest(running, slot)
  const again = { id: 'again', label: t('test.again'), onPress: test }
  const changes = [
    { id: 'change-address', label: t('test.changeAddress'), onPress: onChangeAddress },
    { id: 'change-credentials', label: t('test.changeCredentials'), onPress: onChangeCredentials },
  ]

  const anyway = (report: ProbeReport) => ({
    id: 'keep-anyway',
    label: t('test.keepAnyway'),
    onPress: () => void keep(report, 'keychain'),
  })

  switch (stage.at) {
    case 'running':
      return (
        <StepFrame title={t('test.title')} lead={t('test.running')}>
          <TestReport report={undefined} />
        </StepFrame>
      )
    case 'refused':
      return (
        <StepFrame title={t('test.failedTitle')} primary={again} others={changes}>
          <FailureNote failure={stage.failure} />
        </StepFrame>
      )
    case 'failed':
      return (
        <StepFrame
          title={t('test.failedTitle')}
          primary={again}
          others={stage.report.mayKeep ? [...changes, anyway(stage.report)] : changes}
        >
          <TestReport report={stage.report} />
          {stage.report.mayKeep ? <p>{t('test.keepAnywayWhy')}</p> : null}
        </StepFrame>
      )
    case 'not-kept':
      return (
        <StepFrame
          title={t(`setup:trouble.keychain-${stage.trouble}`)}
          primary={{ id: 'keep-again', label: t('keep.again'), onPress: () => void keep(stage.report, 'keychain') }}
          others={[
            { id: 'keep-this-run', label: t('keep.thisRun'), onPress: () => void keep(stage.report, 'this-run') },
          ]}
        >
          <div data-keep-trouble={stage.trouble}>
            <ConnectionAdvice trouble={`keychain-${stage.trouble}`} />
          </div>
          <p>{t('keep.thisRunWhy')}</p>
        </StepFrame>
      )
    case 'keeping':
    case 'kept': {
      const isKept = stage.at === 'kept'
      return (
        <StepFrame
          title={t(isKept && stage.report.fault === undefined ? 'test.passedTitle' : 'test.title')}
          {...(isKept ? {} : { lead: t('keep.keeping') })}
          primary={{ id: 'next', label: t('next'), onPress: onNext, isDisabled: !isKept }}
        >
          <TestReport report={stage.report} />
        </StepFrame>
      )
    }
  }
}

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
function TestReport({ report }: { readonly report: ProbeReport | undefined }) {
  const { t } = useTranslation(['wizard', 'setup'])
  const { fault, status, skewMs, waiting, declared } = report ?? {}
  return (
    <div className="wizard-form" data-testid="test-report" data-fault={report && (fault ?? 'none')}>
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
          <strong>{t(`fault.${fault}`)}</strong>
          <h3>{t('setup:next')}</h3>
          <p>{t(`remedy.${fault}`)}</p>
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
