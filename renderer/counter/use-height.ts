import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Follows the height of an element.
 * @param onHeight called with the first height and with each change, in px; `before` is `undefined` at first
 */
export function useHeight<Kind extends HTMLElement>(
  onHeight: (height: number, before: number | undefined) => void,
): RefObject<Kind | null> {
  const element = useRef<Kind>(null)
  const latest = useRef(onHeight)
  useLayoutEffect(() => {
    latest.current = onHeight
  })
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    let before: number | undefined
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = current
      if (offsetHeight === before) return
      latest.current(offsetHeight, before)
      before = offsetHeight
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return element
}
