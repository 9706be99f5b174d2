import { BellRing, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSpeaker } from '../sound/speaker-context.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import { PracticeTicket } from './practice-parts.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

const PER_CENT = 100

type SoundProps = Pick<StepProps, 'results' | 'onResult'> & {
  /** The order below is the next step. */
  readonly isPast: boolean
}

/** Plays the alarm of a new order, and asks the user whether it was heard. */
function Sound({ results, onResult, isPast }: SoundProps) {
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
  const isAsked = stage === 'played' && !results.heard
  const look = isAsked || isPast ? '' : 'button-primary'
  return (
    <>
      <div className="wizard-answers">
        <Button className={`button wizard-button ${look}`} data-wizard="play" onPress={() => void play()}>
          <BellRing aria-hidden />
          {t('sound.play')}
        </Button>
        {isAsked ? (
          <>
            <Button className="button button-primary wizard-button" data-wizard="heard" onPress={() => answer(true)}>
              {t('sound.heard')}
            </Button>
            <Button className="button wizard-button" data-wizard="not-heard" onPress={() => answer(false)}>
              {t('sound.notHeard')}
            </Button>
          </>
        ) : null}
      </div>
      <p role="status" className="wizard-done" data-sound={results.heard ? 'heard' : stage}>
        {results.heard ? (
          <>
            <CircleCheck aria-hidden />
            {t('sound.heardDone')}
          </>
        ) : null}
        {!results.heard && stage === 'not-heard' ? t('sound.advice') : null}
        {!results.heard && stage === 'not-played' ? t('sound.failed') : null}
      </p>
    </>
  )
}

type Stage = 'loading' | 'tap' | 'cooking' | 'ready' | 'over'

function stageOf(status: string | undefined): Stage {
  switch (status) {
    case undefined:
      return 'loading'
    case 'CREATED':
      return 'tap'
    case 'READY':
      return 'ready'
    case 'DELIVERED':
    case 'CONCLUDED':
      return 'over'
    default:
      return 'cooking'
  }
}

/**
 * The alarm, and then an invented order on a platform inside the program, which has the steps of this shop. The user taps it
 * like a real one.
 */
export function SoundStep(props: StepProps & { readonly practice: BoardParts }) {
  const { onNext, onBack, results, onResult, practice } = props
  const { t } = useTranslation('wizard')
  const stage = useStore(practice.window.store, (state) => stageOf(Object.values(state.board.orders)[0]?.status))
  const hasFailed = useStore(practice.window.store, (state) => state.connection.phase === 'failed')
  const [isSoundSkipped, setSoundSkipped] = useState(false)
  const isAtOrder = results.heard || isSoundSkipped
  const isPractised = isAtOrder && (stage === 'cooking' || stage === 'ready' || stage === 'over')
  useEffect(() => {
    if (isPractised && !results.practised) onResult({ practised: true })
  })
  const frame = useRef<HTMLDivElement>(null)
  // Keeps the large button visible on a low screen.
  useEffect(() => {
    if (isAtOrder && stage !== 'loading') frame.current?.scrollIntoView({ block: 'nearest' })
  }, [isAtOrder, stage])
  const skip = { id: 'next', label: t('skip'), isSkip: true }
  return (
    <StepFrame
      title={t('sound.title')}
      lead={t('sound.lead')}
      primary={
        isPractised
          ? { id: 'next', label: t('next'), onPress: onNext }
          : { ...skip, onPress: isAtOrder ? onNext : () => setSoundSkipped(true) }
      }
      onBack={onBack}
      aside={
        isAtOrder ? (
          <div className="wizard-frame" ref={frame}>
            <strong className="wizard-banner">{t('practice.banner')}</strong>
            <PracticeTicket practice={practice} />
          </div>
        ) : null
      }
    >
      <Sound results={results} onResult={onResult} isPast={isAtOrder} />
      {isAtOrder ? (
        <>
          <p className="wizard-cue" role="status" data-testid="practice" data-stage={stage}>
            {t(hasFailed ? 'practice.failed' : `practice.${stage}`)}
          </p>
          <p className="row-help">{t('practice.lead')}</p>
        </>
      ) : null}
    </StepFrame>
  )
}
