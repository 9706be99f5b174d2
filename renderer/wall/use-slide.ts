import { type RefObject, useLayoutEffect, useRef } from 'react'
import { usePlaces } from '../places/places-context.ts'

const FADE_MS = 160
const STEP_FADE_MS = 200
/** Gaps that close, and tickets that change their column: all of a layout move together. */
const CLOSE_MS = 180
const COLUMN_MS = 240

const columnOf = (transform: string): string => transform.split(',')[0] ?? ''

/**
 * Tickets slide to their new places in one motion, and new ones fade in; at a new text step all of them fade in at their places.
 * Animations and not transitions, which the browser drops when a ticket gets another place in the document.
 */
export function useSlide(wall: RefObject<HTMLElement | null>): void {
  const places = usePlaces((state) => state.places)
  const step = usePlaces((state) => (state.places.size === 0 ? undefined : state.layout.step))
  const known = useRef(new WeakMap<Element, string>())
  const before = useRef(step)
  useLayoutEffect(() => {
    const isStepNew = step !== undefined && before.current !== undefined && before.current !== step
    before.current = step
    const moves: { readonly ticket: HTMLElement; readonly from: string; readonly to: string }[] = []
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const ticket of places.size === 0
      ? []
      : (wall.current?.querySelectorAll<HTMLElement>('.page > .ticket[style]') ?? [])) {
      const to = ticket.style.transform
      const from = known.current.get(ticket)
      if (to === from) continue
      known.current.set(ticket, to)
      const page = ticket.parentElement?.dataset
      if (isStill || isStepNew || page?.inSight === undefined) continue
      if (from) moves.push({ ticket, from, to })
      // Not those of the first picture: each fade would be a layer of its own in every frame.
      else if (page.live !== undefined) ticket.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS)
    }
    const duration = moves.some(({ from, to }) => columnOf(from) !== columnOf(to)) ? COLUMN_MS : CLOSE_MS
    for (const { ticket, from, to } of moves)
      ticket.animate([{ transform: from }, { transform: to }], { duration, easing: 'ease-out' })
    if (isStepNew && !isStill) wall.current?.animate([{ opacity: 0 }, { opacity: 1 }], STEP_FADE_MS)
  }, [wall, places, step])
}
