import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { useFormats } from '../window/window-parts.ts'

/** At most this many page numbers are shown: the first, those around the page in sight, the last. */
const MAX_NUMBERS = 3

/** The pages whose numbers are shown, from 0. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  const all = Array.from({ length: pages }, (_, index) => index)
  if (pages <= MAX_NUMBERS) return all
  const wanted = [...all.toSorted((a, b) => Math.abs(a - page) - Math.abs(b - page)).slice(0, MAX_NUMBERS - 1)]
  const edge = page > pages / 2 ? 0 : pages - 1
  return [...new Set([...wanted, edge])].toSorted((a, b) => a - b)
}

/** Goes to a page. Shows how many orders are on the pages after the one in sight. */
export function Pager() {
  const { t } = useTranslation()
  const formats = useFormats()
  const places = usePlacesStore()
  const page = usePlaces((state) => Math.min(state.page, state.pages - 1))
  const pages = usePlaces((state) => state.pages)
  const behind = usePlaces((state) => state.ids.filter((id) => (state.places.get(id)?.page ?? 0) > state.page).length)
  return (
    <nav
      className="pager page-number"
      aria-label={t('board.page', { page: page + 1, pages })}
      data-page={page + 1}
      data-pages={pages}
    >
      {pages > 1
        ? pageNumbers(page, pages).map((number) => (
            <button
              key={number}
              type="button"
              className="page-button"
              data-jump={number + 1}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => places.turnTo(number)}
            >
              {formats.whole(number + 1)}
            </button>
          ))
        : null}
      {pages > 1 ? (
        <button
          type="button"
          className="page-button page-next"
          data-turn="next"
          aria-disabled={page >= pages - 1 || undefined}
          onClick={() => places.turnTo(page + 1)}
        >
          <span className="visually-hidden">{t('board.next')}</span>
          {behind > 0 ? <span className="page-words">{t('board.more', { count: behind })}</span> : null}
          <ChevronRight aria-hidden />
        </button>
      ) : null}
    </nav>
  )
}
