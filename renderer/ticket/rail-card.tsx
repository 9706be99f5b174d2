import { Hourglass, OctagonAlert, OctagonX, Replace } from 'lucide-react'
import { memo, useContext } from 'react'
import { firstName } from '../../shared/first-name.ts'
import { kitchenWordsOf } from '../../shared/kitchen-words.ts'
import { shortId } from '../../shared/short-id.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { hasAllergy } from '../../shared/ticket-tree.ts'
import { urgencyOf } from '../../shared/urgency.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { mustStop } from '../store/board-state.ts'
import { useItemName } from '../window/item-name.ts'
import { useComanda, useFormats, useTick, useWords } from '../window/window-parts.ts'
import { ActionButton } from './action-buttons.tsx'
import { ChannelBadge } from './channel-badge.tsx'
import { HeldButtons } from './held-tap.tsx'
import { nextStepOf } from './next-step.ts'
import { RolePartsContext } from './role-parts.ts'
import { AcknowledgeButton, CancelReason } from './stop-notice.tsx'
import { ShortHeldText, TapStatusText } from './tap-status-text.tsx'
import { useFlash } from './ticket-card.tsx'
import { AcceptDeadline, Age, DisplayId, idLength, KeyNumber, StartTime, TypeSign } from './ticket-header.tsx'
import { TwinWords } from './twin-words.tsx'
import { useReportDrawn } from './use-report-drawn.ts'
import { orderTypeWord, statusWord } from './words.ts'

/** The state of the last tap, or the reason why it failed. */
function CardTapStatus({ ticket: { orderId, tap } }: { readonly ticket: Ticket }) {
  const t = useWords()
  const failure = useComanda((state) => state.failures[orderId])
  if (failure !== undefined) {
    return (
      <span className="card-failure" role="alert">
        {t(`failure.${failure}`)}
      </span>
    )
  }
  if (tap === undefined || tap.truth === 'held') return null
  return (
    <span className="tap-status" data-truth={tap.truth} role={tap.truth === 'conflict' ? 'alert' : 'status'}>
      {/* A confirmed tap needs no words. */}
      <TapStatusText tap={tap} isIconOnly={tap.truth === 'confirmed'} />
      {tap.reason === undefined ? null : <span> {t(`conflict.${tap.reason}`)}</span>}
      {tap.detail === undefined ? null : <span> {tap.detail}</span>}
    </span>
  )
}

