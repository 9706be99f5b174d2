import { BellRing, CircleCheck, CircleDashed, Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { LOCALES } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/texts/texts.ts'
import { PinChange } from '../lock/pin-change.tsx'
import { useSpeaker } from '../sound/speaker-context.ts'
import { callSafely } from '../window/call-safely.ts'
import { UnattendedSwitches } from '../window/screen-choices.tsx'
import { SettingsForm, useSettings } from '../window/settings-form.tsx'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'
import '../lock/lock.css'

/** One touch chooses the language and goes to the next step, because the user may not understand the other buttons. */
export function LanguageStep({ onNext }: StepProps) {
  const { t } = useTranslation('wizard')
  return (
    <StepFrame title={t('language.title')} lead={t('language.lead')}>
      <SettingsForm>
        <Languages onChosen={onNext} />
      </SettingsForm>
    </StepFrame>
  )
}

function Languages({ onChosen }: { readonly onChosen: () => void }) {
  const { settings, change } = useSettings()
  return (
    <div className="wizard-languages">
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          className="button wizard-language"
          data-language={locale}
          data-current={locale === settings.locale || undefined}
          lang={locale}
          onPress={() => change({ locale }, onChosen)}
        >
          {LANGUAGE_NAMES[locale]}
        </Button>
      ))}
    </div>
  )
}

const PER_CENT = 100

/** Plays the alarm of a new order, and asks the user whether it was heard. */
export function SoundStep({ onNext, onBack, results, onResult }: StepProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const speaker = useSpeaker()
  const volume = useComanda((state) => state.settings?.alarm.volume) ?? PER_CENT
  const [stage, setStage] = useState<'silent' | 'played' | 'not-played' | 'not-heard'>('silent')
  const play = async (): Promise<void> => {
    const isPlayed = await speaker.play('new', { volume: volume / PER_CENT, isUrgent: false })
    setStage(isPlayed ? 'played' : 'not-played')
  }
  const answer = (heard: boolean): void => {
    onResult({ heard })
    void callSafely(() => bridge.call['sound:tested']({ heard }))
    if (!heard) setStage('not-heard')
  }
  return (
    <StepFrame
      title={t('sound.title')}
      lead={t('sound.lead')}
      primary={{ id: 'next', label: t(results.heard ? 'next' : 'skip'), onPress: onNext, isSkip: !results.heard }}
      onBack={onBack}
    >
      <Button
        className={`button wizard-play ${stage === 'silent' && !results.heard ? 'button-primary' : ''}`}
        data-wizard="play"
        onPress={() => void play()}
      >
        <BellRing aria-hidden />
        {t('sound.play')}
      </Button>
      {stage === 'played' && !results.heard ? (
        <div className="wizard-answers">
          <Button className="button button-primary wizard-button" data-wizard="heard" onPress={() => answer(true)}>
            {t('sound.heard')}
          </Button>
          <Button className="button wizard-button" data-wizard="not-heard" onPress={() => answer(false)}>
            {t('sound.notHeard')}
          </Button>
        </div>
      ) : null}
      <p role="status" data-sound={results.heard ? 'heard' : stage}>
        {results.heard ? t('sound.heardDone') : null}
        {!results.heard && stage === 'not-heard' ? t('sound.advice') : null}
        {!results.heard && stage === 'not-played' ? t('sound.failed') : null}
      </p>
    </StepFrame>
  )
}

/** Asks the user to choose a PIN or to decline one, and explains what is possible without a PIN. */
export function PinStep({ onNext, onBack, results, onResult }: StepProps) {
  const { t } = useTranslation(['wizard', 'lock'])
  const answer = useAnswer('lock:status', null)
  const [changed, setStatus] = useState<LockStatus>()
  const [isChoosing, setChoosing] = useState(false)
  const status = changed ?? (answer?.ok ? answer.value : undefined)
  const isSet = status?.isSet === true
  const isDecided = isSet || results.pinDeclined
  const Icon = isSet ? Lock : LockOpen
  const choose = { id: 'choose-pin', label: t('pin.choose'), onPress: () => setChoosing(true) }
  const decline = { id: 'no-pin', label: t('pin.decline'), onPress: () => onResult({ pinDeclined: true }) }
  return (
    <StepFrame
      title={t('pin.title')}
      lead={t('lock:section.explain')}
      {...(isChoosing
        ? {
            aside: (
              <PinChange
                task="set"
                needsSecret={status?.needsSecret ?? false}
                onDone={(next) => {
                  setStatus(next)
                  setChoosing(false)
                  onResult({ pinDeclined: false })
                }}
                onCancel={() => setChoosing(false)}
              />
            ),
          }
        : {
            primary: isDecided ? { id: 'next', label: t('next'), onPress: onNext } : choose,
            onBack,
            others: isSet ? [] : [isDecided ? choose : decline],
          })}
    >
      <p className="wizard-pin" role="status" data-pin={isSet ? 'set' : isDecided ? 'declined' : 'open'}>
        {isDecided ? (
          <>
            <Icon aria-hidden />
            {t(isSet ? 'pin.isSet' : 'pin.declined')}
          </>
        ) : null}
      </p>
    </StepFrame>
  )
}

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
  const { t } = useTranslation(['wizard', 'lock'])
  const setup = useAnswer('setup:status', null)
  const status = setup?.ok ? setup.value : undefined
  const lock = useAnswer('lock:status', null)
  return (
    <StepFrame
      title={t('done.title')}
      lead={t('done.lead')}
      primary={{ id: 'open-board', label: t('done.open'), onPress: onClose }}
      onBack={onBack}
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
          <Line isDone={lock.value.isSet} words={t(lock.value.isSet ? 'lock:section.isSet' : 'lock:section.none')} />
        ) : null}
      </ul>
      <div className="wizard-form" data-testid="unattended">
        <SettingsForm>
          <UnattendedSwitches />
        </SettingsForm>
      </div>
    </StepFrame>
  )
}
