import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/contract/lock.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { SetupStatus } from '../../shared/contract/setup.ts'
import { Choice } from '../controls/choice.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useSettingsChange } from '../window/settings-section.ts'
import { useComputerStatus } from '../window/use-computer-status.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import type { StepProps } from './step-frame.tsx'
import { StepFrame } from './step-frame.tsx'

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

/** Settings for an unattended screen: start with the computer, and, when the system supports it, restart after a failure. */
function UnattendedChoices() {
  const { t } = useTranslation('wizard')
  const { failure, change } = useSettingsChange()
  const settings = useComanda((state) => state.settings)
  const watchdog = useComputerStatus(settings?.restartsAfterFailure)?.watchdog
  if (settings === undefined) return null
  const choice = (part: string, label: string, isOn: boolean, patch: (isOn: boolean) => SettingsPatch) => (
    <div data-part={part}>
      <Choice
        label={label}
        value={isOn ? 'on' : 'off'}
        options={[
          { value: 'off', label: t('unattended.off') },
          { value: 'on', label: t('unattended.on') },
        ]}
        onChange={(value) => change(patch(value === 'on'))}
        className="choice-small"
      />
    </div>
  )
  return (
    <div className="wizard-form" data-testid="unattended">
      {choice('starts-with-computer', t('unattended.starts'), settings.startsWithComputer, (startsWithComputer) => ({
        startsWithComputer,
      }))}
      {watchdog === undefined || watchdog === 'not-here'
        ? null
        : choice(
            'restarts-after-failure',
            t('unattended.restarts'),
            settings.restartsAfterFailure,
            (restartsAfterFailure) => ({ restartsAfterFailure }),
          )}
      {watchdog === undefined ? null : (
        <p className="wizard-hint" data-watchdog={watchdog}>
          {t(`unattended.watchdog.${watchdog}`)}
        </p>
      )}
      <FailureNote failure={failure} />
    </div>
  )
}
