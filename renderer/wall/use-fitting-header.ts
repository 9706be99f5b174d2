import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The number of steps in which the words of the header give way to icons: header.css. */
const STEPS = 14
/** Parts of a pixel are rounded. */
const SLACK_PX = 1
/** Letters are taller than their line, but not by a further line. */
const LINE_SLACK_PX = 8

const isCut = (part: Element): boolean =>
  part.scrollWidth > part.clientWidth + SLACK_PX || part.scrollHeight > part.clientHeight + LINE_SLACK_PX

const isRowCut = (row: HTMLElement): boolean =>
  [row, ...row.querySelectorAll('.tabs, [data-cut] .freshness-words, [data-state="setup"] > .freshness-words')].some(
    isCut,
  )

/** Takes as few steps as are needed so that nothing is cut, from those that are taken: each step costs a layout. */
function takeSteps(row: HTMLElement): void {
  let steps = row.dataset.steps ? row.dataset.steps.split(' ').length : 0
  const take = (next: number): void => {
    steps = next
    row.dataset.steps = Array.from({ length: next }, (_, index) => index + 1).join(' ')
  }
  while (steps > 0 && !isRowCut(row)) take(steps - 1)
  while (steps < STEPS && isRowCut(row)) take(steps + 1)
}

/** For the row of the header: it is fitted when its width, one of its parts or the width of a part has changed. */
export function useFittingHeader(): RefObject<HTMLDivElement | null> {
  const found = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = found.current
    if (row === null) return
    const fit = (): void => takeSteps(row)
    // In the same frame a change would alter what is being observed. Words that may come back wait until the window is idle.
    const sizes = new ResizeObserver(() => {
      if (isRowCut(row)) requestAnimationFrame(fit)
      else if (row.dataset.steps) requestIdleCallback(fit)
    })
    const observe = (): void => {
      sizes.disconnect()
      for (const part of [row, ...row.children]) sizes.observe(part)
    }
    const parts = new MutationObserver(observe)
    parts.observe(row, { childList: true })
    observe()
    row.dataset.steps = ''
    takeSteps(row)
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [])
  return found
}
