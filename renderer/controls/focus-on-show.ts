import { type RefObject, useLayoutEffect } from 'react'

/** Focuses an element in the commit that shows it, before the frame is painted, so that the first key typed reaches it. */
export function useFocusOnShow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => element.current?.focus(), [element])
}
