import { CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { PinChange } from '../lock/pin-change.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { UnattendedSwitches } from '../ui/window/screen-choices.tsx'
import { SettingsForm } from '../ui/window/settings-form.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'
import '../lock/lock.css'

/** What was left out in the steps before. */
function Missing({ results }: Pick<StepProps, 'results'>) {
  const { t } = useTranslation('wizard')
  const setup = useAnswer('setup:status', null)
  const status = setup?.ok ? setup.value : undefined
  const isConnected = status === undefined || status.state === 'kept' || status.state === 'practice'
  const open = [
    ...(isConnected ? [] : [t('missing.notConnected')]),
    ...(status?.keptIn === 'this-run' ? [t('missing.thisRun')] : []),
    ...(results.heard ? [] : [t('missing.notHeard')]),
    ...(results.practised ? [] : [t('missing.notPractised')]),
  ]
  return open.length === 0 ? null : (
    <ul className="wizard-checks" data-testid="summary">
      {open.map((words) => (
        <li key={words} data-state="open">
          <CircleDashed aria-hidden />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** The PIN, the choices for a screen that runs unattended, and what was left out. */
export function AccessStep({ results, onNext, onBack }: StepProps) {
  const { t } = useTranslation('wizard')
  const answer = useAnswer('lock:status', null)
  const [changed, setStatus] = useState<LockStatus>()
  const [isChoosing, setChoosing] = useState(false)
  const status = changed ?? (answer?.ok ? answer.value : undefined)
  const isSet = status?.isSet === true
  if (isChoosing)
    return (
      <StepFrame title={t('pin.label')}>
        <PinChange
          task="set"
          needsSecret={status?.needsSecret ?? false}
          onDone={(next) => {
            setStatus(next)
            setChoosing(false)
          }}
          onCancel={() => setChoosing(false)}
        />
      </StepFrame>
    )
  return (
    <StepFrame
      title={t('access.title')}
      lead={t('access.lead')}
      primary={{ id: 'open-board', label: t('access.open'), onPress: onNext }}
      onBack={onBack}
    >
      <div data-pin={isSet ? 'set' : 'open'} data-testid="unattended">
        <SettingsForm>
          <Row label={t('pin.label')} help={t(isSet ? 'pin.isSet' : 'pin.none')}>
            {isSet ? undefined : (
              <PushButton data-wizard="choose-pin" label={t('pin.choose')} onPress={() => setChoosing(true)} />
            )}
          </Row>
          <UnattendedSwitches />
        </SettingsForm>
      </div>
      <Missing results={results} />
    </StepFrame>
  )
}
