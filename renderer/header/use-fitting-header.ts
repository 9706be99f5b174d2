import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The steps in which the words of the header give way to icons: header.css. */
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Parts of a pixel are rounded. */
const SLACK_PX = 1
/** Letters are taller than their line, but not by a further line. */
const LINE_SLACK_PX = 8

const isCut = (row: HTMLElement): boolean =>
  [row, ...row.querySelectorAll('.tabs')].some((part) => part.scrollWidth > part.clientWidth + SLACK_PX) ||
  [...row.querySelectorAll('[data-cut] .freshness-words')].some(
    (part) => part.scrollHeight > part.clientHeight + LINE_SLACK_PX,
  )

/** Takes as few steps as are needed so that nothing is cut. */
function takeSteps(row: HTMLElement): void {
  for (let taken = 0; taken <= STEPS.length; taken++) {
    row.dataset.steps = STEPS.slice(0, taken).join(' ')
    if (!isCut(row)) return
  }
}

/** For the row of the header: it is fitted when its width, one of its parts or the width of a part has changed. */
export function useFittingHeader(): RefObject<HTMLDivElement | null> {
  const found = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = found.current
    if (row === null) return
    let frame = 0
    const fitLater = (): void => {
      cancelAnimationFrame(frame)
      // In the frame itself a change would alter what is being observed.
      frame = requestAnimationFrame(() => takeSteps(row))
    }
    const sizes = new ResizeObserver(fitLater)
    const observe = (): void => {
      sizes.disconnect()
      for (const part of [row, ...row.children]) sizes.observe(part)
    }
    const parts = new MutationObserver(observe)
    parts.observe(row, { childList: true })
    observe()
    takeSteps(row)
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      parts.disconnect()
    }
  }, [])
  return found
}
