import { ChefHat } from 'lucide-react'
import { memo, useContext, useState } from 'react'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'
import { useItemName } from '../window/item-name.ts'
import { useFormats, useWindowParts, useWords } from '../window/window-parts.ts'
import { isLong } from './long-lines.ts'
import { MoreOfOrder } from './more-of-order.tsx'
import { useTicketCall } from './ticket-call.ts'
import { TicketNote } from './ticket-note.tsx'
import { useTicketSettings, WholeOrderContext } from './ticket-settings.ts'

/** Keys by position: the same option or note may occur twice, and the platform may send no id. */
const keyed = <T,>(entries: readonly T[]) => entries.map((entry, index) => ({ entry, key: `${index}` }))

function Options({ options }: { readonly options: readonly TicketOption[] }) {
  const formats = useFormats()
  const nameOf = useItemName()
  if (options.length === 0) return null
  return (
    <span className="options">
      {keyed(options).map(({ entry: option, key }) => (
        <span key={key} className="option">
          <span className="option-name">
            {option.quantity === 1 ? null : (
              <span className="option-quantity">{formats.quantity(option.quantity, undefined)} </span>
            )}
            <bdi>{nameOf(option.name)}</bdi>
          </span>
          {option.notes === undefined ? null : <TicketNote text={option.notes} />}
          <Options options={option.options} />
        </span>
      ))}
    </span>
  )
}

function LineText({ line }: { readonly line: TicketLine }) {
  const formats = useFormats()
  const nameOf = useItemName()
  return (
    <>
      <span className="line-main">
        <span className="line-quantity">{formats.quantity(line.quantity, line.unit)} </span>
        <bdi className="line-name">{nameOf(line.name)}</bdi>
      </span>
      <Options options={line.options} />
      {line.notes === undefined ? null : <TicketNote text={line.notes} />}
    </>
  )
}

/** A line that a tap strikes through. It is drawn at once, and corrected when the main process refuses the tap. */
const StrikableLine = memo(function StrikableLine({
  orderId,
  line,
}: {
  readonly orderId: string
  readonly line: TicketLine
}) {
  const t = useWords()
  const formats = useFormats()
  const nameOf = useItemName()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const [wanted, setWanted] = useState<boolean>()
  const struck = wanted ?? line.struck
  if (wanted !== undefined && wanted === line.struck) setWanted(undefined)
  const strike = async (): Promise<void> => {
    setWanted(!struck)
    const isDone = await call(() => bridge.call['order:strike-line']({ orderId, lineId: line.lineId, struck: !struck }))
    if (!isDone) setWanted(undefined)
  }
  return (
    // The text is the button's label, not its content, because a label can continue in the next column and a button cannot.
    <label className="line" data-line-id={line.lineId} data-struck={struck || undefined}>
      <LineText line={line} />
      <span className="line-mark" aria-hidden />
      <button
        type="button"
        className="strike"
        aria-pressed={struck}
        aria-label={t('ticket.strikeLine', {
          line: `${formats.quantity(line.quantity, line.unit)} ${nameOf(line.name)}`,
        })}
        onClick={() => void strike()}
      />
    </label>
  )
})

/** Counts the lines of the other stations, so that the ticket does not look complete. */
function OtherStations({ count, open }: { readonly count: number; readonly open: number }) {
  const t = useWords()
  if (count === 0) return null
  return (
    <p className="other-stations" data-open={open}>
      <ChefHat aria-hidden />
      {open === 0 ? t('station.othersDone') : t('station.othersOpen', { count: open })}
    </p>
  )
}

/**
 * The lines to cook at this station. A long name wraps. For an order that is too large for a ticket, a button opens the whole
 * order.
 */
export function TicketLines({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const settings = useTicketSettings()
  const isOpened = useContext(WholeOrderContext)
  const isWorkedOn = ticket.lane !== 'done' && !ticket.cancelled
  const { own, others, openElsewhere } = linesFor(ticket, stationOf(settings), settings?.stations ?? [])
  // An opened order, or one without a line of this station, also shows what the other stations cook.
  const shownOthers = isOpened || own.length === 0 ? others : []
  return (
    <>
      <ul className="lines">
        {own.map((line) => (
          <li key={line.lineId} data-long={isLong(line) || undefined}>
            {isWorkedOn ? (
              <StrikableLine orderId={ticket.orderId} line={line} />
            ) : (
              <div className="line" data-line-id={line.lineId}>
                <LineText line={line} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {shownOthers.length === 0 ? null : (
        <ul className="lines lines-elsewhere">
          {shownOthers.map((line) => (
            <li key={line.lineId} data-long={isLong(line) || undefined}>
              <div className="line" data-line-id={line.lineId} data-struck={line.struck || undefined}>
                <LineText line={line} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreOfOrder ticket={ticket} />
      <OtherStations count={others.length} open={openElsewhere} />
      {ticket.notes.length > 0 ? (
        <div className="order-notes">
          <span className="visually-hidden">{t('ticket.notes')}</span>
          {keyed(ticket.notes).map(({ entry, key }) => (
            <TicketNote key={key} text={entry} />
          ))}
        </div>
      ) : null}
    </>
  )
}
