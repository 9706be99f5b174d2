import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countdown } from '../../shared/duration.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { useComanda, useTick } from '../window/window-parts.ts'

/** The number of cards below the part of the rail in sight, and the time left to accept the next of them. A tap shows them. */
export function RailMore() {
  const { t } = useTranslation()
  const places = usePlacesStore()
  const hidden = usePlaces((state) => state.hidden)
  const railPage = usePlaces((state) => state.railPage)
  const slots = usePlaces((state) => state.grid.slots)
  const hiddenPlaces = usePlaces((state) => state.hiddenPlaces)
  const below = hiddenPlaces.slice(railPage * slots).filter((id) => id !== undefined)
  const isLast = below.length === 0
  const nearest = useComanda(({ board: { orders } }) =>
    Math.min(...below.map((id) => orders[id]?.confirmBy ?? Number.POSITIVE_INFINITY)),
  )
  const left = useTick((now) => (Number.isFinite(nearest) ? countdown(Math.max(0, nearest - now)) : ''))
  if (hidden.length === 0) return null
  return (
    <button
      type="button"
      className="rail-more"
      data-testid="rail-more"
      data-count={hidden.length}
      data-loud={left === '' ? undefined : 'new'}
      onClick={() => places.turnRail(isLast ? 0 : railPage + 1)}
    >
      {isLast ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
      {isLast ? t('board.railBack') : t('board.more', { count: below.length })}
      {left === '' ? null : <strong>{left}</strong>}
    </button>
  )
}
