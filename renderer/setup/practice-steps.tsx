import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Bridge } from '../../shared/contract/contract.ts'
import { FIRST_ORDER } from '../../shared/contract/practice.ts'
import { after, whenFree } from '../clock/after.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import { type BoardParts, BoardPartsProvider } from '../ticket/board-parts.tsx'
import { createPracticeBoard, practiceBridge } from '../ticket/practice-board.ts'
import { OrderTicket } from '../ticket/ticket.tsx'
import { callSafely } from '../window/call-safely.ts'
import { ScreenSize } from '../window/screen-choices.tsx'
import { SettingsForm } from '../window/settings-form.tsx'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

type PracticeStepProps = StepProps & { readonly practice: BoardParts }

/** The practice order, drawn as on the board; `fallback` until the order exists. */
function PracticeTicket({ practice, fallback }: { readonly practice: BoardParts; readonly fallback: ReactNode }) {
  const orderId = useStore(practice.window.store, (state) => Object.keys(state.board.orders)[0])
  if (orderId === undefined) return fallback
  return (
    <BoardPartsProvider parts={practice}>
      <OrderTicket orderId={orderId} form="whole" />
    </BoardPartsProvider>
  )
}

/** Size of the screen and reading distance, with a preview. */
export function ScreenStep({ onNext, onBack, practice }: PracticeStepProps) {
  const { t } = useTranslation(['wizard', 'settings'])
  return (
    <StepFrame
      title={t('screen.title')}
      lead={t('screen.lead')}
      primary={{ id: 'next', label: t('next'), onPress: onNext }}
      onBack={onBack}
      aside={
        <figure className="rows preview" data-testid="screen-preview">
          <figcaption>{t('settings:page.preview')}</figcaption>
          <div inert>
            <PracticeTicket practice={practice} fallback={<p>{t('practice.loading')}</p>} />
          </div>
        </figure>
      }
    >
      <div className="wizard-form">
        <SettingsForm>
          <ScreenSize />
        </SettingsForm>
      </div>
    </StepFrame>
  )
}

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
export function PracticeStep({ onNext, onBack, results, onResult, practice }: PracticeStepProps) {
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
      onBack={onBack}
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

/** The practice's bridge. A request for the board begins the practice if none runs. */
function firstOrderBridge(bridge: Bridge): Bridge {
  const practised = practiceBridge(bridge)
  const snapshot = practised.call['board:snapshot']
  return {
    ...practised,
    call: {
      ...practised.call,
      'board:snapshot': async () => {
        const board = await snapshot(null)
        if (board.ok) return board
        const begun = await begin(bridge)
        return begun.ok ? snapshot(null) : begun
      },
    },
  }
}

const begin = (bridge: Bridge) =>
  callSafely(() => bridge.call['practice:begin']({ name: FIRST_ORDER, isConfirmed: true }))

/**
 * The parts of the practice board. The practice runs from the first step that needs it until the set-up closes. A change of
 * the language restarts it.
 */
export function usePracticeParts(isWanted: boolean): BoardParts {
  const locale = useComanda((state) => state.settings?.locale)
  const [hasBegun, setBegun] = useState(false)
  if (isWanted && !hasBegun) setBegun(true)
  const { bridge, store } = useWindowParts()
  const [parts] = useState(() => createPracticeBoard(firstOrderBridge(bridge), store))
  useEffect(() => {
    // The order is created in the current language, so the practice waits for it.
    if (!hasBegun || locale === undefined) return undefined
    const { bridge: practised, store, clock } = parts.window
    let ends = [followClock(store, clock)]
    let isOver = false
    // Followed after it has begun: changes that arrive earlier belong to the previous practice.
    void begin(bridge).then(() => {
      if (!isOver) ends = [...ends, followBoard(practised, store, { monotonicNow, after, whenFree })]
    })
    return () => {
      isOver = true
      for (const end of ends) end()
      void callSafely(() => bridge.call['practice:end']({ ending: 'stopped' }))
    }
  }, [parts, bridge, hasBegun, locale])
  return parts
}
