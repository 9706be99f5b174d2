import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { Choice } from '../controls/choice.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { useSettingsChange } from '../window/settings-section.ts'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

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
  const setup = useAnswer('setup:status', null)
  const status = setup?.ok ? setup.value : undefined
  const lock = useAnswer('lock:status', null)
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
        {lock?.ok ? (
          <Line isDone={lock.value.isSet} words={t(lock.value.isSet ? 'done.pinSet' : 'done.noPin')} />
        ) : null}
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
  const computer = useAnswer('computer:status', null, settings?.restartsAfterFailure)
  const watchdog = computer?.ok ? computer.value.watchdog : undefined
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
