import './announcements.css'
import { BellOff, BellRing, X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shortId } from '../../shared/ticket/short-id.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { usePlaces } from '../places/places-context.ts'
import { ringingIn } from '../store/board-state.ts'
import { SKEW_LIMIT_MS } from '../store/platform-clock.ts'
import { HeaderButton } from '../ui/controls/header-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { isKnownNotice } from '../ui/window/known-notice.ts'
import { useComanda, useFormats, useWindowParts, useWords } from '../ui/window/window-parts.ts'

/** Notices about past events. They are shown until a user closes them. */
const CLOSABLE_NOTICES: readonly string[] = [
  'storage-repaired',
  'storage-lost',
  'provision-taken',
  'provision-refused',
  'provision-not-erased',
  'provision-waiting',
  'provision-on-screen',
]

/** Notices about the form of the acknowledgments. A test may find another one. */
const TESTED_NOTICES: readonly string[] = ['acknowledgments-refused', 'acknowledgments-ignored']

/** Notices about one platform, which is named where there are several. */
const PLATFORM_NOTICES: readonly string[] = [
  'orders-held-back',
  'storage-repaired',
  'storage-lost',
  'storage-damaged',
  'storage-newer',
]

function TestNow() {
  const t = useWords()
  const { bridge } = useWindowParts()
  return (
    <button
      type="button"
      className="button"
      data-command="test-now"
      onClick={() => void callSafely(() => bridge.call['sync:retry-now'](null))}
    >
      {t('action.testNow')}
    </button>
  )
}

/** Below the wall, so that it covers no ticket and no count. */
export function Notice() {
  const t = useWords()
  const isSkewed = useComanda((state) => Math.abs(state.connection.skewMs) > SKEW_LIMIT_MS)
  const sent = useComanda((state) => (state.isNoticeClosed ? undefined : state.connection.notice || undefined))
  const closeNotice = useComanda((state) => state.closeNotice)
  const notice = sent ?? (isSkewed ? 'clock-skew' : undefined)
  const isOfPlatform = [...PLATFORM_NOTICES, ...TESTED_NOTICES].some((one) => one === notice)
  const about = useComanda(
    (state) => state.connection.freshness.connections?.find((one) => one.notice === notice)?.name,
  )
  if (notice === undefined) return null
  return (
    <div className="notice-bar" role="status" data-notice={notice}>
      <span>
        {about === undefined || !isOfPlatform ? null : <bdi>{about}: </bdi>}
        {t(`notice.${isKnownNotice(notice) ? notice : 'unknown'}`)}
      </span>
      {TESTED_NOTICES.includes(notice) ? <TestNow /> : null}
      {CLOSABLE_NOTICES.includes(notice) ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.close')}
          data-testid="close-notice"
          onClick={() => closeNotice()}
        >
          <X aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/**
 * Silences with one touch everything that rings, but no cancelled order, which its own button acknowledges, and the sound of an
 * outdated board until it is up to date again.
 */
function SilenceAll() {
  const t = useWords()
  const { bridge, store } = useWindowParts()
  const isStale = useComanda((state) => state.sound.isStale && !state.sound.isStaleSilenced)
  const rings = useComanda((state) => ringingIn(state.board.orders).length > 0)
  if (!(isStale || rings)) return null
  const silence = (): void => {
    const { board, changeSound } = store.getState()
    if (isStale) changeSound({ isStaleSilenced: true })
    for (const { orderId } of ringingIn(board.orders))
      void callSafely(() => bridge.call['order:quiet-alarm']({ orderId, how: 'silenced' }))
  }
  return (
    <HeaderButton
      data-command="silence-all"
      data-testid={isStale ? 'silence-stale' : undefined}
      Icon={BellOff}
      words={t('alarm.silence')}
      onClick={silence}
    />
  )
}

/** Orders that ring out of sight, and what silences all that ring. */
export function Announcements({ hasPages }: { readonly hasPages: boolean }) {
  return (
    <div className="announcements" data-testid="announcements">
      <HiddenAlarms hasPages={hasPages} />
      <SilenceAll />
    </div>
  )
}

/** Characters of an id that a chip has room for. */
const MAX_ID = 12
/** No row has room for more. */
const MOST_CHIPS = 40

/** The chips in the first line: the others wrap to lines that are out of sight. */
function fittingChips(row: HTMLElement): number {
  const chips = [...row.children]
  const top = chips[0]?.getBoundingClientRect().top
  return chips.filter((chip) => chip.getBoundingClientRect().top === top).length
}

/**
 * Orders whose alarm rings and whose ticket is not visible, each with a button that shows the ticket. Those for which the row
 * has no space are counted by a button that turns the row to them.
 */
function HiddenAlarms({ hasPages }: { readonly hasPages: boolean }) {
  const t = useWords()
  const formats = useFormats()
  const bringTicket = useBringTicket()
  const row = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState<string>()
  const [fitting, setFitting] = useState(0)
  const orderIds = useComanda((state) => state.sound.outOfSight)
  const stops = useComanda((state) => state.board.stops)
  // A cancelled order is already named in the bar of cancelled orders.
  const named = orderIds.filter((orderId) => !stops.includes(orderId))
  const start = Math.max(0, named.indexOf(first ?? ''))
  const turned = [...named.slice(start), ...named.slice(0, start)]
  const chips = turned.slice(0, MOST_CHIPS)
  // One text, which is the same while no number changes.
  const words = useComanda(({ board }) =>
    chips.map((orderId) => shortId(board.orders[orderId]?.displayId ?? orderId, MAX_ID)).join('\n'),
  ).split('\n')
  // A ticket that another one covers is on this page, and not every order that rings is new.
  const areElsewhere = usePlaces(({ page, places }) =>
    named.every((orderId) => (places.get(orderId)?.page ?? page) !== page),
  )
  const areNew = useComanda(({ board }) => named.every((orderId) => board.orders[orderId]?.alarm === 'new'))
  const isElsewhere = hasPages && areElsewhere
  const count = useCallback(() => setFitting(row.current ? fittingChips(row.current) : 0), [])
  // After each drawing: other orders, or other words beside them, may have changed the space.
  useLayoutEffect(count)
  const isShown = named.length > 0
  useEffect(() => {
    if (!isShown || !row.current) return
    const observer = new ResizeObserver(count)
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [isShown, count])
  if (!isShown) return null
  const more = named.length - fitting
  return (
    <div className="announcement-orders">
      <strong className="announcement-words">
        <BellRing aria-hidden />
        <span className="announcement-text">{t(areNew && isElsewhere ? 'alarm.elsewhere' : 'alarm.ringingNow')}</span>
      </strong>
      <div className="announcement-chips" ref={row}>
        {chips.map((orderId, index) => (
          <button
            key={orderId}
            type="button"
            className="announcement-chip"
            data-alarm-order={orderId}
            tabIndex={index < fitting ? undefined : -1}
            onClick={() => bringTicket(orderId)}
          >
            <bdi>{words[index]}</bdi>
          </button>
        ))}
      </div>
      <button
        type="button"
        className="announcement-chip announcement-more"
        data-count={more}
        aria-label={t('board.more', { count: more })}
        onClick={() => setFirst(turned[fitting])}
      >
        +{formats.whole(more)}
      </button>
    </div>
  )
}
