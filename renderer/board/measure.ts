import type { Size } from '../places/placing.ts'

/**
 * The result of measuring a drawn ticket: its size, or the number of columns at which it must be drawn and measured next.
 */
export type Measurement = { readonly size: Size } | { readonly trial: number }

/** Tolerance: the browser balances columns in fractions of a pixel. */
const SLACK_PX = 1

/** A ticket with more lines than this many pages hold is not measured more closely. */
const OVERFULL = 2

const heightOf = (element: Element): number => element.getBoundingClientRect().height

/**
 * Reads a ticket's natural size from the laid-out page. One column is preferred. A ticket that is higher than the page gets
 * the fewest columns in which it fits, at most `most`. If it is still higher than the page, it turns. A ticket that has a
 * place (`isPlaced`) keeps its columns. Lengths in CSS px.
 */
export function measureTicket(
  article: HTMLElement,
  columns: number,
  most: number,
  pageHeight: number,
  isPlaced: boolean,
): Measurement | undefined {
  const body = article.querySelector<HTMLElement>('.ticket-body')
  const flow = body?.querySelector<HTMLElement>('.ticket-flow')
  if (!body || !flow) return undefined
  if (columns === 1 && article.dataset.flow === undefined) {
    const frame = heightOf(article) - heightOf(body)
    const height = Math.ceil(frame + heightOf(flow))
    if (height <= pageHeight || most === 1 || isPlaced) return { size: { columns: 1, height } }
    const needed = Math.ceil(heightOf(flow) / Math.max(1, pageHeight - frame))
    // Far more than a page: the layout in balanced columns would take seconds, and the ticket turns anyway.
    if (needed > OVERFULL * most) return { size: { columns: most, height: OVERFULL * pageHeight } }
    return { trial: Math.max(2, Math.min(needed, most)) }
  }
  if (columns === most && body.scrollWidth > OVERFULL * body.clientWidth)
    return { size: { columns, height: OVERFULL * pageHeight } }
  const { height: given } = article.style
  article.classList.add('ticket-natural')
  article.style.height = 'auto'
  const height = Math.ceil(heightOf(article)) + SLACK_PX
  article.style.height = given
  article.classList.remove('ticket-natural')
  if (height > pageHeight && columns < most && !isPlaced) return { trial: columns + 1 }
  return { size: { columns, height } }
}

/** How many times the available space the lines of a ticket fill. Reads the laid-out page. */
export function partsOf(article: HTMLElement): number {
  const body = article.querySelector<HTMLElement>('.ticket-body')
  if (!body) return 1
  const gap = Number.parseFloat(getComputedStyle(body).columnGap) || 0
  return Math.max(1, Math.ceil((body.scrollWidth - 4 + gap) / (body.clientWidth + gap)))
}
