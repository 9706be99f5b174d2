import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { PracticeReport } from '../../shared/contract.ts'
import { countdown } from '../../shared/duration.ts'
import { Announcements } from '../app/announcements.tsx'
import { callSafely } from '../app/call-safely.ts'
import { DialogHost } from '../app/dialog-host.tsx'
import { FreshnessBadge } from '../app/freshness-badge.tsx'
import { PracticeNotice, WallClock } from '../app/header.tsx'
import { NearestDeadline } from '../app/nearest-deadline.tsx'
import { UnsettledCount } from '../app/unsettled-count.tsx'
import { useComanda, useTick, useWindowParts, WindowPartsContext } from '../app/window-parts.ts'
import { Board } from '../board/board.tsx'
import { monotonicNow } from '../clock/monotonic-now.ts'
import type { PracticeUnderWay } from '../store/ui-slice.ts'
import { beginPractice } from './begin-practice.ts'
import { isCalledAway } from './called-away.ts'
import { createPracticeWindow, followPractice } from './practice-window.ts'
import { ScoreSheet } from './score-sheet.tsx'
import { addPracticeTexts } from './texts/languages.ts'
import '../styles/practice.css'

function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation('practice')
  const time = useTick(() => countdown(endsAt - monotonicNow()))
  return <span className="practice-left">{t('left', { time })}</span>
}

/** The header and the board of the kitchen, on the parts of the practice. */
function PracticeBoard({ practice, onEnd }: { readonly practice: PracticeUnderWay; readonly onEnd: () => void }) {
  const { t } = useTranslation('practice')
  const real = useWindowParts()
  const [parts] = useState(() => createPracticeWindow(real))
  useEffect(() => followPractice(parts, real), [parts, real])
  return (
    <WindowPartsContext value={parts}>
      <header className="header">
        <div className="header-row">
          <PracticeNotice />
          <FreshnessBadge />
          <NearestDeadline />
          <Announcements />
          <UnsettledCount />
          <TimeLeft endsAt={practice.endsAt} />
          <Button className="button header-button" data-practice="end" onPress={onEnd}>
            {t('end')}
          </Button>
          <WallClock />
        </div>
      </header>
      <Live />
      <DialogHost />
    </WindowPartsContext>
  )
}

function Live() {
  const isLive = useComanda((state) => state.connection.phase === 'live')
  return isLive ? <Board /> : null
}

/**
 * A practice in the place of the real board, which goes on unseen: its alarm rings in this window, and whatever needs a
 * person brings it back at once.
 */
export function PracticeScreen({ practice }: { readonly practice: PracticeUnderWay }) {
  const { i18n } = useTranslation()
  useState(() => addPracticeTexts(i18n))
  const real = useWindowParts()
  const { bridge, store } = real
  const [report, setReport] = useState<PracticeReport>()
  useEffect(() => {
    const look = (): void => {
      // It is in sight until React has drawn; the change that ends it calls this once more.
      if (store.getState().practice !== practice || !isCalledAway(store.getState(), practice)) return
      // First the real board, then all else.
      store.getState().showPractice(undefined)
      void callSafely(() => bridge.call['scenario:end']({ ending: 'called-away' }))
    }
    look()
    return store.subscribe(look)
  }, [store, bridge, practice])
  useEffect(() => bridge.on['scenario:over'](setReport), [bridge])
  const back = (): void => store.getState().showPractice(undefined)
  const end = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['scenario:end']({ ending: 'stopped' }))
    if (answer.ok && answer.value !== null) setReport(answer.value)
    else back()
  }
  const again = async (): Promise<void> => {
    if ((await beginPractice(real, practice.name, true)) === undefined) setReport(undefined)
    else back()
  }
  return report === undefined ? (
    <PracticeBoard key={practice.endsAt} practice={practice} onEnd={() => void end()} />
  ) : (
    <ScoreSheet report={report} onBack={back} onAgain={() => void again()} />
  )
}
