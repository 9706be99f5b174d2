import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/lock.ts'
import type { SetupStatus } from '../../shared/setup.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'
import { UnattendedChoices } from './unattended-choices.tsx'

function Line({ isDone, words }: { readonly isDone: boolean; readonly words: string }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li data-state={isDone ? 'passed' : 'open'}>
      <Icon aria-hidden />
      {words}
    </li>
  )
}

/** What is done, what is still missing, and the choices for a screen that runs unattended. */
export function DoneStep({ results, onBack, onClose }: StepProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<SetupStatus>()
  const [lock, setLock] = useState<LockStatus>()
  useEffect(() => {
    void callSafely(() => bridge.call['setup:status'](null)).then((answer) => {
      if (answer.ok) setStatus(answer.value)
    })
    void callSafely(() => bridge.call['lock:status'](null)).then((answer) => {
      if (answer.ok) setLock(answer.value)
    })
  }, [bridge])
  return (
    <StepFrame
      title={t('done.title')}
      lead={t('done.lead')}
      primary={{ id: 'open-board', label: t('done.open'), onPress: onClose }}
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
    >
      <ul className="wizard-checks" data-testid="summary">
        {status === undefined ? null : status.state === 'kept' ? (
          <Line isDone words={t('done.connected', { address: status.masked ?? '' })} />
        ) : (
          <Line
            isDone={status.state === 'practice'}
            words={t(status.state === 'practice' ? 'practiceProfile' : 'done.notConnected')}
          />
        )}
        {status?.keptIn === 'this-run' ? <Line isDone={false} words={t('done.thisRun')} /> : null}
        <Line isDone={results.heard} words={t(results.heard ? 'done.heard' : 'done.notHeard')} />
        <Line isDone={results.practised} words={t(results.practised ? 'done.practised' : 'done.notPractised')} />
        {lock === undefined ? null : <Line isDone={lock.isSet} words={t(lock.isSet ? 'done.pinSet' : 'done.noPin')} />}
      </ul>
      <UnattendedChoices />
    </StepFrame>
  )
}
