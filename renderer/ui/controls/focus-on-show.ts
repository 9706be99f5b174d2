import { type RefObject, useLayoutEffect } from 'react'

/**
 * Focuses an element before the frame that shows it is painted, so that the element gets the first typed key. A part of the
 * element that was focused so before keeps the focus.
 */
export function useFocusOnShow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!element.current?.contains(document.activeElement)) element.current?.focus()
  }, [element])
}
