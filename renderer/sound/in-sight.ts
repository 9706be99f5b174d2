type Box = Readonly<Record<'top' | 'left' | 'bottom' | 'right', number>>

/** Lengths in CSS px below which a part counts as not visible: boxes beside each other share fractions of a pixel. */
const LEAST_PX = 1

// Live collections of the browser: searching a full board for an attribute each second would take most of the processor
// time of an idle window.
const articles = document.getElementsByTagName('article')
const chips = document.getElementsByClassName('announcements')
const opened = document.getElementsByClassName('opened')
const sides = document.getElementsByClassName('side')

const overlapOf = (one: Box, other: Box): Box => ({
  top: Math.max(one.top, other.top),
  left: Math.max(one.left, other.left),
  bottom: Math.min(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
})

const isEmpty = ({ top, left, bottom, right }: Box): boolean => right - left < LEAST_PX || bottom - top < LEAST_PX

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.top >= outer.top && inner.left >= outer.left && inner.bottom <= outer.bottom && inner.right <= outer.right

/** What lies over other tickets: an opened ticket, and a panel on a board without a rail. */
const covers = (): readonly Element[] => [...opened, ...[...sides].filter((side) => side.matches('[data-over]'))]

/** Whether a part of the element is visible: inside the window and all its scrolled parents, and not covered. */
function isInSight(element: Element): boolean {
  let visible = overlapOf(element.getBoundingClientRect(), { top: 0, left: 0, bottom: innerHeight, right: innerWidth })
  for (let parent = element.parentElement; parent && !isEmpty(visible); parent = parent.parentElement) {
    if (getComputedStyle(parent).overflowX !== 'visible') visible = overlapOf(visible, parent.getBoundingClientRect())
  }
  if (isEmpty(visible)) return false
  return !covers().some((cover) => !cover.contains(element) && isWithin(visible, cover.getBoundingClientRect()))
}

/**
 * The orders whose ticket is at least partly visible. Empty frames and tickets that are drawn only for measuring do not count.
 */
export function ticketsInSight(orderIds: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  if (orderIds.size === 0) return seen
  for (const article of articles) {
    // On a full board most elements are empty frames.
    if (article.childElementCount === 0) continue
    const { orderId } = article.dataset
    if (orderId === undefined || !orderIds.has(orderId) || article.classList.contains('slot-measured')) continue
    // Reading the position of a skipped element would force its layout.
    if (article.checkVisibility({ contentVisibilityAuto: true }) && isInSight(article)) seen.add(orderId)
  }
  return seen
}

/** Orders that a visible announcement names. */
export function namedInSight(): ReadonlySet<string> {
  const named = [...chips].flatMap((place) => [...place.querySelectorAll<HTMLElement>('[data-calling]')])
  return new Set(named.filter(isInSight).map(({ dataset }) => dataset.calling ?? ''))
}
