import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { isPageOneBlank } from './density-bounds.ts'

/** What a board shows without a tap. */
export type BoardMeasures = {
  readonly step: string
  /** Orders that are visible completely, in any form. */
  readonly inSight: number
  /** Of these, orders with all their text, and orders of which every dish and note can be read. */
  readonly whole: number
  readonly readable: number
  readonly newOutOfSight: number
  readonly preparing: number
  readonly onPageOne: number
  /** Texts in sight that are cut, or leave their ticket. */
  readonly cut: readonly string[]
  /** Orders of one column that have less detail than the free room of their column allows. */
  readonly denied: readonly string[]
  /** By order id: the corner and the form of each ticket on page one. */
  readonly corners: Readonly<Record<string, string>>
  /** By order id: status and lane of every order of the board. */
  readonly steps: Readonly<Record<string, string>>
}

/** Measures what a board shows without a tap. Runs inside the page, so it may use no outer variable. */
export function measureBoard(): BoardMeasures {
  const SLACK_PX = 1.5
  const all = [...document.querySelectorAll<HTMLElement>('.wall article[data-order-id]:not([data-lane="done"])')]
  const idOf = (one: HTMLElement): string => one.dataset.orderId ?? ''
  const shown = all.filter((one) => {
    const box = one.getBoundingClientRect()
    const isInWindow = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
    return one.closest('.page') !== null && one.childElementCount > 0 && isInWindow
  })
  const ids = new Set(shown.map(idOf))
  const inLane = (lane: string): readonly string[] => all.filter((one) => one.dataset.lane === lane).map(idOf)
  const formed = (forms: readonly string[]): number =>
    shown.filter((one) => forms.includes(one.dataset.form ?? '')).length

  const cutTexts = (ticket: HTMLElement): readonly string[] => {
    const frame = ticket.getBoundingClientRect()
    const texts = document.createTreeWalker(ticket, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || node.textContent?.trim() === '' || parent.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // The box of a text is higher than its line.
      const above = 0.15 * Number.parseFloat(getComputedStyle(parent).fontSize)
      const clip = parent.closest('.figure')?.getBoundingClientRect() ?? frame
      // What is on another side of a long order is out of sight until a turn.
      const side = parent.closest('.sided')?.getBoundingClientRect()
      for (const box of range.getClientRects()) {
        if (side && (box.left >= side.right - SLACK_PX || box.right <= side.left + SLACK_PX)) continue
        const isOut = box.top >= clip.bottom - SLACK_PX - above || box.bottom <= clip.top + SLACK_PX + above
        // What does not fit beside the figure is in a row out of sight, and left out whole.
        if (isOut && clip !== frame) continue
        const isCut =
          box.left < clip.left - SLACK_PX ||
          box.right > clip.right + SLACK_PX ||
          box.top < frame.top - above ||
          box.bottom > frame.bottom + above
        if (isCut) found.push(`${idOf(ticket)}: ${node.textContent}`)
      }
    }
    return found
  }

  const step = document.querySelector<HTMLElement>('.wall-frame')?.dataset.step ?? ''
  const page = document.querySelector<HTMLElement>('.page')?.getBoundingClientRect()
  const boxes = shown.map((one) => ({ one, box: one.getBoundingClientRect() }))
  const [narrowest] = boxes.toSorted((a, b) => a.box.width - b.box.width)
  const width = narrowest?.box.width ?? 1
  const gap = width < innerWidth / 2 ? window.densityHeights.gap(step) : 0
  const edge = page ? 0.75 * gap : 0
  const columns = Math.max(1, Math.round((innerWidth - 2 * edge + gap) / (width + gap)))
  const columnOf = (x: number): number => Math.round((x - edge) / (width + gap))
  const bottoms = Array.from({ length: columns }, () => -gap)
  const slot = document.querySelector<HTMLElement>('.page .more-orders')?.getBoundingClientRect()
  for (const { box } of boxes) {
    const span = Math.max(1, Math.round((box.width + gap) / (width + gap)))
    for (let column = columnOf(box.left); column < columnOf(box.left) + span; column += 1)
      bottoms[column] = Math.max(bottoms[column] ?? 0, box.bottom - (page?.top ?? 0))
  }
  const limit = (page?.height ?? 0) - Math.ceil(edge)
  const freeIn = (column: number): number =>
    (slot && column === columns - 1 ? slot.top - (page?.top ?? 0) - gap : limit) - (bottoms[column] ?? 0) - gap
  const denied = boxes.flatMap(({ one, box }) => {
    const form = one.dataset.form ?? ''
    const known = window.densityHeights.of(idOf(one), step)
    if (form === 'whole' || one.dataset.stage === 'scheduled' || !known) return []
    const wanted = [
      ...(form === 'strip' && one.dataset.stage !== 'ready' ? [known.names] : []),
      ...(known.span > 1 ? [] : [known.whole]),
    ]
    const fits = (height: number): boolean => freeIn(columnOf(box.left)) + gap + box.height >= height + 1
    return wanted.some((height) => height > box.height && fits(height)) ? [`${idOf(one)} ${form}`] : []
  })

  return {
    step,
    inSight: ids.size,
    whole: formed(['whole']),
    readable: formed(['whole', 'names']),
    newOutOfSight: inLane('new').filter((id) => !ids.has(id)).length,
    preparing: inLane('preparing').length,
    onPageOne: ids.size,
    cut: shown.flatMap(cutTexts),
    denied,
    corners: Object.fromEntries(
      boxes.map(({ one, box }) => [idOf(one), `${Math.round(box.left)},${Math.round(box.top)} ${one.dataset.form}`]),
    ),
    steps: Object.fromEntries(all.map(({ dataset }) => [dataset.orderId ?? '', `${dataset.status} ${dataset.lane}`])),
  }
}

