type Box = Readonly<Record<'top' | 'left' | 'bottom' | 'right', number>>

/**
 * An element is visible when at least half of it is, or this many CSS px of its width and height: the number of the order and
 * what it is. A card at the edge of a list shows less.
 */
const MIN_VISIBLE_PX = 96

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

const widthOf = ({ left, right }: Box): number => Math.max(0, right - left)
const heightOf = ({ top, bottom }: Box): number => Math.max(0, bottom - top)
const areaOf = (box: Box): number => widthOf(box) * heightOf(box)

/** What lies over other tickets: an opened ticket, and a panel on a board without a rail. */
const covers = (): readonly Element[] => [...opened, ...[...sides].filter((side) => side.matches('[data-over]'))]

/** The part of the window that an element's scrolled parents leave to it. Each parent is read once: a page has a hundred tickets. */
function createRooms(): (parent: Element | null) => Box {
  const known = new Map<Element, Box>()
  return function roomIn(parent): Box {
    if (!parent) return { top: 0, left: 0, bottom: innerHeight, right: innerWidth }
    const found = known.get(parent)
    if (found) return found
    const outer = roomIn(parent.parentElement)
    const isClipped = getComputedStyle(parent).overflowX !== 'visible'
    const room = isClipped ? overlapOf(outer, parent.getBoundingClientRect()) : outer
    known.set(parent, room)
    return room
  }
}

/** Whether enough of the element is visible in its room, and not under `over`. */
function isInSight(element: Element, over: readonly Element[], roomIn: ReturnType<typeof createRooms>): boolean {
  const box = element.getBoundingClientRect()
  const visible = overlapOf(box, roomIn(element.parentElement))
  if (
    widthOf(visible) === 0 ||
    widthOf(visible) < Math.min(box.width / 2, MIN_VISIBLE_PX) ||
    heightOf(visible) < Math.min(box.height / 2, MIN_VISIBLE_PX)
  )
    return false
  const isCovering = (cover: Element): boolean =>
    areaOf(overlapOf(visible, cover.getBoundingClientRect())) > areaOf(visible) / 2
  return !over.some((cover) => !cover.contains(element) && isCovering(cover))
}

/** The orders whose ticket is visible, at least half of it or its head. Empty frames do not count. */
export function ticketsInSight(orderIds: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  if (orderIds.size === 0) return seen
  const over = covers()
  const roomIn = createRooms()
  for (const article of articles) {
    // On a full board most elements are empty frames.
    if (article.childElementCount === 0) continue
    const { orderId } = article.dataset
    if (orderId === undefined || !orderIds.has(orderId)) continue
    // Reading the position of a skipped element would force its layout.
    if (article.checkVisibility({ contentVisibilityAuto: true }) && isInSight(article, over, roomIn)) seen.add(orderId)
  }
  return seen
}

/** Orders that a visible announcement names. */
export function namedInSight(): ReadonlySet<string> {
  const named = [...chips].flatMap((place) => [...place.querySelectorAll<HTMLElement>('[data-alarm-order]')])
  const over = covers()
  const roomIn = createRooms()
  return new Set(named.filter((chip) => isInSight(chip, over, roomIn)).map(({ dataset }) => dataset.alarmOrder ?? ''))
}
