import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The number of steps in which the words of the header give way to icons: header.css. */
const STEPS = 9
/** Parts of a pixel are rounded. */
const SLACK_PX = 1
/** Letters are taller than their line, but not by a further line. */
const LINE_SLACK_PX = 8

const isCut = (part: Element): boolean =>
  part.scrollWidth > part.clientWidth + SLACK_PX || part.scrollHeight > part.clientHeight + LINE_SLACK_PX

/** Takes as few steps as are needed so that nothing is cut. */
function takeSteps(row: HTMLElement): void {
  const parts = [row, ...row.querySelectorAll('.tabs, [data-cut] .freshness-words')]
  row.dataset.steps = ''
  for (let step = 1; step <= STEPS && parts.some(isCut); step++) row.dataset.steps += ` ${step}`
}

/** For the row of the header: it is fitted when its width, one of its parts or the width of a part has changed. */
export function useFittingHeader(): RefObject<HTMLDivElement | null> {
  const found = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = found.current
    if (row === null) return
    // In the same frame a change would alter what is being observed.
    const sizes = new ResizeObserver(() => requestAnimationFrame(() => takeSteps(row)))
    const observe = (): void => {
      sizes.disconnect()
      for (const part of [row, ...row.children]) sizes.observe(part)
    }
    const parts = new MutationObserver(observe)
    parts.observe(row, { childList: true })
    observe()
    takeSteps(row)
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [])
  return found
}
