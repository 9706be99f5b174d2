import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useSpeaker } from '../sound/speaker-context.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

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
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
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
        {results.heard
          ? t('sound.heardDone')
          : stage === 'not-heard'
            ? t('sound.advice')
            : stage === 'not-played'
              ? t('sound.failed')
              : ''}
      </p>
    </StepFrame>
  )
}
