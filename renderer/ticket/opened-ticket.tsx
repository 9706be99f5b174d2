import { SendHorizontal, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { MOST_COLUMNS } from '../places/estimate.ts'
import type { Place } from '../places/place.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { mustStop } from '../store/board-state.ts'
import { useComanda, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { ActionButton } from './action-buttons.tsx'
import { nextStepOf } from './next-step.ts'
import { PreparationMinutes } from './preparation-minutes.tsx'
import { TicketArticle } from './ticket.tsx'
import { useTicketCall } from './ticket-call.ts'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import { WholeOrderContext } from './ticket-settings.ts'
import { TurnButtons } from './turn-buttons.tsx'
import './opened-ticket.css'

type ActionsProps = { readonly ticket: Ticket; readonly close: () => void }

/** The actions of an order that are not in its head. */
function Actions({ ticket, close }: ActionsProps) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const { orderId, tap, actions } = ticket
  const call = useTicketCall(orderId)
  const nextStep = tap?.truth === 'held' ? undefined : nextStepOf(ticket)
  return (
    <div className="opened-actions">
      {tap?.truth === 'held' ? (
        <button
          type="button"
          className="act"
          data-command="send-now"
          onClick={() => void call(() => bridge.call['tap:send-now']({ tapId: tap.tapId }))}
        >
          <SendHorizontal aria-hidden />
          <span className="act-words">{t('action.sendNow')}</span>
        </button>
      ) : null}
      {ticket.recalled ? <RecalledMark orderId={orderId} /> : null}
      {nextStep === 'confirm' ? <PreparationMinutes orderId={orderId} /> : null}
      {actions
        .filter((action) => action !== nextStep && action !== 'requestCancellation')
        .map((action) => (
          <ActionButton
            key={action}
            ticket={ticket}
            action={action}
            isPrimary={false}
            // The head of an order for later has "Start" too, of which the platform is not informed.
            {...(action === 'preparing' && ticket.lane === 'scheduled' ? { label: t('action.preparingReported') } : {})}
          />
        ))}
      <TurnButtons ticket={ticket} />
      <WordsRow ticket={ticket} close={close} />
    </div>
  )
}

/** What every opened order offers, in one row of words. */
function WordsRow({ ticket, close }: ActionsProps) {
  const { t } = useTranslation(['translation', 'paper'])
  const { bridge } = useWindowParts()
  const { orderId, actions } = ticket
  const call = useTicketCall(orderId)
  return (
    <div className="opened-words">
      <button
        type="button"
        className="act"
        data-command="print"
        onClick={() => void call(() => bridge.call['print:tickets']({ orderId }))}
      >
        <span className="act-words">{t('paper:print')}</span>
      </button>
      {actions.includes('requestCancellation') ? (
        <ActionButton
          ticket={ticket}
          action="requestCancellation"
          isPrimary={false}
          label={`${t('action.requestCancellation')}…`}
          isWordOnly
        />
      ) : null}
      <button type="button" className="act" data-command="close" onClick={close}>
        <span className="act-words">{t('action.close')}</span>
      </button>
    </div>
  )
}

/** The column beside a ticket: the one on its left, or the one on its right. */
const besideOf = ({ column, span }: Place, columns: number): number =>
  column > 0 ? column - 1 : Math.min(column + span, columns - 1)

/** Its row of words needs them. */
const LEAST_COLUMNS = 2
/** Time without a touch after which an opened ticket closes. */
const CLOSES_AFTER_MS = 30_000

function Opened({ ticket: current }: { readonly ticket: Ticket }) {
  const ticket = useMarksWhileOpen(current)
  const places = usePlacesStore()
  const frame = useRef<HTMLDivElement>(null)
  const place = usePlaces((state) => state.places.get(ticket.orderId))
  const sizes = usePlaces((state) => state.tokens?.steps[state.layout.step])
  const step = usePlaces((state) => state.layout.step)
  const column = place && sizes ? besideOf(place, sizes.columns) : 0
  const most = Math.min(MOST_COLUMNS, sizes?.columns ?? 1)
  const [wanted, setWanted] = useState(LEAST_COLUMNS)
  /** All of the columns do not hold the text: two have it in long rows, to be scrolled. */
  const scrolls = wanted > most
  const columns = Math.min(most, scrolls ? 2 : wanted)
  const left = sizes ? Math.max(0, Math.min(column, sizes.columns - columns)) * sizes.columnWidth : 0
  const close = (): void => places.open(undefined)
  // Beside the ticket, as far down as it fits. Nothing on the wall moves.
  useLayoutEffect(() => {
    const element = frame.current
    const room = element?.parentElement?.clientHeight ?? 0
    const text = element?.querySelector('.opened-text')
    if (text && !scrolls && text.scrollHeight > text.clientHeight)
      // The browser would need seconds to divide a text that no number of columns holds.
      setWanted(text.scrollHeight > (most + 1) * room ? most + 1 : wanted + 1)
    if (element) element.style.top = `${Math.max(0, Math.min(place?.y ?? 0, room - element.offsetHeight))}px`
  })
  useEffect(() => {
    let timer = setTimeout(() => places.open(undefined), CLOSES_AFTER_MS)
    const touched = ({ target }: PointerEvent): void => {
      clearTimeout(timer)
      timer = setTimeout(() => places.open(undefined), CLOSES_AFTER_MS)
      const isInside =
        target instanceof Element && target.closest('.opened, [role="dialog"], [data-command="open"]') !== null
      if (!isInside) places.open(undefined)
    }
    document.addEventListener('pointerdown', touched)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', touched)
    }
  }, [places])
  return (
    <div
      ref={frame}
      className="opened"
      data-testid="opened-ticket"
      data-step={step}
      data-scrolls={scrolls || undefined}
      style={sizes ? { left: `${left}px`, width: `${columns * sizes.columnWidth - sizes.gap}px` } : undefined}
    >
      <WholeOrderContext value>
        <TicketArticle
          ticket={ticket}
          form="whole"
          span={columns}
          isOpened
          foot={mustStop(ticket) ? undefined : <Actions ticket={ticket} close={close} />}
        >
          <div className="opened-more">
            <TicketMessages ticket={ticket} />
            {ticket.reading === 'read' ? <TicketFacts ticket={ticket} /> : null}
          </div>
        </TicketArticle>
      </WholeOrderContext>
    </div>
  )
}

