import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useComanda, useFormats, useTick } from '../ui/window/window-parts.ts'

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
    .filter(
      ({ status, startAt, heldUntil }) => startAt !== undefined && (status !== 'CREATED' || heldUntil === startAt),
    )
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
