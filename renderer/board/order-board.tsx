import { useTranslation } from 'react-i18next'
import { BumpBar } from '../keys/bump-bar.tsx'
import { LazySetupPanel } from '../setup/lazy-setup-panel.tsx'
import { StopBar } from '../stop/stop-bar.tsx'
import { useComanda } from '../window/window-parts.ts'
import { BoardBar } from './board-bar.tsx'
import { LazyLaneBoard } from './lazy-lane-board.tsx'
import { WallBoard } from './wall-board.tsx'

/** The kitchen's view: tickets that keep their place, or one column for each lane. */
export function OrderBoard() {
  const { t } = useTranslation()
  const layout = useComanda((state) => state.settings?.layout ?? 'grid')
  const needsSetup = useComanda((state) => state.connection.freshness.state === 'setup')
  const isEmpty = useComanda((state) => Object.keys(state.board.orders).length === 0)
  // Known orders stay in sight when the credentials fail; the badge names the problem.
  if (needsSetup && isEmpty) return <LazySetupPanel />
  return (
    <main className="board" aria-label={t('board.label')}>
      <div className="board-top">{layout === 'grid' ? <BoardBar /> : <StopBar />}</div>
      {layout === 'lanes' ? <LazyLaneBoard /> : <WallBoard />}
      <BumpBar />
    </main>
  )
}
