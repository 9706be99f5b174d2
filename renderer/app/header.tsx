import { Ellipsis, History, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortId } from '../../shared/ticket/short-id.ts'
import { ViewSwitch } from '../counter/view-switch.tsx'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { recallLast } from '../places/recall-last.ts'
import { SoundButton } from '../sound/sound-button.tsx'
import { needsSetup } from '../store/freshness-now.ts'
import { HeaderButton } from '../ui/controls/header-button.tsx'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import { useComanda, useIsCut, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { Announcements } from '../wall/announcements.tsx'
import { FreshnessBadge } from '../wall/freshness-badge.tsx'
import { NearestDeadline, PracticeNotice, UnsettledCount, WaitingCouriers, WallClock } from '../wall/header-parts.tsx'
import { StopBar } from '../wall/stop-bar.tsx'
import { Tabs, TotalsButton } from '../wall/tabs.tsx'
import { useFittingHeader } from '../wall/use-fitting-header.ts'
import '../wall/header.css'

const StationChoice = lazyComponent(async () => (await import('./station-choice.tsx')).StationChoice)

/** Characters of an id that a button has room for. */
const MAX_ID = 12

type HeaderRowProps = {
  /** In the middle: the tabs of the wall, or the nearest deadline; nothing above a page. */
  readonly has: 'tabs' | 'deadline' | 'page'
  readonly children?: ReactNode
}

/** One row: freshness and counts, and on the right what is used now and then. A message about the connection takes its place. */
function HeaderRow({ has, children }: HeaderRowProps) {
  const t = useWords()
  const isCut = useIsCut()
  const row = useFittingHeader()
  const hasTabs = has === 'tabs'
  const hasStations = useComanda((state) => (state.settings?.stations.length ?? 0) > 0)
  return (
    <header className="header" data-cut={isCut || undefined}>
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <div className="header-row" ref={row}>
        <PracticeNotice />
        <FreshnessBadge />
        {hasTabs && !isCut ? <Tabs /> : null}
        {has === 'deadline' || (hasTabs && isCut) ? <NearestDeadline /> : null}
        <Announcements hasPages={hasTabs} />
        <WaitingCouriers />
        <UnsettledCount />
        <span className="header-space" />
        {hasTabs ? (
          <>
            {hasStations ? <StationChoice /> : null}
            <TotalsButton />
          </>
        ) : null}
        {children}
        <WallClock />
      </div>
      <StopBar />
    </header>
  )
}

/** Brings the order that left the kitchen last back with one touch. */
function RecallLast() {
  const t = useWords()
  const { bridge, store } = useWindowParts()
  const places = usePlacesStore()
  const orderId = usePlaces((state) => state.lastBumped)
  const displayId = useComanda(({ board }) => {
    const last = orderId === undefined ? undefined : board.orders[orderId]
    return last?.lane === 'done' && !last.recalled ? last.displayId : undefined
  })
  if (displayId === undefined) return null
  return (
    <HeaderButton
      data-command="recall-last"
      Icon={Undo2}
      words={t('board.recall', { displayId: shortId(displayId, MAX_ID) })}
      onClick={() => recallLast({ bridge, store, places })}
    />
  )
}

/** The header of the window. */
export function Header() {
  const t = useWords()
  const openDialog = useComanda((state) => state.openDialog)
  const role = useComanda((state) => state.settings?.role ?? 'all')
  const view = useComanda((state) => state.view)
  const isUnusable = useComanda(({ connection }) => needsSetup(connection.freshness))
  const isPage = useComanda(({ dialog }) => dialog?.kind === 'history' || dialog?.kind === 'whole')
  const isAtCounter = role === 'counter' || (role === 'all' && view === 'counter')
  // A page has its own buttons, and names the new orders itself.
  if (isPage) return <PageHeader />
  return (
    <HeaderRow has={isAtCounter || isUnusable ? 'deadline' : 'tabs'}>
      <SoundButton />
      {role === 'all' ? <ViewSwitch /> : null}
      <RecallLast />
      <HeaderButton
        data-testid="open-history"
        Icon={History}
        words={t('board.history')}
        onClick={() => openDialog({ kind: 'history' })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('settings.title')}
        data-testid="open-settings"
        onClick={() => openDialog({ kind: 'settings' })}
      >
        <Ellipsis aria-hidden />
      </button>
    </HeaderRow>
  )
}

/** The header of a page: its own buttons are on the page. */
export const PageHeader = () => <HeaderRow has="page" />

/** The header of a practice. */
export const PracticeHeader = ({ children }: { readonly children: ReactNode }) => (
  <HeaderRow has="tabs">{children}</HeaderRow>
)
