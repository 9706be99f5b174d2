import type { Size } from './slots.ts'

/** A pixel or two of glyphs that lean over their edge are no further column. */
const SLACK_PX = 4

/**
 * What one look at a ticket says: how many columns its lines need (of more than one that it was given, about how many it
 * fills), and how high it would be in a single one.
 */
export type Look = { readonly columnsNeeded: number; readonly columnsGiven: number; readonly height: number }

/**
 * Reads a ticket's needs off the laid-out page; writes nothing. In a single column the lines' height tells how many they
 * need at the least; once they run over columns the page tells it exactly.
 */
export function lookAt(article: HTMLElement): Look | undefined {
  const body = article.querySelector<HTMLElement>('.ticket-body')
  const flow = body?.querySelector<HTMLElement>('.ticket-flow')
  if (!body || !flow) return undefined
  const columnsGiven = Number(article.dataset.columns ?? 1)
  const bodyHeight = body.offsetHeight
  const flowHeight = flow.offsetHeight
  // With the room between it and its neighbours: that is part of its cells.
  const margins = 2 * (Number.parseFloat(getComputedStyle(article).marginTop) || 0)
  const height = article.offsetHeight - bodyHeight + flowHeight + margins
  if (article.dataset.flow !== 'columns') {
    const columnsNeeded = Math.max(1, Math.ceil((flowHeight - 1) / Math.max(1, bodyHeight)))
    return { columnsNeeded, columnsGiven, height }
  }
  const gap = Number.parseFloat(getComputedStyle(body).columnGap) || 0
  const width = (body.clientWidth - (columnsGiven - 1) * gap) / columnsGiven
  const reached = Math.ceil((body.scrollWidth - SLACK_PX + gap) / (width + gap))
  if (reached > columnsGiven) return { columnsNeeded: reached, columnsGiven, height }
  // A box is never narrower than what it was given: how much of that is filled, the parts of its lines tell.
  const filled = [...flow.getClientRects()].reduce((sum, part) => sum + part.height, 0)
  const parts = article.querySelector<HTMLElement>('.parts')?.offsetHeight ?? 0
  const columnsFilled = Math.max(1, Math.ceil((filled - 1) / Math.max(1, bodyHeight + parts)))
  return { columnsNeeded: Math.min(columnsFilled, columnsGiven), columnsGiven, height }
}

/**
 * The size for what was seen of a ticket that was given a whole column of `pageHeight` px, in a grid of `rows` rows. A
 * ticket over several columns takes them whole.
 */
export function sizeOf(look: Look, rows: number, pageHeight: number): Size {
  if (look.columnsNeeded > 1) return { columns: look.columnsNeeded, rows }
  return { columns: 1, rows: Math.min(rows, Math.max(1, Math.ceil(look.height / (pageHeight / rows)))) }
}
