import type { Ticket } from '../../shared/ticket/ticket.ts'
import { ticketsOf } from '../store/board-state.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { reportBatches } from '../ui/window/report-batches.ts'
import type { WindowParts } from '../ui/window/window-parts.ts'

/** The functions of the page that find the visible tickets. */
export type VisiblePage = {
  readonly nextFrame: (run: () => void) => void
  /** Runs after the next frame, when the page is idle. */
  readonly afterFrame: (run: () => void) => void
  /** Which of these orders have a visible ticket, and which are named by a visible announcement. */
  readonly inSight: (orderIds: ReadonlySet<string>) => {
    readonly tickets: ReadonlySet<string>
    readonly named: ReadonlySet<string>
  }
}

/** The tickets that this window has painted. Each is reported to the main process; again only if a report was lost. */
type VisibleTickets = {
  wasPainted(orderId: string): boolean
  /** Checks after the next frame which tickets are visible. */
  scheduleCheck(): void
}

/** @param onPainted called one frame after the frame that drew further tickets */
export function createVisibleTickets(
  { bridge, store }: Pick<WindowParts, 'bridge' | 'store'>,
  { nextFrame, afterFrame, inSight }: VisiblePage,
  onPainted: () => void,
): VisibleTickets {
  let painted: ReadonlySet<string> = new Set()
  let reported: ReadonlySet<string> = new Set()
  let isCheckScheduled = false

  const tickets = (): readonly Ticket[] => ticketsOf(store.getState().board.orders)
  const isKnown = (orderId: string): boolean => store.getState().board.orders[orderId] !== undefined

  /** Checks only tickets with something left to report. Reports the visible ones in the next frame. */
  const checkVisible = (): void => {
    painted = new Set([...painted].filter(isKnown))
    reported = new Set([...reported].filter(isKnown))
    const unreported = tickets().filter(
      ({ orderId, alarm }) => alarm !== undefined || !painted.has(orderId) || !reported.has(orderId),
    )
    const seen = inSight(new Set(unreported.map(({ orderId }) => orderId)))
    const fresh = [...seen.tickets, ...seen.named].filter((id) => !painted.has(id) && isKnown(id))
    // When the main process still counts a reported ticket as unseen, the report was lost.
    const isUnreported = (id: string): boolean =>
      !reported.has(id) || store.getState().board.orders[id]?.unseen === true
    const shown = [...seen.tickets].filter((id) => isUnreported(id) && isKnown(id))
    showOutOfSight(
      unreported.flatMap(({ orderId, alarm }) => (alarm !== undefined && !seen.tickets.has(orderId) ? [orderId] : [])),
    )
    if (fresh.length + shown.length === 0) {
      isCheckScheduled = false
      return
    }
    nextFrame(() => {
      isCheckScheduled = false
      painted = new Set([...painted, ...fresh].filter(isKnown))
      reported = new Set([...reported, ...shown].filter(isKnown))
      for (const orderIds of reportBatches(shown, (orderId) => orderId)) {
        void callSafely(() => bridge.call['order:shown']({ orderIds: [...orderIds] }))
      }
      if (fresh.length > 0) onPainted()
    })
  }

  const showOutOfSight = (orderIds: readonly string[]): void => {
    const before = store.getState().sound.outOfSight
    const isSame = before.length === orderIds.length && before.every((id, index) => id === orderIds[index])
    if (!isSame) store.getState().changeSound({ outOfSight: orderIds })
  }

  const scheduleCheck = (): void => {
    if (isCheckScheduled) return
    isCheckScheduled = true
    afterFrame(checkVisible)
  }

  return { wasPainted: (orderId) => painted.has(orderId), scheduleCheck }
}

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
type RoomIn = (parent: Element | null) => Box

function createRooms(): RoomIn {
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
function isInSight(element: Element, over: readonly Element[], roomIn: RoomIn): boolean {
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
    const { ticket: orderId } = article.dataset
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
