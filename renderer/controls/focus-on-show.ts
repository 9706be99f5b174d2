import { type RefObject, useLayoutEffect } from 'react'

/** Focuses an element before the frame that shows it is painted, so that the element gets the first typed key. */
export function useFocusOnShow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => element.current?.focus(), [element])
}
