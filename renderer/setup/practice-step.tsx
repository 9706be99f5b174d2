import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { PracticeTicket } from './practice-ticket.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

type Stage = 'loading' | 'tap' | 'more' | 'over'

function stageOf(status: string | undefined): Stage {
  switch (status) {
    case undefined:
      return 'loading'
    case 'CREATED':
      return 'tap'
    case 'DELIVERED':
    case 'CONCLUDED':
      return 'over'
    default:
      return 'more'
  }
}

/** An invented order on a platform inside the program. The user taps it like a real one. */
export function PracticeStep({
  onNext,
  onBack,
  results,
  onResult,
  practice,
}: StepProps & { readonly practice: BoardParts }) {
  const { t } = useTranslation('wizard')
  const stage = useStore(practice.window.store, (state) => stageOf(Object.values(state.board.orders)[0]?.status))
  const hasFailed = useStore(practice.window.store, (state) => state.connection.phase === 'failed')
  const isPractised = stage === 'more' || stage === 'over'
  useEffect(() => {
    if (isPractised && !results.practised) onResult({ practised: true })
  })
  const frame = useRef<HTMLDivElement>(null)
  // Keeps the large button visible on a low screen.
  useEffect(() => {
    if (stage !== 'loading') frame.current?.querySelector('.act-primary')?.scrollIntoView({ block: 'nearest' })
  }, [stage])
  return (
    <StepFrame
      title={t('practice.title')}
      lead={t('practice.lead')}
      primary={{ id: 'next', label: t(isPractised ? 'next' : 'skip'), onPress: onNext, isSkip: !isPractised }}
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
      aside={
        <div className="wizard-frame" ref={frame}>
          <strong className="wizard-banner">{t('practice.banner')}</strong>
          <PracticeTicket practice={practice} fallback={null} />
        </div>
      }
    >
      <p className="wizard-cue" role="status" data-testid="practice" data-stage={stage}>
        {t(hasFailed ? 'practice.failed' : `practice.${stage}`)}
      </p>
    </StepFrame>
  )
}
