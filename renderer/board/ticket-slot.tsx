import { FlipHorizontal2 } from 'lucide-react'
import { type CSSProperties, memo, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import type { Place, Size } from '../places/placing.ts'
import { isSameCard } from '../ticket/rail-card.tsx'
import { TicketArticle } from '../ticket/ticket-card.tsx'
import { SightContext, useFormats, useWindowParts } from '../window/window-parts.ts'
import { measureTicket, partsOf } from './measure.ts'
import { useTicketSizes } from './ticket-sizes.ts'

export type Frame = { readonly columnWidth: number; readonly gap: number }

/** Position of a ticket on its page. Every height is a whole number of px, so no rounding is needed. */
export const styleOf = ({ column, columns, y, height }: Place, { columnWidth, gap }: Frame): CSSProperties => ({
  left: `${column * columnWidth}px`,
  top: `${y}px`,
  width: `${columns * columnWidth - gap}px`,
  height: `${height}px`,
})

type PlaceholderProps = { readonly ticket: Ticket; readonly kind: 'slot' | 'card'; readonly style: CSSProperties }

/** Placeholder for a ticket or a card that is not drawn: its place, and its name for assistive technology. */
export const Placeholder = memo(function Placeholder({ ticket, kind, style }: PlaceholderProps) {
  const { orderId, displayId, status, lane } = ticket
  return (
    <article
      className={`ticket ${kind}`}
      style={style}
      tabIndex={-1}
      data-order-id={orderId}
      data-status={status}
      data-lane={lane}
      aria-label={displayId}
    />
  )
}, isSameCard)

/** "1/2 2/2" above the lines of a ticket in several columns, each above its own column. */
function Parts({ columns }: { readonly columns: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (columns === 1) return null
  return (
    <div className="parts" aria-hidden>
      {Array.from({ length: columns }, (_, index) => `${index + 1}`).map((part) => (
        <span key={part}>{t('ticket.part', { part: formats.whole(Number(part)), parts: formats.whole(columns) })}</span>
      ))}
    </div>
  )
}

/** A ticket that does not fit keeps its place. A tap on this button shows its next part. */
function TurnOver({ part, parts, turn }: { readonly part: number; readonly parts: number; readonly turn: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <button type="button" className="turn-over" data-long={parts > 9 || undefined} onClick={turn}>
      <FlipHorizontal2 aria-hidden />
      <span className="visually-hidden">
        {t('ticket.turnOver', { part: formats.whole(part + 1), parts: formats.whole(parts) })}
      </span>
      <span aria-hidden>{`${formats.whole(part + 1)}/${formats.whole(parts)}`}</span>
    </button>
  )
}

export type TicketSlotProps = {
  readonly ticket: Ticket
  readonly failure: string | undefined
  /** Absent while it is measured for the first time. */
  readonly place: Place | undefined
  /** Number of columns for measuring. */
  readonly trial: number | undefined
  readonly frame: Frame
  readonly isInSight: boolean
  readonly isSelected: boolean
  readonly keyNumber: number | undefined
  readonly generation: number
  /** True: drawn only for measuring, while a card in the rail shows the order. */
  readonly isCopy: boolean
}

/**
 * The parts of a ticket that does not fit, and the part that is shown. `room`: the available height in px; `undefined` when
 * the ticket fits.
 */
function useTurning(article: React.RefObject<HTMLElement | null>, room: number | undefined, ticket: Ticket) {
  const [parts, setParts] = useState(1)
  const [part, setPart] = useState(0)
  useLayoutEffect(() => {
    const body = article.current?.querySelector('.ticket-body')
    if (!article.current || !body || !ticket) return
    // The layout depends on the available height only, never on this count. Otherwise each could change the other without
    // end.
    const count = room === undefined ? 1 : partsOf(article.current)
    setParts(count)
    // Reading a position costs a layout, so a ticket that was never turned reads none.
    if (count === 1 && part === 0) return
    const gap = Number.parseFloat(getComputedStyle(body).columnGap) || 0
    body.scrollLeft = Math.min(part, count - 1) * (body.clientWidth + gap)
  }, [article, room, part, ticket])
  return { parts, part: part % parts, turn: () => setPart((part + 1) % parts) }
}

/** Whether a ticket needs more height than its place has. */
const needsMore = (size: Size | undefined, { columns, height }: Place): boolean =>
  size !== undefined && (size.columns > columns || size.height > height + 1)

/** One whole ticket. It measures itself when its content changes, and reports the size that it needs. */
export const TicketSlot = memo(function TicketSlot({
  ticket,
  failure,
  place,
  trial,
  frame,
  isInSight,
  isSelected,
  keyNumber,
  generation,
  isCopy,
}: TicketSlotProps) {
  const { store } = useWindowParts()
  const places = usePlacesStore()
  const { orderId } = ticket
  const article = useRef<HTMLElement>(null)
  const ticketSizes = useTicketSizes()
  const isPlaced = place !== undefined
  const columns = place?.columns ?? trial ?? 1
  const isCramped = usePlaces((state) => place !== undefined && needsMore(state.sizes.get(orderId), place))

  // Measuring costs a layout: once for each content and width.
  useLayoutEffect(() => {
    const { board, failures } = store.getState()
    // This drawing precedes the latest change; the next drawing measures.
    if (!article.current || board.orders[orderId] !== ticket || failures[orderId] !== failure) return
    const drawing = { ticket, failure, columns, generation }
    if (ticketSizes.isKnown(drawing)) return
    const room = places.getState().grid
    const measurement = measureTicket(article.current, columns, room.columns, room.height, isPlaced)
    if (measurement) ticketSizes.report(drawing, measurement)
  }, [orderId, ticket, failure, columns, isPlaced, generation, ticketSizes, store, places])

  const { parts, part, turn } = useTurning(article, isCramped ? place?.height : undefined, ticket)
  return (
    <SightContext value={isInSight}>
      <TicketArticle
        ticket={ticket}
        frame={{
          ref: article,
          className: `slot${place ? '' : ' slot-measured'}${isCramped ? ' slot-full' : ''}`,
          style: {
            ...(place ? styleOf(place, frame) : { width: `${columns * frame.columnWidth - frame.gap}px` }),
            '--columns': columns,
          } as CSSProperties,
          flow: columns > 1 ? 'columns' : isCramped ? 'turned' : undefined,
          turns: isCramped,
          isSelected,
          isCopy,
          keyNumber,
          parts: (
            <>
              <Parts columns={columns} />
              {isCramped && parts > 1 ? <TurnOver part={part} parts={parts} turn={turn} /> : null}
            </>
          ),
        }}
      />
    </SightContext>
  )
})
