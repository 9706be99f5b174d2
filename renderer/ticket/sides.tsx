import { ArrowRight } from 'lucide-react'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useFormats, useWords } from '../ui/window/window-parts.ts'

/** Which side of a long order is in sight, from 0; how many it has, the lines of this one and of all. */
export type Sides = {
  readonly at: number
  readonly count: number
  readonly first: number
  readonly last: number
  readonly lines: number
}
const FIRST_SIDE: Sides = { at: 0, count: 1, first: 1, last: 1, lines: 1 }

const isSame = (a: Sides, b: Sides): boolean =>
  a.at === b.at && a.count === b.count && a.first === b.first && a.last === b.last && a.lines === b.lines

/** The side in sight of one ticket. */
export function useSides() {
  const [sides, setSides] = useState(FIRST_SIDE)
  const follow = useCallback((next: Sides) => setSides((before) => (isSame(before, next) ? before : next)), [])
  const turn = useCallback(() => setSides((before) => ({ ...before, at: (before.at + 1) % before.count })), [])
  return { sides, follow, turn, isLast: sides.at === sides.count - 1 }
}

type Block = { readonly element: HTMLElement; readonly begins: number; readonly ends: number }

/**
 * Shows one side of a body in columns: what does not fit is in further columns at its right. Blocks of other sides are not
 * drawn. A block that is higher than a side continues on the next one.
 */
function showSide(body: HTMLElement, wanted: number): Sides {
  const lines = [...body.querySelectorAll<HTMLElement>('.lines > li')]
  const parts = [...body.querySelectorAll<HTMLElement>(':scope > :not(.lines)')]
  for (const element of [...lines, ...parts, ...body.querySelectorAll<HTMLElement>(':scope > .lines')])
    element.removeAttribute('style')
  body.scrollLeft = 0
  const { columnGap, columnCount, paddingLeft, paddingRight } = getComputedStyle(body)
  const width = body.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  const columns = Number.parseInt(columnCount, 10)
  const column = (width + Number.parseFloat(columnGap)) / columns
  const start = body.getBoundingClientRect().left + Number.parseFloat(paddingLeft)
  const columnOf = ({ left }: DOMRect): number => Math.max(0, Math.floor((left - start + 1) / column))
  const blocks = [...lines, ...parts].map((element): Block => {
    const boxes = [...element.getClientRects()].map(columnOf)
    return { element, begins: boxes[0] ?? 0, ends: boxes.at(-1) ?? 0 }
  })
  const sideOf = (at: number): number => Math.floor(at / columns)
  const count = 1 + Math.max(0, ...blocks.map(({ ends }) => sideOf(ends)))
  const at = Math.min(wanted, count - 1)
  const inSight = blocks.filter(({ begins, ends }) => sideOf(begins) <= at && at <= sideOf(ends))
  for (const { element } of blocks.filter((block) => !inSight.includes(block))) element.style.display = 'none'
  // At the top of a column there is no space above a block.
  const [first] = inSight.toSorted((a, b) =>
    a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  if (at > 0 && first)
    for (const one of [first.element, first.element.parentElement]) if (one !== body && one) one.style.marginTop = '0'
  body.scrollLeft = first === undefined ? 0 : Math.max(0, at * columns - first.begins) * column
  const begun = blocks.slice(0, lines.length).filter(({ begins }) => sideOf(begins) <= at).length
  const before = blocks.slice(0, lines.length).filter(({ begins }) => sideOf(begins) < at).length
  return { at, count, first: Math.min(before + 1, begun), last: begun, lines: lines.length }
}

type SidedBodyProps = {
  readonly at: number
  readonly onSides: (sides: Sides) => void
  readonly children: ReactNode
}

/** The body of a long order. One side of it is in sight; what does not fit there is on the next one. */
export function SidedBody({ at, onSides, children }: SidedBodyProps) {
  const body = useRef<HTMLDivElement>(null)
  const [, setSize] = useState(0)
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize(element.clientWidth + element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // After each drawing: the text and the size decide where a side ends.
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    onSides(showSide(element, at))
  })
  return (
    <div ref={body} className="body sided">
      {children}
    </div>
  )
}

type TurnProps = { readonly sides: Sides; readonly moreLines: number; readonly turn: () => void }

/** Counts the lines in sight, and turns to the next side. */
export function SidesFoot({ sides: { first, last, count, lines }, moreLines, turn }: TurnProps) {
  const t = useWords()
  const { whole } = useFormats()
  return (
    <button type="button" className="sides" data-command="turn" disabled={count === 1} onClick={turn}>
      {t('ticket.sides', { first: whole(first), last: whole(last), total: whole(lines + moreLines) })}
      <ArrowRight aria-hidden />
    </button>
  )
}

/** In the place of the next step, which is on the last side. */
export function TurnStep({ turn }: Pick<TurnProps, 'turn'>) {
  const t = useWords()
  return (
    <button type="button" className="act" data-command="turn" onClick={turn}>
      <span className="act-words">{t('ticket.turn')}</span>
    </button>
  )
}
