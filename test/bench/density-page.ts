import type { Ticket } from '../../shared/ticket.ts'
import type { isPageOneBlank } from './density-bounds.ts'

/** What a board shows without a tap. */
export type BoardMeasures = {
  /** Orders that are visible completely, as a whole ticket or as a card. */
  readonly inSight: number
  readonly newOutOfSight: number
  readonly preparing: number
  /** Orders that page one shows as a ticket, also one that turns, or as a card. Cards of the rail do not count. */
  readonly onPageOne: number
  /** Empty share of the area of whole tickets, in per cent. */
  readonly blank: number
  /** By order id: the corner and the form of each ticket or card on page one or in the rail, also of one that turns. */
  readonly corners: Readonly<Record<string, string>>
  /** By order id: status and lane of every order of the board. */
  readonly steps: Readonly<Record<string, string>>
}

/** Measures the orders that a board shows without a tap. Runs inside the page, so it may use no outer variable. */
export function measureBoard(): BoardMeasures {
  const isDrawn = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    // The first column of page two has its place behind the rail, where the pages are clipped.
    const { left, right, top, bottom } = (
      element.closest('.pages, .side') ?? document.documentElement
    ).getBoundingClientRect()
    const isInZone = box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1
    const isInWindow =
      box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.width > 0
    const hasContent = element.childElementCount > 0 && !element.classList.contains('slot-measured')
    return hasContent && isInWindow && isInZone
  }
  const idsOf = (elements: readonly HTMLElement[]): ReadonlySet<string> =>
    new Set(elements.map((one) => one.dataset.orderId ?? ''))
  const all = [...document.querySelectorAll<HTMLElement>('article[data-order-id]:not([data-lane="done"])')]
  const inLane = (lane: string): ReadonlySet<string> => idsOf(all.filter((one) => one.dataset.lane === lane))
  const drawn = all.filter(isDrawn)
  // The rest of a ticket that turns needs a tap.
  const seen = drawn.filter((one) => one.querySelector('.turn-over') === null)
  const seenIds = idsOf(seen)
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
    inSight: seenIds.size,
    newOutOfSight: [...inLane('new')].filter((id) => !seenIds.has(id)).length,
    preparing: inLane('preparing').size,
    onPageOne: idsOf(drawn.filter((one) => one.closest('.page') !== null)).size,
    blank: area === 0 ? 0 : (100 * empty) / area,
    // A ticket that begins to turn, because it has grown, does not move.
    corners: Object.fromEntries(
      drawn.map((one) => {
        const { left, top } = one.getBoundingClientRect()
        const form = one.classList.contains('card') ? 'card' : 'ticket'
        return [one.dataset.orderId ?? '', `${Math.round(left)},${Math.round(top)} ${form}`]
      }),
    ),
    steps: Object.fromEntries(all.map(({ dataset }) => [dataset.orderId ?? '', `${dataset.status} ${dataset.lane}`])),
  }
}

/** An order that got another place or form in sight, or left sight while it was open, although it took no step. */
export type Move = {
  /** The form that moved. */
  readonly form: 'ticket' | 'card'
  /** A new order took the place. */
  readonly isForNewOrder: boolean
  readonly sinceTouchMs: number
}

/** What was drawn since the start of the recording. */
export type Recording = { readonly moves: readonly Move[]; readonly blankFrames: number; readonly frames: number }

/** Functions of the density figures inside the page, as `window.density`. */
export type DensityPage = {
  readonly measure: () => BoardMeasures
  /**
   * Resolves when exactly these orders are on the board, read and with the given status, every ticket is measured, and
   * nothing was changed or moved for `quietMs`.
   */
  readonly whenAtRest: (statuses: Readonly<Record<string, string>>, quietMs: number) => Promise<void>
  /** Resolves when the last touch was at least `ms` ago. */
  readonly whenUntouched: (ms: number) => Promise<void>
  /** From now on compares the drawn frames. */
  readonly record: () => void
  readonly recording: () => Recording
}