/** With what changed while it is open: the touch that opens it takes the marks from the board. */
function useMarksWhileOpen(ticket: Ticket): Ticket {
  const [marked, setMarked] = useState(ticket)
  if (ticket.changes !== undefined && ticket !== marked) setMarked(ticket)
  const linesOf = ({ lines }: Ticket): string => lines.map(({ lineId }) => lineId).join()
  if (ticket.changes !== undefined || marked.changes === undefined || linesOf(ticket) !== linesOf(marked)) return ticket
  const lines = ticket.lines.map((line, at) => ({ ...marked.lines[at], ...line }))
  return { ...ticket, changes: marked.changes, lines }
}

/** The whole ticket of an order, over its neighbours. */
export function OpenedTicket() {
  const opened = usePlaces((state) => state.opened)
  const ticket = useComanda((state) => (opened === undefined ? undefined : state.board.orders[opened]))
  return ticket ? <Opened key={ticket.orderId} ticket={ticket} /> : null
}

/** Marks a recalled ticket, with a button that puts it away. */
function RecalledMark({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('history')
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <div className="recalled-mark" data-recalled>
      <p>
        <Undo2 aria-hidden /> {t('recalled')}
      </p>
      <button
        type="button"
        className="act"
        data-command="put-away"
        onClick={() => void call(() => bridge.call['history:recall']({ orderId, recalled: false }))}
      >
        {t('putAway')}
      </button>
    </div>
  )
}
