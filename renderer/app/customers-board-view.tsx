import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customersBoardOf, seenReady } from '../../shared/ticket/customers-board.ts'
import { freshnessNow } from '../store/freshness-now.ts'
import { widthInEm } from '../ticket/display-id.ts'
import { useComanda, useFormats, useTick } from '../ui/window/window-parts.ts'

/** A touch of this length opens the settings (ms). */
const HOLD_MS = 3_000
/** Movement of the finger that is allowed during the touch (px). */
const HOLD_TOLERANCE_PX = 24
/** Ids that fit in a column. */
const MAX_SHOWN = 40

/** This screen has no buttons: a long touch or Escape opens the settings. The PIN, when set, guards them. */
function useSettingsGesture(): void {
  const openDialog = useComanda((state) => state.openDialog)
  const hasDialog = useComanda((state) => state.dialog !== undefined)
  useEffect(() => {
    if (hasDialog) return
    const ending = new AbortController()
    const { signal } = ending
    const open = (): void => openDialog({ kind: 'settings' })
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const stop = (): void => clearTimeout(timer)
    document.addEventListener(
      'pointerdown',
      ({ clientX, clientY }) => {
        from = { x: clientX, y: clientY }
        stop()
        timer = setTimeout(open, HOLD_MS)
      },
      { signal },
    )
    document.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - from.x, clientY - from.y) > HOLD_TOLERANCE_PX) stop()
      },
      { signal },
    )
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, stop, { signal })
    document.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && open(), { signal })
    return () => {
      stop()
      ending.abort()
    }
  }, [openDialog, hasDialog])
}

/** The age of the board, shown when it is not up to date. */
function Age() {
  const { t } = useTranslation('customers')
  const formats = useFormats()
  const freshness = useComanda((state) => state.connection.freshness)
  const state = useTick((now) => freshnessNow(freshness, now))
  const { checkedAt } = freshness
  const age = useTick((now) => (checkedAt === undefined ? '' : formats.duration(now - checkedAt)))
  return (
    <p className="customers-age" role="status" data-testid="freshness" data-state={state}>
      {state === 'fresh' ? null : age === '' ? t('never') : t('updated', { age })}
    </p>
  )
}

const sizeOf = (count: number): string => {
  if (count <= 8) return 'few'
  if (count <= 18) return 'some'
  return count <= 24 ? 'busy' : 'many'
}

/** Ids may repeat, so the key also contains the position. */
const keyed = (ids: readonly string[]) => ids.map((id, index) => ({ id, key: `${index} ${id}` }))

/** The id that was added last; none before the first one is added in sight. */
function useNewest(ids: readonly string[]): string | undefined {
  const [before, setBefore] = useState(() => seenReady(ids))
  const seen = seenReady(ids, before)
  if (seen !== before) setBefore(seen)
  return seen.newest
}

/** Below the columns: the shop and the time; the age of the board when it is not up to date. */
function Foot({ shop }: { readonly shop: string | undefined }) {
  const formats = useFormats()
  const time = useTick((now) => formats.time(now))
  return (
    <footer className="customers-foot">
      <bdi className="customers-shop">{shop}</bdi>
      <Age />
      <time className="customers-time">{time}</time>
    </footer>
  )
}

type ColumnProps = {
  readonly kind: 'preparing' | 'ready'
  readonly ids: readonly string[]
  readonly newest?: string | undefined
}

function Column({ kind, ids, newest }: ColumnProps) {
  const { t } = useTranslation('customers')
  const rest = ids.length - MAX_SHOWN
  return (
    <section className="customers-column" data-column={kind} aria-labelledby={`customers-${kind}`}>
      <h2 id={`customers-${kind}`} className="customers-title">
        {t(kind)}
      </h2>
      <ul className="customers-ids" data-size={sizeOf(ids.length)}>
        {keyed(ids.slice(0, MAX_SHOWN)).map(({ id, key }) => (
          <li key={key} className="customers-id" data-ems={widthInEm(id)} data-newest={id === newest || undefined}>
            <bdi>{id}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="customers-more">{t('more', { count: rest })}</p> : null}
    </section>
  )
}

/** The customers' board: the orders in preparation and the ready ones. It shows no names and has no buttons. */
export function CustomersBoardView() {
  const orders = useComanda((state) => state.board.orders)
  const { t } = useTranslation('customers')
  useSettingsGesture()
  const { preparing, ready, shop } = customersBoardOf(Object.values(orders))
  const newest = useNewest(ready)
  return (
    <main className="customers">
      <h1 className="visually-hidden">{t('title')}</h1>
      <Column kind="preparing" ids={preparing} />
      <Column kind="ready" ids={ready} newest={newest} />
      <Foot shop={shop} />
    </main>
  )
}