/** The heights that the board measures out of sight, by order and text step. Runs inside the page before the first order. */
export function recordHeights(): void {
  const known = new Map<string, { whole: number; names: number; span: number }>()
  const read = Element.prototype.getBoundingClientRect
  Element.prototype.getBoundingClientRect = function () {
    const box = read.call(this)
    const order = this instanceof HTMLElement ? this.parentElement?.dataset.measuredOrder : undefined
    if (order === undefined || !(this instanceof HTMLElement)) return box
    const step = this.closest<HTMLElement>('[data-step]')?.dataset.step ?? ''
    const before = known.get(`${order} ${step}`) ?? { whole: 0, names: 0, span: 1 }
    const height = Math.ceil(box.height)
    const more =
      this.dataset.form === 'names' ? { names: height } : { whole: height, span: Number(this.dataset.span ?? 1) }
    known.set(`${order} ${step}`, { ...before, ...more })
    return box
  }
  window.densityHeights = {
    of: (orderId, step) => known.get(`${orderId} ${step}`),
    gap: (step) => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--gap-${step}`)),
  }
}

/** An order that got another place or form in sight, or left sight while it was open, although it took no step. */
export type Move = {
  /** It got another column. */
  readonly isColumn: boolean
  /** It became whole. */
  readonly becameWhole: boolean
  /** A new order took the place. */
  readonly isForNewOrder: boolean
  readonly sinceTouchMs: number
}

/** What was drawn since the start of the recording. */
export type Recording = {
  readonly moves: readonly Move[]
  /** Changes of the text step. */
  readonly layouts: number
  readonly blankFrames: number
  readonly frames: number
}

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
    densityHeights: {
      readonly of: (
        orderId: string,
        step: string,
      ) => { readonly whole: number; readonly names: number; readonly span: number } | undefined
      readonly gap: (step: string) => number
    }
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
  let layouts = 0

  const frame = (): void => {
    isFrameDue = false
    if (before === undefined) return
    const now = window.measureBoard()
    frames += 1
    if (window.isPageOneBlank(now)) blankFrames += 1
    if (now.step !== before.step) layouts += 1
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
      const to = now.corners[orderId]
      moves.push({
        isColumn: to?.split(',')[0] !== from.split(',')[0],
        becameWhole: !from.endsWith('whole') && to?.endsWith('whole') === true,
        isForNewOrder: cameTo.has(from),
        sinceTouchMs: changedAt - touchedAt,
      })
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
    recording: () => ({ moves, layouts, blankFrames, frames }),
  }
}
