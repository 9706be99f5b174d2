import { Check, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import { useFormats, useWindowParts } from '../app/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'

function Note({ text }: { readonly text: string }) {
  return (
    <span className="note">
      <StickyNote aria-hidden />
      <span>{text}</span>
    </span>
  )
}

/** Named by their place: the same option may stand twice, and the platform may send no id. */
const keyed = (options: readonly TicketOption[]) => options.map((option, index) => ({ option, key: `${index}` }))

function Options({ options }: { readonly options: readonly TicketOption[] }) {
  const formats = useFormats()
  if (options.length === 0) return null
  return (
    <span className="options">
      {keyed(options).map(({ option, key }) => (
        <span key={key} className="option">
          <span className="option-name">
            {option.quantity === 1 ? null : (
              <span className="option-quantity">{formats.quantity(option.quantity, undefined)} </span>
            )}
            <bdi>{option.name}</bdi>
          </span>
          {option.notes === undefined ? null : <Note text={option.notes} />}
          <Options options={option.options} />
        </span>
      ))}
    </span>
  )
}

function LineText({ line }: { readonly line: TicketLine }) {
  const formats = useFormats()
  return (
    <>
      <span className="line-main">
        <span className="line-quantity">{formats.quantity(line.quantity, line.unit)} </span>
        <bdi className="line-name">{line.name}</bdi>
      </span>
      <Options options={line.options} />
      {line.notes === undefined ? null : <Note text={line.notes} />}
    </>
  )
}

/** A line that a tap strikes through. The stroke is drawn at once and stands by what the main process answers. */
function StrikableLine({ orderId, line }: { readonly orderId: string; readonly line: TicketLine }) {
  const { t } = useTranslation()
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
    <button
      type="button"
      className="line"
      aria-pressed={struck}
      data-line-id={line.lineId}
      onClick={() => void strike()}
    >
      <LineText line={line} />
      {struck ? (
        <span className="line-struck">
          <Check aria-hidden /> {t('ticket.struck')}
        </span>
      ) : null}
    </button>
  )
}

/** What is to be cooked. Nothing is shortened: a long name wraps, a long order makes a long ticket. */
export function TicketLines({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  const isWorkedOn = ticket.lane !== 'done' && !ticket.cancelled
  return (
    <>
      <ul className="lines">
        {ticket.lines.map((line) => (
          <li key={line.lineId}>
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
      {ticket.notes.length > 0 ? (
        <section className="order-notes" aria-label={t('ticket.notes')}>
          {ticket.notes.map((note) => (
            <Note key={note} text={note} />
          ))}
        </section>
      ) : null}
    </>
  )
}
