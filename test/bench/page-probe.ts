import type { BoardDelta, CallArgs } from '../../shared/contract/contract.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

/** Functions of the bench inside the page, as `window.bench`. All times in ms of `performance.now()`. */
export type Bench = {
  /** Time from navigation until every order of the first snapshot has a ticket, laid out and painted. */
  readonly boardPainted: Promise<number>
  /** Time from navigation until the visible tickets are painted. */
  readonly pagePainted: Promise<number>
  /** Time from navigation until the frame with the first visible ticket was presented (`presentationTime`). */
  readonly pagePresented: Promise<number>
  /** Time from navigation until no more hidden tickets are drawn. */
  readonly allDrawn: Promise<number>
  /** Pushes a delta like the preload script. */
  readonly change: (changed: readonly Ticket[], removed?: readonly string[]) => void
  /** Pushes a change. Resolves with the time until the frame that shows it in sight was painted. */
  readonly paintedAfter: (changed: readonly Ticket[], selector: string) => Promise<number>
  /** Pushes a new order. Resolves with the times until its frame was painted, and until it was presented. */
  readonly shownAfter: (fresh: Ticket) => Promise<{ readonly painted: number; readonly presented: number }>
  /**
   * Measures the next tap: from the event's time stamp to the frame with the pressed button, and to the frame with the
   * answer.
   */
  readonly nextTap: (answer: string) => Promise<{ readonly pressed: number; readonly answered: number }>
  /**
   * From now on each tap is answered at once with the held ticket, as the core would send it. `platformNow`: the
   * platform's time when the window opened, epoch ms.
   */
  readonly answerTaps: (tickets: readonly Ticket[], platformNow: number) => void
  /** A visible ticket with a large button, and the position of the button. */
  readonly tappable: (index: number) => { readonly orderId: string; readonly x: number; readonly y: number } | undefined
}

declare global {
  interface Window {
    bench: Bench
  }
}

/**
 * Runs in the page after the fake bridge and before all other scripts. It may use no outer variable.
 */
