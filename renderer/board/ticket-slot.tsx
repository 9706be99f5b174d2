import { type CSSProperties, memo, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { SightContext, useFormats, useWindowParts } from '../app/window-parts.ts'
import { TicketArticle } from '../ticket/ticket-card.tsx'
import { countedTo } from './counted-to.ts'
import { useLooks } from './looks.ts'
import { lookAt } from './measure.ts'
import type { Slot } from './slots.ts'

/** Its place on the page on which it begins. */
const styleOf = (slot: Slot | undefined, columns: number, pageColumns: number) =>
  ({
    '--columns': columns,
    ...(slot ? { '--column': slot.column % pageColumns, '--row': slot.row, '--rows': slot.rows } : {}),
  }) as CSSProperties

type TicketPlaceholderProps = { readonly ticket: Ticket; readonly slot: Slot; readonly pageColumns: number }

/** What stands for a ticket that is not drawn: its place, and its name for whoever looks for it. */
export const TicketPlaceholder = memo(function TicketPlaceholder({
  ticket,
  slot,
  pageColumns,
}: TicketPlaceholderProps) {
  const { orderId, displayId, status, lane } = ticket
  return (
    <article
      className="ticket slot"
      style={styleOf(slot, slot.columns, pageColumns)}
      tabIndex={-1}
      data-order-id={orderId}
      data-status={status}
      data-lane={lane}
      aria-label={displayId}
    />
  )
})

/** "1/2 2/2" above the lines of a ticket that runs over several columns, each above its own. */
function Parts({ columns }: { readonly columns: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (columns === 1) return null
  return (
    <div className="parts" aria-hidden>
      {countedTo(columns).map((part) => (
        <span key={part}>{t('ticket.part', { part: formats.whole(part), parts: formats.whole(columns) })}</span>
      ))}
    </div>
  )
}

/**
 * For a ticket that grew where its neighbours leave no room: it stays where it is, says so, and turns over at a touch.
 * It gets its room as soon as there is some.
 */
function TurnOver({ part, parts, turn }: { readonly part: number; readonly parts: number; readonly turn: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <button type="button" className="turn-over" onClick={turn}>
      {t('ticket.turnOver', { part: formats.whole(part + 1), parts: formats.whole(parts) })}
    </button>
  )
}

type TicketSlotProps = {
  readonly orderId: string
  readonly ticket: Ticket
  readonly failure: string | undefined
  readonly slot: Slot
  readonly pageColumns: number
  /** Nobody has measured it yet: that comes first. */
  readonly isSupposed: boolean
  readonly isInSight: boolean
  /** Columns at which it is being tried. */
  readonly trial: number
  readonly isSelected: boolean
  readonly keyNumber: number | undefined
  readonly generation: number
}

/** One ticket in its place. It looks at itself after each drawing and asks for the room that it needs. */
export const TicketSlot = memo(function TicketSlot({
  orderId,
  ticket,
  failure,
  slot: standing,
  pageColumns,
  isSupposed,
  isInSight,
  trial,
  isSelected,
  keyNumber,
  generation,
}: TicketSlotProps) {
  const { store, slots } = useWindowParts()
  const slot = isSupposed ? undefined : standing
  const article = useRef<HTMLElement>(null)
  const report = useLooks()
  /** The ticket as it stood when all of it had room. */
  const roomy = useRef<{ readonly ticket: Ticket; readonly failure: string | undefined; readonly generation: number }>(
    undefined,
  )
  const [hidden, setHidden] = useState(0)
  const [part, setPart] = useState(0)

  useLayoutEffect(() => {
    // Tried over other columns, it is looked at anew.
    if (!article.current || trial < 1) return
    const size = slots.getState().sizes[orderId]
    const fits = slot !== undefined && size !== undefined && slot.columns >= size.columns && slot.rows >= size.rows
    // Looking costs a layout. What was measured for this very place needs no second look.
    const known = roomy.current
    if (fits && known?.ticket === ticket && known.failure === failure && known.generation === generation) return
    const look = lookAt(article.current)
    if (!look) return
    if (failure !== store.getState().failures[orderId]) return
    roomy.current = look.columnsNeeded <= look.columnsGiven ? { ticket, failure, generation } : undefined
    report(orderId, look, slot)
    setHidden(slot ? Math.max(0, look.columnsNeeded - look.columnsGiven) : 0)
  }, [orderId, ticket, failure, slot, trial, generation, report, store, slots])

  const parts = hidden + 1
  const wasTurned = useRef(false)
  useLayoutEffect(() => {
    const body = article.current?.querySelector('.ticket-body')
    if (!body) return
    const shown = Math.min(part, parts - 1)
    if (shown === 0 && !wasTurned.current) return
    wasTurned.current = shown > 0
    const gap = Number.parseFloat(getComputedStyle(body).columnGap) || 0
    body.scrollLeft = shown * (body.clientWidth + gap)
  }, [part, parts])

  const columns = slot?.columns ?? trial
  return (
    <SightContext value={isInSight}>
      <TicketArticle
        ticket={ticket}
        frame={{
          ref: article,
          className: slot ? 'slot' : 'slot slot-measured',
          style: styleOf(slot, columns, pageColumns),
          columns,
          isWide: columns > pageColumns,
          runsOn: columns > 1 || hidden > 0,
          isSelected,
          keyNumber,
          parts: (
            <>
              <Parts columns={columns} />
              {hidden > 0 && columns === 1 ? (
                <TurnOver part={part % parts} parts={parts} turn={() => setPart((part + 1) % parts)} />
              ) : null}
            </>
          ),
        }}
      />
    </SightContext>
  )
})
