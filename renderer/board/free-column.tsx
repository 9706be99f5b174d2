import { CalendarClock, Sigma } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LazyAllDayPanel } from '../all-day/lazy-all-day-panel.tsx'
import { EDGE_GAPS } from '../design/tokens.ts'
import { usePlaces } from '../places/places-context.ts'
import { useComanda, useFormats, useTick } from '../window/window-parts.ts'

/** Starts that are shown at once. */
const MOST_SCHEDULED = 4

/** The next ones that wait for their time. */
export function NextScheduled() {
  const { t } = useTranslation()
  const formats = useFormats()
  const scheduled = useComanda((state) => state.board.lanes.scheduled)
  const orders = useComanda((state) => state.board.orders)
  const day = useTick((now) => Math.floor(now / 60_000))
  const next = scheduled
    .flatMap((id) => orders[id] ?? [])
    .filter(({ status, startAt }) => status !== 'CREATED' && startAt !== undefined)
    .toSorted((a, b) => (a.startAt ?? 0) - (b.startAt ?? 0))
    .slice(0, MOST_SCHEDULED)
  if (next.length === 0) return null
  return (
    <section className="aside-part" aria-label={t('lane.scheduled')}>
      <h3 className="aside-title">
        <CalendarClock aria-hidden />
        {t('lane.scheduled')}
      </h3>
      <ul>
        {next.map(({ orderId, displayId, startAt = 0, customerName, lines }) => (
          <li key={orderId} className="aside-order">
            <strong>{formats.whenShort(startAt, day * 60_000)}</strong> <bdi>{displayId}</bdi>
            {customerName === undefined ? null : (
              <>
                , <bdi>{customerName.split(' ')[0]}</bdi>
              </>
            )}
            , {t('counter.items', { count: lines.length })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In a column without orders: totals and what starts next, until an order needs the room. */
export function FreeColumn() {
  const { t } = useTranslation()
  const column = usePlaces(({ layout, line, page, panel }) => {
    const columns = layout.pages[0] ?? []
    // Below a ticket of several columns a column has no entry of its own.
    const isFree = (index: number): boolean =>
      columns[index]?.length === 0 &&
      !columns.some((entries, left) => left < index && (entries[0]?.span ?? 1) > index - left)
    return line.length === 0 || page > 0 || panel === 'totals' ? -1 : columns.findLastIndex((_, index) => isFree(index))
  })
  const sizes = usePlaces((state) => state.tokens?.steps[state.layout.step])
  if (column === -1 || !sizes) return null
  const { columnWidth, gap } = sizes
  return (
    <aside
      className="free-column"
      style={{ left: `${EDGE_GAPS * gap + column * columnWidth}px`, width: `${columnWidth - gap}px` }}
      aria-label={t('allDay.title')}
    >
      <div className="aside-part">
        <h3 className="aside-title">
          <Sigma aria-hidden />
          {t('allDay.show')}
        </h3>
        <LazyAllDayPanel />
      </div>
      <NextScheduled />
    </aside>
  )
}
