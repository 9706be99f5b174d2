import { useTranslation } from 'react-i18next'
import { AllDayPanel } from '../all-day/all-day-panel.tsx'
import { useComanda, useSlots } from '../app/window-parts.ts'
import { BumpBar } from '../keys/bump-bar.tsx'
import { SetupPanel } from '../setup/setup-panel.tsx'
import { BoardBar } from './board-bar.tsx'
import { GridBoard } from './grid-board.tsx'
import { LaneBoard } from './lane-board.tsx'

/** The kitchen's view: tickets that keep their place, or one column for each lane. */
export function Board() {
  const { t } = useTranslation()
  const layout = useComanda((state) => state.settings?.layout ?? 'grid')
  const needsSetup = useComanda((state) => state.connection.freshness.state === 'setup')
  const isEmpty = useComanda((state) => Object.keys(state.board.orders).length === 0)
  const showsAllDay = useSlots((state) => state.showsAllDay)
  const columns = useSlots((state) => state.tokens?.columns ?? 1)
  // Orders that are known stay in sight whatever happens to the credentials; the badge says what is wrong.
  if (needsSetup && isEmpty) return <SetupPanel />
  return (
    <main className="board" aria-label={t('board.label')}>
      <BoardBar layout={layout} />
      <div className="board-views" style={{ '--all-columns': columns } as React.CSSProperties}>
        {layout === 'lanes' ? <LaneBoard /> : <GridBoard />}
        {showsAllDay ? <AllDayPanel /> : null}
      </div>
      <BumpBar />
    </main>
  )
}
