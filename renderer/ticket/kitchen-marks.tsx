import { ArrowUpToLine, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { AGAIN_REASONS } from '../../shared/ticket/again-reasons.ts'
import type { Ticket, TicketLine } from '../../shared/ticket/ticket.ts'
import { useFormats, useTick, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'
import './kitchen-marks.css'

const bringIntoSight = (choices: HTMLElement | null): void => choices?.scrollIntoView({ block: 'nearest' })

/** In the opened order: one dish of the line is made again. */
export function AgainButton({ orderId, line }: { readonly orderId: string; readonly line: TicketLine }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const [isOpen, setOpen] = useState(false)
  const { lineId } = line
  return (
    <>
      <button
        type="button"
        className="act again-button"
        data-command="again"
        aria-label={t('marks.again')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <RotateCcw aria-hidden />
      </button>
      {isOpen ? (
        <fieldset className="mark-choices again-choices" ref={bringIntoSight}>
          <legend>{t('marks.again')}</legend>
          {AGAIN_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="act"
              data-choice={reason}
              onClick={() => {
                setOpen(false)
                void call(() => bridge.call['order:make-again']({ orderId, lineId, reason }))
              }}
            >
              <span className="act-words">{t(`marks.reason.${reason}`)}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}

/** "de novo 1× · caiu", with the time since then. */
export function AgainMark({ line: { again, quantity, unit } }: { readonly line: TicketLine }) {
  const t = useWords()
  const formats = useFormats()
  const age = useTick((now) => (again === undefined ? '' : formats.minutes(now - again.since)))
  if (again === undefined) return null
  return (
    <p className="again-mark" data-again={again.reason}>
      <RotateCcw aria-hidden />
      <span>
        {t('marks.isAgain')} {formats.quantity(quantity, unit)}
      </span>{' '}
      <span>{t(`marks.reason.${again.reason}`)}</span> <span className="again-age">{age}</span>
    </p>
  )
}

/** Beside the id of an order that was moved to the front. */
export function FirstMark({ ticket: { isFirst } }: { readonly ticket: Ticket }) {
  const t = useWords()
  return isFirst ? (
    <span className="mark" data-first>
      <ArrowUpToLine aria-hidden />
      <span className="visually-hidden">{t('marks.isFirst')}</span>
    </span>
  ) : null
}