declare global {
  interface Window {
    density: DensityPage
    measureBoard: typeof measureBoard
    isPageOneBlank: typeof isPageOneBlank
  }
}

/** Adds `window.density` to the page. Runs inside the page, after `measureBoard` and `isPageOneBlank` were added to `window`. */
export function watchBoard(): void {
  const CHECK_EVERY_MS = 25
  const TIMEOUT_MS = 60_000
  /** An order that takes a step may get another place soon afterwards. */
  const OWN_STEP_MS = 1_000
  const read = new Map<string, Ticket>()
  let changedAt = performance.now()
  let touchedAt = Number.NEGATIVE_INFINITY
  let before: BoardMeasures | undefined
  let isFrameDue = false
  const steppedAt = new Map<string, number>()
  const moves: Move[] = []
  let frames = 0
  let blankFrames = 0

  const frame = (): void => {
    isFrameDue = false
    if (before === undefined) return
    const now = window.measureBoard()
    frames += 1
    if (window.isPageOneBlank(now)) blankFrames += 1
    for (const [orderId, step] of Object.entries(now.steps))
      if (before.steps[orderId] !== step) steppedAt.set(orderId, changedAt)
    const cameTo = new Set(
      Object.entries(now.corners)
        .filter(([id, corner]) => before?.corners[id] !== corner && now.steps[id]?.endsWith(' new'))
        .map(([, corner]) => corner),
    )
    for (const [orderId, from] of Object.entries(before.corners)) {
      const isOwnStep = changedAt - (steppedAt.get(orderId) ?? Number.NEGATIVE_INFINITY) < OWN_STEP_MS
      if (now.corners[orderId] === from || isOwnStep || now.steps[orderId] === undefined) continue
      const form = from.endsWith('card') ? 'card' : 'ticket'
      moves.push({ form, isForNewOrder: cameTo.has(from), sinceTouchMs: changedAt - touchedAt })
    }
    before = now
  }
  new MutationObserver(() => {
    changedAt = performance.now()
    if (before === undefined || isFrameDue) return
    isFrameDue = true
    requestAnimationFrame(frame)
  }).observe(document.querySelector('main') ?? document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'data-status', 'data-lane', 'data-measured'],
  })
  for (const event of ['pointerdown', 'pointerup'])
    addEventListener(event, ({ timeStamp }) => (touchedAt = timeStamp), { capture: true, passive: true })
  window.comanda.on['board:delta'](({ changed }) => {
    for (const ticket of changed) read.set(ticket.orderId, ticket)
  })

  const waitUntil = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const check = (): void => {
        if (holds()) resolve()
        else if (performance.now() - startedAt > TIMEOUT_MS) reject(new Error('The board is not at rest'))
        else setTimeout(check, CHECK_EVERY_MS)
      }
      check()
    })
  const shows = (statuses: Readonly<Record<string, string>>): boolean => {
    const shown = [...document.querySelectorAll<HTMLElement>('.wall article[data-order-id]:not([data-lane="done"])')]
    const ids = new Set(shown.map(({ dataset }) => dataset.orderId ?? ''))
    return (
      shown.every(({ dataset }) => dataset.status === statuses[dataset.orderId ?? '']) &&
      Object.entries(statuses).every(([id, status]) => {
        const ticket = read.get(id)
        return ids.has(id) && ticket?.reading === 'read' && ticket.status === status
      })
    )
  }
  window.density = {
    measure: window.measureBoard,
    whenAtRest: (statuses, quietMs) =>
      waitUntil(
        () =>
          performance.now() - changedAt >= quietMs &&
          document.querySelector('.pages[data-measured]') !== null &&
          shows(statuses),
      ),
    whenUntouched: (ms) => waitUntil(() => performance.now() - touchedAt >= ms),
    record() {
      before = window.measureBoard()
    },
    recording: () => ({ moves, blankFrames, frames }),
  }
}
