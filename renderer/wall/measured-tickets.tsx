import { useLayoutEffect, useRef } from 'react'
import { MOVES } from '../../shared/order/lifecycle.ts'
import type { TapView, Ticket } from '../../shared/ticket/ticket.ts'
import { columnsOfLong, MOST_COLUMNS } from '../places/estimate.ts'
import type { Form, Heights } from '../places/flow.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { TicketFace } from '../ticket/ticket.tsx'
import { shortActionWord } from '../ticket/words.ts'
import type { StepTokens } from '../ui/design/tokens.ts'
import { useComanda, useWords } from '../ui/window/window-parts.ts'

const heightOf = (element: Element | null | undefined): number =>
  Math.ceil(element?.getBoundingClientRect().height ?? 0)

/** A column of several is wider than one alone, by a part of a gap. */
const WIDER = 1.1

/**
 * The height in the fewest columns in which all text fits the wall. Columns are tried only if they can hold the text: the
 * browser takes minutes to balance a text of thousands of characters. A longer order leaves a column to the others.
 */
function wholeHeight(whole: HTMLElement, room: number, { columns, columnWidth, gap }: StepTokens) {
  // The element may have been measured before, at another step or with another text.
  whole.removeAttribute('style')
  delete whole.dataset.span
  const most = Math.min(MOST_COLUMNS, columns)
  const alone = heightOf(whole)
  let span = Math.min(most, Math.max(1, Math.ceil(alone / WIDER / room) - 1))
  let height = alone
  while (height > room && span < most) {
    span += 1
    whole.style.width = `${span * columnWidth - gap}px`
    whole.dataset.span = `${span}`
    whole.style.setProperty('--columns', `${span}`)
    height = heightOf(whole)
  }
  return height > room
    ? { span: columnsOfLong(columns), whole: room, isLong: true }
    : { span, whole: height, isLong: false }
}

/** Its mark stands beside the id. */
const SENT: TapView = { tapId: '', action: 'confirm', truth: 'sent', tappedAt: 0 }

/** A button as wide as the widest one of a head: texts of several rows have the same height beside each of them. */
function WidestStep() {
  const t = useWords()
  const words = [...MOVES.map((action) => shortActionWord(t, action)), t('action.undo')]
  return (
    <span className="act widest">
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  )
}

/** The order without the state of its taps and without its end, so that it is measured as high as it can become. */
const atRest = (ticket: Ticket): Ticket => ({
  ...ticket,
  // Without the failure of a call.
  orderId: '',
  tap: SENT,
  pairedTap: undefined,
  cancellationRequest: undefined,
  cancelled: undefined,
  recalled: undefined,
})

/**
 * With more tickets the next arrangement is a task of its own. One task for all of them would take seconds on a slow machine,
 * and a window that is silent for so long counts as hung.
 */
const AT_ONCE = 8

/** Tickets drawn out of sight in two forms, to read their heights. One reading of the layout serves all of them. */
export function MeasuredTickets() {
  const places = usePlacesStore()
  const host = useRef<HTMLDivElement>(null)
  const measuring = usePlaces((state) => state.measuring)
  const room = usePlaces((state) => state.height)
  const sizes = usePlaces((state) => (measuring ? state.tokens?.steps[measuring.step] : undefined))
  const orders = useComanda((state) => state.board.orders)
  useLayoutEffect(() => {
    if (!measuring || !host.current || !sizes) return
    const height = room - Math.ceil(0.75 * sizes.gap)
    const heights = new Map<Ticket, Heights>()
    for (const pair of host.current.children) {
      const [whole, names] = [pair.children[0], pair.children[1]]
      const { measuredOrder: orderId } = pair instanceof HTMLElement ? pair.dataset : {}
      const ticket = orderId === undefined ? undefined : orders[orderId]
      if (!ticket || !(whole instanceof HTMLElement)) continue
      const strip = Math.max(sizes.head, heightOf(names?.querySelector('.head')))
      const { span, whole: tall, isLong } = wholeHeight(whole, height, sizes)
      const named = heightOf(names)
      const short = Math.min(named, isLong || span > 1 ? height : tall)
      const long: readonly Form[] = [
        ...(isLong ? ['whole' as const] : []),
        ...(named > height ? ['names' as const] : []),
      ]
      heights.set(ticket, { whole: tall, span, names: short, strip, long })
    }
    const store = (): void => places.measured(measuring.step, heights)
    if (heights.size <= AT_ONCE) {
      store()
      return
    }
    const timer = setTimeout(store)
    return () => clearTimeout(timer)
  }, [measuring, places, sizes, room, orders])
  if (!measuring || !sizes) return null
  const step = <WidestStep />
  return (
    <div ref={host} className="measured" data-step={measuring.step} aria-hidden inert>
      {measuring.ids.map((id) => {
        const ticket = orders[id]
        return ticket ? (
          <div key={id} data-measured-order={id} className="measured-order">
            <TicketFace ticket={atRest(ticket)} form="whole" step={step} />
            <TicketFace ticket={atRest(ticket)} form="names" step={step} />
          </div>
        ) : null
      })}
    </div>
  )
}
