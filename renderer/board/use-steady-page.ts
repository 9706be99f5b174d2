import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useSlots, useWindowParts } from '../app/window-parts.ts'
import type { Section, SectionKind } from './arrangement.ts'

const sectionAt = (sections: readonly Section[], page: number): Section | undefined =>
  sections.findLast((section) => section.firstPage <= page)

/** Pages that come or go before the one in sight do not turn it: the reader stays where the reader was. */
export function useSteadyPage(pages: RefObject<HTMLElement | null>): void {
  const { slots } = useWindowParts()
  const sections = useSlots((state) => state.sections)
  const filter = useSlots((state) => state.filter)
  const seen = useRef<{ readonly kind: SectionKind; readonly offset: number }>(undefined)
  useEffect(
    () =>
      slots.subscribe((state, before) => {
        if (state.page === before.page) return
        const section = sectionAt(state.sections, state.page)
        seen.current = section && { kind: section.kind, offset: state.page - section.firstPage }
      }),
    [slots],
  )
  useLayoutEffect(() => {
    const element = pages.current
    const section = sections.find(({ kind }) => kind === seen.current?.kind)
    if (!element || !section || !seen.current) return
    const page = section.firstPage + Math.min(seen.current.offset, section.pages - 1)
    if (page !== slots.getState().page) element.scrollLeft = page * element.clientWidth
  }, [pages, sections, slots])
  useLayoutEffect(() => {
    // Another view begins at its beginning.
    seen.current = undefined
    if (pages.current && filter) pages.current.scrollLeft = 0
  }, [pages, filter])
}
