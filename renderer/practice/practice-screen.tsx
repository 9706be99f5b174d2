import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PracticeReport } from '../../shared/contract/contract.ts'
import { countdown } from '../../shared/time/duration.ts'
import { usePlacesStore } from '../places/places-context.ts'
import { useSpeaker } from '../sound/speaker-context.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import type { PracticeUnderWay } from '../store/state.ts'
import { BoardPartsProvider } from '../ticket/board-parts.tsx'
import { HeaderButton } from '../ui/controls/header-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useIdleMoments, useTick, useWindowParts } from '../ui/window/window-parts.ts'
import { beginPractice } from './begin-practice.ts'
import { mustInterrupt } from './interruption.ts'
import { ScorePage } from './score-page.tsx'
import './practice.css'
import type { PlacesStore } from '../places/places-store.ts'
import { alarmPage, followAlarm } from '../sound/follow-alarm.ts'
import { after, whenFree } from '../store/after.ts'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import { createPracticeBoard, practiceBridge } from '../ticket/practice-board.ts'

type PracticeScreenProps = {
  readonly practice: PracticeUnderWay
  /** The header of a practice, with its own buttons. */
  readonly header: (buttons: ReactNode) => ReactNode
  /** The header of the page about its score. */
  readonly pageHeader: ReactNode
  /** Drawn with the parts of the practice. */
  readonly board: ReactNode
  readonly dialogs: ReactNode
}

/** Stands in the words for the time, which goes on alone where the header has no room for them. */
const TIME = '\u0000'

function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation('practice')
  const time = useTick(() => countdown(endsAt - monotonicNow()))
  const [before = '', after] = t('left', { time: TIME }).split(TIME)
  return (
    <span className="practice-left" data-practice="left">
      <span>{before}</span>
      {time}
      {after}
    </span>
  )
}

/** The header and the board, with the parts of the practice. */
function PracticeBoard(props: Omit<PracticeScreenProps, 'pageHeader'> & { readonly onEnd: () => void }) {
  const { practice, header, board, dialogs, onEnd } = props
  const { t } = useTranslation('practice')
  const real = useWindowParts()
  const places = usePlacesStore()
  const speaker = useSpeaker()
  const idle = useIdleMoments()
  const [parts] = useState(() => createPracticeBoard(practiceBridge(real.bridge), real.store))
  useEffect(() => {
    const { bridge, store, clock } = parts.window
    const ends = [
      followClock(store, clock),
      followTokens(places, parts.places),
      followAlarm(parts.window, speaker, { ...alarmPage(idle), monotonicNow, after }),
      followBoard(bridge, store, { monotonicNow, after, whenFree }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [parts, places, speaker, idle])
  return (
    <BoardPartsProvider parts={parts}>
      {header(
        <>
          <TimeLeft endsAt={practice.endsAt} />
          <HeaderButton data-practice="end" Icon={LogOut} words={t('end')} onClick={onEnd} />
        </>,
      )}
      <WhenLive>{board}</WhenLive>
      {dialogs}
    </BoardPartsProvider>
  )
}

function WhenLive({ children }: { readonly children: ReactNode }) {
  const isLive = useComanda((state) => state.connection.phase === 'live')
  return isLive ? children : null
}

/**
 * A practice in place of the real board. The real board continues to work: its alarm rings in this window, and a new order,
 * an alarm or a problem ends the practice at once.
 */
export function PracticeScreen({ practice, header, pageHeader, board, dialogs }: PracticeScreenProps) {
  const real = useWindowParts()
  const { bridge, store } = real
  const [report, setReport] = useState<PracticeReport>()
  useEffect(() => {
    const check = (): void => {
      // The change that ends the practice calls this listener again, before React has removed it.
      if (store.getState().practice !== practice || !mustInterrupt(store.getState(), practice)) return
      // The real board is shown first, before the call.
      store.getState().showPractice(undefined)
      void callSafely(() => bridge.call['practice:end']({ ending: 'interrupted' }))
    }
    check()
    return store.subscribe(check)
  }, [store, bridge, practice])
  useEffect(() => bridge.on['practice:over'](setReport), [bridge])
  const back = (): void => store.getState().showPractice(undefined)
  const end = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['practice:end']({ ending: 'stopped' }))
    if (answer.ok && answer.value !== null) setReport(answer.value)
    else back()
  }
  const again = async (): Promise<void> => {
    if ((await beginPractice(real, practice.name, true)) === undefined) setReport(undefined)
    else back()
  }
  return report === undefined ? (
    <PracticeBoard
      key={practice.endsAt}
      practice={practice}
      header={header}
      board={board}
      dialogs={dialogs}
      onEnd={() => void end()}
    />
  ) : (
    <ScorePage report={report} header={pageHeader} onBack={back} onAgain={() => void again()} />
  )
}

/** Copies the sizes of the window to the practice board. */
function followTokens(real: PlacesStore, places: PlacesStore): () => void {
  const copy = (): void => {
    const { tokens } = real.getState()
    if (tokens !== undefined && tokens !== places.getState().tokens) places.setTokens(tokens)
  }
  copy()
  return real.subscribe(copy)
}
