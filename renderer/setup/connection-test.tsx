import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { KeepingPlace, KeepTrouble, ProbeReport } from '../../shared/contract/setup.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { KeychainAdvice } from './keychain-advice.tsx'
import { StepFrame } from './step-frame.tsx'
import { TestReport } from './test-report.tsx'

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
  readonly onChangeAddress: () => void
  readonly onChangeCredentials: () => void
  readonly onNext: () => void
}

function useConnectionTest(running: RunningTest) {
  const { bridge } = useWindowParts()
  const [stage, setStage] = useState<Stage>({ at: 'running' })

  const keep = async (report: ProbeReport, where: KeepingPlace): Promise<void> => {
    setStage({ at: 'keeping', report })
    const answer = await callSafely(() => bridge.call['setup:keep']({ where }))
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
export function ConnectionTest({ running, onChangeAddress, onChangeCredentials, onNext }: ConnectionTestProps) {
  const { t } = useTranslation('wizard')
  const { stage, keep, again: test } = useConnectionTest(running)
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
          title={t(`keep.trouble.${stage.trouble}`)}
          primary={{ id: 'keep-again', label: t('keep.again'), onPress: () => void keep(stage.report, 'keychain') }}
          others={[
            { id: 'keep-this-run', label: t('keep.thisRun'), onPress: () => void keep(stage.report, 'this-run') },
          ]}
        >
          <div data-keep-trouble={stage.trouble}>
            <KeychainAdvice trouble={stage.trouble} />
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
