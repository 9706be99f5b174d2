/** Measures the orders that a board shows without a tap. Runs inside the page, so it may use no outer variable. */
export function measureBoard(): {
  readonly inSight: number
  readonly newOutOfSight: number
  /** Empty share of the area of whole tickets, in per cent. */
  readonly blank: number
  /** By order id: the corner of each completely visible ticket or card. */
  readonly corners: Readonly<Record<string, string>>
} {
  const isWhole = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    // The first column of page two has its place behind the rail, where the pages are clipped.
    const { left, right, top, bottom } = (
      element.closest('.pages, .side') ?? document.documentElement
    ).getBoundingClientRect()
    const isInZone = box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1
    const isInWindow =
      box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.width > 0
    const isDrawn = element.childElementCount > 0 && !element.classList.contains('slot-measured')
    return isDrawn && isInWindow && isInZone
  }
  const all = [...document.querySelectorAll<HTMLElement>('article[data-order-id]')]
  const seen = all.filter(isWhole)
  const fresh = all.filter((one) => one.dataset.lane === 'new')
  const tickets = seen.filter((one) => one.classList.contains('slot'))
  let area = 0
  let empty = 0
  for (const ticket of tickets) {
    const body = ticket.querySelector('.ticket-body')?.getBoundingClientRect()
    const flow = ticket.querySelector('.ticket-flow')
    if (!body || !flow) continue
    const box = ticket.getBoundingClientRect()
    area += box.width * box.height
    const parts = [...flow.getClientRects()]
    const filled = parts.reduce((sum, part) => sum + part.width * part.height, 0)
    empty += Math.max(0, (body.width - 8 * parts.length) * body.height - filled)
  }
  return {
    inSight: new Set(seen.map((one) => one.dataset.orderId)).size,
    newOutOfSight: fresh.filter((one) => !seen.includes(one)).length,
    blank: area === 0 ? 0 : (100 * empty) / area,
    corners: Object.fromEntries(
      seen.map((one) => {
        const { left, top } = one.getBoundingClientRect()
        return [one.dataset.orderId ?? '', `${Math.round(left)},${Math.round(top)} ${one.classList.contains('card')}`]
      }),
    ),
  }
}
