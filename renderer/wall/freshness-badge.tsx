import { CircleCheck, CloudOff, type LucideIcon, PlugZap, RotateCw, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { countdown } from '../../shared/time/duration.ts'
import type { FreshnessState } from '../../shared/time/freshness.ts'
import { ticketsOf } from '../store/board-state.ts'
import { storeRiskAt } from '../store/freshness-now.ts'
import { HeaderButton } from '../ui/controls/header-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useAdvice, useFreshnessState, useFreshnessWords } from '../ui/window/freshness-words.ts'
import { useComanda, useTick, useWindowParts, useWords } from '../ui/window/window-parts.ts'

const ICONS: Readonly<Record<FreshnessState, LucideIcon>> = {
  fresh: CircleCheck,
  late: TriangleAlert,
  stale: CloudOff,
  offline: WifiOff,
  setup: PlugZap,
}

/** Time until the platform may close the store. */
function StoreRisk() {
  const t = useWords()
  const riskAt = useComanda((store) => storeRiskAt(store.connection.freshness))
  const left = useTick((now) => (riskAt === undefined ? '' : now >= riskAt ? '0' : countdown(riskAt - now)))
  if (left === '') return null
  return left === '0' ? t('freshness.storeRiskNow') : t('freshness.storeRisk', { time: left })
}

/** What staff can do about the problem. */
function Advice() {
  // "Wi-Fi" stays in one row.
  const [before, word, after] = useAdvice().split(/((?<!\S)[^\s-]+-\S+)/)
  return (
    <>
      {before}
      <span className="unbroken">{word}</span>
      {after}
    </>
  )
}

/** Polls at once, during a `Retry-After` or after staff have repaired the connection. */
function RetryNow() {
  const t = useWords()
  const { bridge } = useWindowParts()
  return (
    <HeaderButton
      data-command="retry-now"
      Icon={RotateCw}
      words={t('freshness.retryNow')}
      onClick={() => void callSafely(() => bridge.call['sync:retry-now'](null))}
    />
  )
}

/** The shop, beside the freshness of its orders. */
function ShopName() {
  const name = useComanda(({ board }) =>
    board.shops.size > 0 ? undefined : ticketsOf(board.orders).find((one) => one.merchantName)?.merchantName,
  )
  return name === undefined ? null : (
    <span className="shop-name">
      · <bdi>{name}</bdi>
    </span>
  )
}

/** The platform that is worst off, where the kitchen has several. */
function PlatformName() {
  const name = useComanda((store) => store.connection.freshness.connection)
  return name === undefined ? null : <bdi>{name}: </bdi>
}

/** Opens the list of all platforms, where there are several. */
function PlatformsButton({ children }: { readonly children: ReactNode }) {
  const t = useWords()
  const openDialog = useComanda((store) => store.openDialog)
  const isOfSeveral = useComanda((store) => store.connection.freshness.connections !== undefined)
  return isOfSeveral ? (
    <button
      type="button"
      className="freshness-open"
      data-command="connections"
      title={t('freshness.platforms')}
      onClick={() => openDialog({ kind: 'connections' })}
    >
      {children}
    </button>
  ) : (
    children
  )
}

/** The freshness of the board: quiet while it is good; otherwise since when, the problem, and what to do about it. */
export function FreshnessBadge() {
  const trouble = useComanda((store) => store.connection.freshness.trouble)
  const state = useFreshnessState()
  const Icon = ICONS[state]
  const isCut = state === 'stale' || state === 'offline'
  const words = useFreshnessWords()
  const worst = useComanda((store) => store.connection.freshness.connection)
  return (
    <div
      className="freshness"
      data-testid="freshness"
      data-state={state}
      data-trouble={trouble}
      data-connection={worst}
    >
      <PlatformsButton>
        <Icon aria-hidden />
        <span className="freshness-words">
          {isCut ? (
            <>
              <strong>
                <PlatformName />
                {words}. <Advice />
              </strong>{' '}
              <span className="freshness-risk">
                <StoreRisk />
              </span>
            </>
          ) : (
            <strong>
              <PlatformName />
              {words}
              {/* Also beside known orders: new ones do not come until somebody does this. */}
              {trouble === 'shop-left-out' || (state === 'setup' && trouble !== undefined) ? (
                <>
                  . <Advice />
                </>
              ) : null}
            </strong>
          )}
        </span>
      </PlatformsButton>
      {state === 'fresh' ? <ShopName /> : null}
      {isCut ? <RetryNow /> : null}
    </div>
  )
}