/** The word of a stop is before the reason, because it does not fit beside a long id. */
function StopWord({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  return mustStop(ticket) ? <strong className="stop-word">{t('stop.title')} </strong> : null
}

/**
 * The order in two lines: signs, items, and the customer's name in the space that they leave. A ready order is cooked: its
 * name has the first line. A report of a tap, a stop or a request uses both lines.
 */
function Summary({ ticket, keyNumber }: { readonly ticket: Ticket; readonly keyNumber: number | undefined }) {
  const t = useWords()
  const formats = useFormats()
  const nameOf = useItemName()
  const settings = useComanda((state) => state.settings)
  const { reading, customerName, lines, courier, cancellationRequest } = ticket
  const isNamedFirst = ticket.lane === 'ready'
  const name = customerName === undefined ? null : <bdi className="card-name">{firstName(customerName)}</bdi>
  if (reading !== 'read') {
    return (
      <p className="card-summary">
        <KeyNumber number={keyNumber} /> <StopWord ticket={ticket} />
        <CardTapStatus ticket={ticket} /> {t(reading === 'loading' ? 'ticket.loading' : 'ticket.unreadable')}
      </p>
    )
  }
  return (
    <p className="card-summary">
      <span className="card-facts">
        <KeyNumber number={keyNumber} /> <StopWord ticket={ticket} />
        {mustStop(ticket) ? <CancelReason ticket={ticket} /> : <CardTapStatus ticket={ticket} />}{' '}
        {cancellationRequest === 'waiting' ? (
          <span className="card-warning">
            <Hourglass aria-hidden /> {t('ticket.cancellationWaiting')}{' '}
          </span>
        ) : null}
        <TwinWords ticket={ticket} isShort />{' '}
        {ticket.changes ? (
          <span className="card-warning" data-warning="changed">
            <Replace aria-hidden /> {t('ticket.change.changed')}{' '}
          </span>
        ) : null}
        {hasAllergy(ticket, kitchenWordsOf(settings)) ? (
          <span className="card-allergy">
            <OctagonAlert aria-hidden />
            <span className="visually-hidden">
              {t('ticket.allergy')}
              {t('ticket.allergyFound')}
            </span>
          </span>
        ) : null}{' '}
        <TypeSign ticket={ticket} />{' '}
        {courier === undefined || ticket.lane === 'done' ? null : (
          <>
            <strong aria-hidden>{t(`courierShort.${courier}`)} </strong>
            <span className="visually-hidden">{t(`courier.${courier}`)}</span>
          </>
        )}{' '}
        {isNamedFirst ? name : null}
      </span>{' '}
      <span className="card-items">
        {lines.map(({ lineId, name, quantity, unit }, index) => (
          <span key={lineId} className="card-item">
            {formats.quantity(quantity, unit)} <bdi>{nameOf(name)}</bdi>
            {/* No line begins with the separator. */}
            {index < lines.length - 1 ? '\u00a0· ' : null}
          </span>
        ))}
      </span>
      {isNamedFirst ? null : <> {name}</>}
    </p>
  )
}

/**
 * A word beside the id: "new", or the start time of a scheduled order. `isHidden`: the space is needed for something else.
 */
function Corner({ ticket, isHidden }: { readonly ticket: Ticket; readonly isHidden: boolean }) {
  const t = useWords()
  if (ticket.cancelled || isHidden) return null
  if (ticket.lane === 'scheduled') return <StartTime ticket={ticket} isShort />
  return ticket.confirmBy === undefined ? null : <strong className="card-word">{t('lane.newOne')}</strong>
}

/** Shown above the word of the button: the countdown of a new order, the code of a ready one, otherwise the age. */
function Figure({ ticket }: { readonly ticket: Ticket }) {
  const settings = useComanda((state) => state.settings)
  const urgency = useTick((now) => urgencyOf(ticket, settings?.ageMinutes, now))
  if (ticket.confirmBy !== undefined) return <AcceptDeadline confirmBy={ticket.confirmBy} />
  if (ticket.lane === 'ready' && ticket.pickupCode !== undefined) {
    return (
      <strong className="card-code" data-length={idLength(ticket.pickupCode)}>
        <bdi>{ticket.pickupCode}</bdi>
      </strong>
    )
  }
  return ticket.lane === 'done' || ticket.lane === 'scheduled' ? null : <Age ticket={ticket} urgency={urgency} />
}

/** The button of the next step. */
export function NextStep({ ticket }: { readonly ticket: Ticket }) {
  const nextStep = nextStepOf(ticket)
  return nextStep === undefined ? null : (
    <ActionButton ticket={ticket} action={nextStep} isPrimary isShort figure={<Figure ticket={ticket} />} />
  )
}

function CardAction({ ticket }: { readonly ticket: Ticket }) {
  const { CardStep = NextStep } = useContext(RolePartsContext)
  const { tap } = ticket
  if (mustStop(ticket)) return <AcknowledgeButton orderId={ticket.orderId} isShort />
  if (tap?.truth === 'held') {
    return (
      <p className="held-words" data-truth="held" role="status">
        <ShortHeldText tap={tap} />
      </p>
    )
  }
  return <CardStep ticket={ticket} />
}

/** Two lines; a longer number is in full on the ticket. */
const MAX_ID_ON_CARD = 16

type RailCardProps = {
  readonly ticket: Ticket
  readonly style?: React.CSSProperties | undefined
  readonly keyNumber?: number | undefined
  readonly isSelected?: boolean | undefined
  /** The whole ticket is open. Then the card does not represent the order in the document. */
  readonly isOpened?: boolean | undefined
}

/** A short ticket: id, deadline, content and next step. */
function Card({ ticket, style, keyNumber, isSelected, isOpened }: RailCardProps) {
  const t = useWords()
  const places = usePlacesStore()
  const flashes = useFlash(ticket)
  const { orderId, displayId, status, lane, orderType, channel, tap } = ticket
  const stops = mustStop(ticket)
  const hasFailed = useComanda((state) => state.failures[orderId] !== undefined)
  const isHeld = tap?.truth === 'held' && !hasFailed
  return (
    <article
      className="ticket card"
      style={style}
      tabIndex={-1}
      {...(isOpened ? { 'aria-hidden': true } : { 'data-order-id': orderId })}
      data-status={status}
      data-lane={lane}
      data-reading={ticket.reading}
      data-stop={stops || undefined}
      data-flash={flashes}
      data-selected={isSelected || isOpened || undefined}
      aria-label={t('ticket.label', {
        displayId,
        type: orderTypeWord(t, orderType),
        status: statusWord(t, status),
      })}
    >
      <div className="card-text">
        <div className="card-top">
          {isHeld ? <KeyNumber number={keyNumber} /> : null}
          {stops ? <OctagonX aria-hidden /> : null}
          <DisplayId displayId={shortId(displayId, MAX_ID_ON_CARD)} />
          {stops || isHeld || channel === undefined ? null : (
            <span className="card-channel">
              <ChannelBadge channel={channel} isShort />
            </span>
          )}
          {stops ? null : <Corner ticket={ticket} isHidden={isHeld && keyNumber !== undefined} />}
        </div>
        {isHeld ? <HeldButtons orderId={orderId} tap={tap} /> : <Summary ticket={ticket} keyNumber={keyNumber} />}
        <button
          type="button"
          className="card-open"
          aria-label={t('ticket.open', { displayId })}
          aria-haspopup="dialog"
          aria-expanded={isOpened ?? false}
          data-command="open"
          onClick={() => places.open(isOpened ? undefined : orderId)}
        />
      </div>
      <div className="card-act" data-held={tap?.truth === 'held' || undefined}>
        <CardAction ticket={ticket} />
      </div>
    </article>
  )
}

const isSame = (a: object, b: object): boolean =>
  Object.keys({ ...a, ...b }).every((key) => Reflect.get(a, key) === Reflect.get(b, key))

type Styled = { readonly ticket: Ticket; readonly style?: object | undefined }

/** Compares the values of styles, which are new objects at each drawing, so that one change draws one card. */
export const isSameCard = ({ style: before = {}, ...rest }: Styled, { style = {}, ...others }: Styled): boolean =>
  isSame(rest, others) && isSame(before, style)

export const RailCard = memo(Card, isSameCard)

/** A card that is drawn again only when its own order changes. */
export function OrderCard({
  orderId,
  ...more
}: Omit<RailCardProps, 'ticket' | 'isOpened'> & { readonly orderId: string }) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  useReportDrawn(ticket)
  const isOpened = usePlaces((state) => state.opened === orderId)
  const isSelected = usePlaces((state) => state.selected === orderId)
  return ticket ? <RailCard ticket={ticket} isOpened={isOpened} isSelected={isSelected} {...more} /> : null
}