export function installBench({ orders, version: first }: { readonly orders: number; readonly version: number }): void {
  let version = first
  const CHECK_INTERVAL_MS = 250
  const QUIET_MS = 5_000
  /** An order that is not in sight by then counts with this time. */
  const LONGEST_MS = 3_000
  const push = (changed: readonly Ticket[], removed: readonly string[] = []): void => {
    version += 1
    const delta: BoardDelta = { version, changed: structuredClone([...changed]), removed: [...removed] }
    window.harness.push(delta)
  }
  /** Resolves when the first frame in which `isThere` is true was painted: a message that is posted in it arrives later. */
  const painted = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const frame = (): void => {
        if (!isThere()) {
          requestAnimationFrame(frame)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve(performance.now())
        }
        port2.postMessage(undefined)
      }
      requestAnimationFrame(frame)
    })
  /** A ticket in its place. One that is only measured has no id. */
  const placed = '[data-order-id]'
  // Live collections of the browser: reading them takes almost no time.
  const tickets = document.getElementsByClassName('ticket')

  const inSight = (element: Element): boolean => {
    // Reading the position of a skipped element would make the browser compute its layout.
    if (!element.checkVisibility({ contentVisibilityAuto: true })) return false
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  }
  const isPageThere = (): boolean => [...document.querySelectorAll(placed)].some(inSight)
  const waiting = new Map<string, (at: number) => void>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const at: unknown = Reflect.get(entry, 'presentationTime')
      if (typeof at === 'number') waiting.get(String(Reflect.get(entry, 'identifier')))?.(at)
    }
  }).observe({ type: 'element', buffered: true })
  /** Resolves when the first frame in which `isThere` is true was presented: the browser reports it for a new text of that frame. */
  const presented = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const id = `frame-${waiting.size}`
      waiting.set(id, resolve)
      const frame = (): void => {
        if (!isThere()) {
          requestAnimationFrame(frame)
          return
        }
        const mark = document.createElement('p')
        mark.setAttribute('elementtiming', id)
        mark.style.cssText = 'position:fixed;bottom:0;left:0;z-index:9;margin:0;font-size:8px;pointer-events:none'
        mark.textContent = '·'
        document.body.append(mark)
      }
      requestAnimationFrame(frame)
    })
  const bench: Bench = {
    pagePresented: presented(isPageThere),
    boardPainted: painted(() => tickets.length >= orders),
    pagePainted: painted(isPageThere),
    allDrawn: new Promise((resolve) => {
      // Waits until no ticket was added for some time: the number of tickets does not show the end, because some are removed
      // for each that is drawn. Checked rarely, because a check in every frame would leave no idle time for the drawing.
      let since = performance.now()
      new MutationObserver((changes) => {
        const isTicket = (node: Node): boolean => node instanceof Element && node.classList.contains('ticket')
        if (changes.some(({ addedNodes }) => [...addedNodes].some(isTicket))) since = performance.now()
      }).observe(document, { childList: true, subtree: true })
      const timer = setInterval(() => {
        if (tickets.length < orders) since = performance.now()
        if (performance.now() - since < QUIET_MS) return
        clearInterval(timer)
        resolve(since)
      }, CHECK_INTERVAL_MS)
    }),
    change: push,
    paintedAfter: async (changed, selector) => {
      const from = performance.now()
      push(changed)
      return (await painted(() => [...document.querySelectorAll(selector)].some(inSight))) - from
    },
    shownAfter: async (fresh) => {
      const from = performance.now()
      // Live: looking for it in each frame takes almost no time.
      const found = (): Element | undefined => [...tickets].find((one) => one.matches(selector))
      const selector = `[data-order-id="${fresh.orderId}"]`
      const isThere = (): boolean => {
        const ticket = found()
        return (ticket !== undefined && inSight(ticket)) || performance.now() - from > LONGEST_MS
      }
      push([fresh])
      let isIn = false
      // One look in each frame, for both.
      const look = (): boolean => (isIn ||= isThere())
      const [paintedAt, presentedAt] = await Promise.all([painted(look), presented(look)])
      return { painted: paintedAt - from, presented: presentedAt - from }
    },
    nextTap: (answer) =>
      new Promise((resolve) => {
        let pressed = Number.NaN
        addEventListener(
          'pointerdown',
          ({ timeStamp }) => void painted(() => true).then((at) => (pressed = at - timeStamp)),
          { capture: true, once: true },
        )
        addEventListener(
          'click',
          ({ timeStamp }) =>
            void painted(() => document.querySelector(answer) !== null).then((at) =>
              resolve({ pressed, answered: at - timeStamp }),
            ),
          { capture: true, once: true },
        )
      }),
    answerTaps: (tickets, platformNow) => {
      const known = new Map(tickets.map((ticket) => [ticket.orderId, ticket]))
      const UNDO_MS = 5_000
      // Set in the fake bridge, because the window has read the bridge's functions at its start.
      window.harness.answers['order:act'] = ({ orderId, action }: CallArgs<'order:act'>) => {
        const ticket = known.get(orderId)
        const now = Math.floor(platformNow + performance.now())
        const tap = { tapId: 'tap', action, truth: 'held', tappedAt: now, holdUntil: now + UNDO_MS } as const
        if (ticket) push([{ ...ticket, tap, actions: [] }])
        return { ok: true, value: { tapId: 'tap' } }
      }
    },
    tappable: (index) => {
      // Filters the tickets first: reading the position of a button in a hidden ticket would compute its layout.
      const buttons = [...document.querySelectorAll<HTMLElement>(placed)]
        .filter(inSight)
        .flatMap((ticket) => [...ticket.querySelectorAll<HTMLElement>('.act-primary[data-action]')])
        .map((button) => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return { button, x: left + width / 2, y: top + height / 2 }
        })
        .filter(({ button, x, y }) => button.contains(document.elementFromPoint(x, y)))
      const { button, x, y } = buttons[index % Math.max(1, buttons.length)] ?? {}
      const orderId = button?.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
      return orderId === undefined || x === undefined || y === undefined ? undefined : { orderId, x, y }
    },
  }
  Object.assign(window, { bench })
}
