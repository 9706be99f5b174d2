import { Sigma } from 'lucide-react'
import { usePlaces } from '../places/places-context.ts'
import { EDGE_GAPS } from '../ui/design/tokens.ts'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import { useWords } from '../ui/window/window-parts.ts'
import { LazyAllDayPanel } from './lazy-all-day-panel.tsx'

const NextScheduled = lazyComponent(async () => (await import('./next-scheduled.tsx')).NextScheduled)

/** With fewer orders the totals would only repeat their tickets. */
const TOTALS_FROM = 3

/** In a column without orders: totals and what starts next, until an order needs the room. */
export function FreeColumn() {
  const t = useWords()
  const column = usePlaces(({ layout, line, page, panel }) => {
    const columns = layout.pages[0] ?? []
    // Below a ticket of several columns a column has no entry of its own.
    const isFree = (index: number): boolean =>
      columns[index]?.length === 0 &&
      !columns.some((entries, left) => left < index && (entries[0]?.span ?? 1) > index - left)
    return line.length === 0 || page > 0 || panel === 'totals' ? -1 : columns.findLastIndex((_, index) => isFree(index))
  })
  const hasTotals = usePlaces(({ line }) => line.length >= TOTALS_FROM)
  const sizes = usePlaces((state) => state.tokens?.steps[state.layout.step])
  if (column === -1 || !sizes) return null
  const { columnWidth, gap } = sizes
  return (
    <aside
      className="free-column"
      style={{ left: `${EDGE_GAPS * gap + column * columnWidth}px`, width: `${columnWidth - gap}px` }}
      aria-label={t('allDay.title')}
    >
      {hasTotals ? (
        <div className="aside-part">
          <h3 className="aside-title">
            <Sigma aria-hidden />
            {t('allDay.title')}
          </h3>
          <LazyAllDayPanel />
        </div>
      ) : null}
      <NextScheduled />
    </aside>
  )
}
