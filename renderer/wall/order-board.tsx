import { needsSetup } from '../store/freshness-now.ts'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import { useComanda, useWords } from '../ui/window/window-parts.ts'
import { Notice } from './announcements.tsx'
import { BumpBar } from './bump-bar.tsx'
import { WallBoard } from './wall-board.tsx'
import './board.css'

/** Loaded when the kitchen has no credentials. */
const SetupPanel = lazyComponent(
  async () => (await import('../setup/setup-panel.tsx')).SetupPanel,
  <main className="setup" />,
)

/** The kitchen's view: tickets that keep their place. */
export function OrderBoard() {
  const t = useWords()
  const isUnusable = useComanda((state) => needsSetup(state.connection.freshness))
  const isEmpty = useComanda((state) => Object.keys(state.board.orders).length === 0)
  // Known orders stay in sight when the credentials fail; the badge names the problem.
  if (isUnusable && isEmpty) return <SetupPanel />
  return (
    <main className="board" aria-label={t('board.label')}>
      <WallBoard />
      <Notice />
      <BumpBar />
    </main>
  )
}
