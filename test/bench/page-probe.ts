import type { BoardDelta, CallArgs } from '../../shared/contract.ts'
import type { Ticket } from '../../shared/ticket.ts'

/** Functions of the bench inside the page, as `window.bench`. All times in ms of `performance.now()`. */
export type Bench = {
  /** Since navigation began: when every order of the first snapshot had its ticket, laid out and painted. */
  readonly boardPainted: Promise<number>
  /** Since navigation began: when the tickets that are in sight were painted. */
  readonly pagePainted: Promise<number>
  /** Since navigation began: when nothing more was drawn out of sight. */
  readonly allDrawn: Promise<number>
  /** Pushes a delta as the preload script does. */
  readonly change: (changed: readonly Ticket[], removed?: readonly string[]) => void
  /** Pushes a change and resolves, once the frame that shows it has been painted, with the time that this took. */
  readonly paintedAfter: (changed: readonly Ticket[], selector: string) => Promise<number>
  /** Listens to the next tap: from the finger's own time stamp to the frame that shows it pressed, and to its answer. */
  readonly nextTap: (answer: string) => Promise<{ readonly pressed: number; readonly answered: number }>
  /** From now on a tap is answered at once with the ticket as the station would send it: held, to be undone. */
  readonly answerTaps: (tickets: readonly Ticket[]) => void
  /** A ticket in sight that offers a large button, and where to tap it. */
  readonly tappable: (index: number) => { readonly orderId: string; readonly x: number; readonly y: number } | undefined
}

declare global {
  interface Window {
    bench: Bench
  }
}

/**
 * Runs in the page before everything else, after the stand-in for the bridge. Uses nothing from outside of itself.
 */
export function installBench({ orders, version: first }: { readonly orders: number; readonly version: number }): void {
  let version = first
  const LOOK_MS = 250
  const QUIET_MS = 5_000
  const push = (changed: readonly Ticket[], removed: readonly string[] = []): void => {
    version += 1
    const delta: BoardDelta = { version, changed: structuredClone([...changed]), removed: [...removed] }
    window.harness.push(delta)
  }
  /** Resolves when the first frame in which `isThere` is true was painted: its message arrives after the painting. */
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
  /** In its place, not only tried for its size. */
  const placed = '[data-order-id]:not(.slot-measured)'
  // Collections that the browser keeps: looking at them costs the page next to nothing.
  const tickets = document.getElementsByClassName('ticket')
  const tried = document.getElementsByClassName('slot-measured')

  const inSight = (element: Element): boolean => {
    // Reading the position of a skipped element would make the browser lay it out.
    if (!element.checkVisibility({ contentVisibilityAuto: true })) return false
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  }
  const bench: Bench = {
    boardPainted: painted(() => tickets.length >= orders && tried.length === 0),
    pagePainted: painted(() => {
      if (tickets.length <= tried.length) return false
      return [...document.querySelectorAll(placed)].some((ticket) => ticket.childElementCount > 0 && inSight(ticket))
    }),
    allDrawn: new Promise((resolve) => {
      // Some are laid aside for each that is drawn: their number tells nothing. Looked at now and then: who looks at
      // every frame leaves no idle moment to draw in.
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
      }, LOOK_MS)
    }),
    change: push,
    paintedAfter: async (changed, selector) => {
      const from = performance.now()
      push(changed)
      return (await painted(() => document.querySelector(selector) !== null)) - from
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
    answerTaps: (tickets) => {
      const known = new Map(tickets.map((ticket) => [ticket.orderId, ticket]))
      // By the stand-in's own answers: the window has taken the bridge's calls when it started.
      window.harness.answers['order:act'] = ({ orderId, action }: CallArgs<'order:act'>) => {
        const ticket = known.get(orderId)
        const now = tickets[0]?.createdAt ?? 0
        const tap = { tapId: 'tap', action, truth: 'held', tappedAt: now, holdUntil: now + 1e9 } as const
        if (ticket) push([{ ...ticket, tap, actions: [] }])
        return { ok: true, value: { tapId: 'tap' } }
      }
    },
    tappable: (index) => {
      // By their tickets first: to ask for the place of something inside a ticket out of sight has it laid out.
      const buttons = [...document.querySelectorAll<HTMLElement>(placed)]
        .filter(inSight)
        .flatMap((ticket) => [...ticket.querySelectorAll<HTMLElement>('.act-primary[data-action]')])
      const button = buttons[index % Math.max(1, buttons.length)]
      const orderId = button?.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
      if (!button || orderId === undefined) return undefined
      const { left, top, width, height } = button.getBoundingClientRect()
      return { orderId, x: left + width / 2, y: top + height / 2 }
    },
  }
  Object.assign(window, { bench })
}
