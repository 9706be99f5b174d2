import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countdown } from '../../shared/duration.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { useComanda, useTick } from '../window/window-parts.ts'

/** The number of cards without a slot in the rail, and the time left to accept the next of them. A tap shows them. */
export function RailMore() {
  const { t } = useTranslation()
  const places = usePlacesStore()
  const hidden = usePlaces((state) => state.hidden)
  const isDown = usePlaces((state) => state.isRailDown)
  const nearest = useComanda(({ board: { orders } }) =>
    Math.min(...hidden.map((id) => orders[id]?.confirmBy ?? Number.POSITIVE_INFINITY)),
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
      onClick={() => places.turnRail(!isDown)}
    >
      {isDown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
      {isDown ? t('board.railBack') : t('board.more', { count: hidden.length })}
      {left === '' || isDown ? null : <strong>{left}</strong>}
    </button>
  )
}
