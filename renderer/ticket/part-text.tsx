import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../ui/window/window-parts.ts'

/** Parts of a pixel are rounded. */
const SLACK_PX = 1

/** Whether all of an element is drawn inside of the body. A body of several columns continues at its right. */
function isInside(element: Element, body: Element): boolean {
  const { bottom, right } = body.getBoundingClientRect()
  return [...element.getClientRects()].every((box) => box.bottom <= bottom + SLACK_PX && box.right <= right + SLACK_PX)
}

/** Hides the dishes and notes that do not fit the body. Returns how many. */
function hideRest(body: HTMLElement): number {
  const blocks = [...body.querySelectorAll<HTMLElement>('.lines > li, :scope > :not(.lines)')]
  // Of a dish that is higher than the body what fits stays in sight.
  const details = [...body.querySelectorAll<HTMLElement>('.lines > li:first-child :is(.option, .note)')]
  for (const element of [...blocks, ...details]) element.style.removeProperty('visibility')
  const [first, ...others] = blocks
  if (first && !isInside(first, body))
    for (const element of details) if (!isInside(element, body)) element.style.visibility = 'hidden'
  const rest = others.filter((block) => !isInside(block, body))
  for (const block of rest) block.style.visibility = 'hidden'
  return rest.length + Number(first !== undefined && !isInside(first, body))
}

/** The text of an order that has grown, as far as it fits the ticket: the rest is counted until a layout makes room for it. */
export function PartText({ children }: { readonly children: ReactNode }) {
  const t = useWords()
  const body = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  // After each drawing: the foot takes room from the text.
  useLayoutEffect(() => {
    const element = body.current
    if (element) setCount((before) => Math.max(hideRest(element), Math.min(before, 1)))
  })
  return (
    <>
      <div ref={body} className="body part">
        {children}
      </div>
      {count === 0 ? null : (
        <p className="part-count" data-more={count}>
          {t('ticket.moreHere', { count })}
        </p>
      )}
    </>
  )
}
