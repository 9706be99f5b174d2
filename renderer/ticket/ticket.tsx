import { Hourglass, TriangleAlert } from 'lucide-react'
import { Fragment, memo, useCallback, useContext } from 'react'
import { isKnownStatus } from '../../shared/order/lifecycle.ts'
import { isMadeAgain } from '../../shared/ticket/kitchen-marks.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import { type TicketWarning, warningsOf } from '../../shared/ticket/ticket-warnings.ts'
import { deadlineUrgency, urgencyOf } from '../../shared/ticket/urgency.ts'
import type { Form } from '../places/flow.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { mustStop } from '../store/board-state.ts'
import { ownLines } from '../store/own-part.ts'
import { ticketHooks } from '../ui/window/ticket-element.ts'
import { SightContext, useComanda, useTick, useWords } from '../ui/window/window-parts.ts'
import { ChannelBadge } from './channel-badge.tsx'
import { isShortened } from './display-id.ts'
import { flash } from './flash.ts'
import { HeadStep } from './head-step.tsx'
import { nextStepOf } from './next-step.ts'
import { needsRow, useOriginWords } from './origin-words.ts'
import { PartText } from './part-text.tsx'
import { PlatformSign } from './platform-mark.tsx'
import { RolePartsContext } from './role-parts.ts'
import { SidedBody, SidesFoot, TurnStep, useSides } from './sides.tsx'
import { CancelReason } from './stop-notice.tsx'
import { NamesBody, WholeBody } from './ticket-body.tsx'
import { TapMark, TicketHead } from './ticket-head.tsx'
import { useBoardFacts, useTicketSettings } from './ticket-settings.ts'
import { useReportDrawn } from './use-report-drawn.ts'
import { useStandingUrgency, useWaitingMinutes } from './waiting-clocks.tsx'
import { orderTypeWord, statusWord } from './words.ts'
import './ticket.css'
import './ticket-head.css'
import './head-step.css'
import './ticket-body.css'

/** The stage of an order, which colour, word and form show. */
function stageOf(ticket: Ticket): string {
  if (mustStop(ticket)) return 'stop'
  const { lane, status, reading, isStatusUntold } = ticket
  if (lane === 'scheduled') return status === 'CREATED' && ticket.heldUntil === undefined ? 'new' : 'scheduled'
  if (lane === 'ready' && isMadeAgain(ticket)) return 'cooking'
  // Unknown status: it stands with those that are cooked.
  const isUnknown = lane === 'new' && reading === 'read' && !isKnownStatus(status) && !isStatusUntold
  return lane === 'preparing' || isUnknown ? 'cooking' : lane
}

/** Words up to this length are not broken. */
const SHORT_WORD = 18

function Origin({ words }: { readonly words: ReturnType<typeof useOriginWords> }) {
  return (
    <span className="origin">
      {words.map(({ kind, word, color }, index) => (
        <Fragment key={kind}>
          <span className="origin-part" data-short={word.length <= SHORT_WORD || undefined}>
            {color === undefined ? null : <PlatformSign color={color} />}
            {kind === 'channel' ? <ChannelBadge channel={word} /> : <bdi>{word}</bdi>}
            {index < words.length - 1 ? '\u00a0·' : null}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  )
}

/** A reason of a cancellation that is longer than this is shown in the header and in the opened ticket only. */
const MAX_REASON = 20

function ShortReason({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const isLong = (ticket.cancelled?.reason?.length ?? MAX_REASON + 1) > MAX_REASON
  return isLong || ticket.cancellationAnnounced ? (
    <>
      {t(ticket.cancellationAnnounced ? 'stop.unverified' : 'status.CANCELLED')}
      <span className="visually-hidden">
        : <CancelReason ticket={ticket} />
      </span>
    </>
  ) : (
    <CancelReason ticket={ticket} />
  )
}

function warningWord(t: ReturnType<typeof useWords>, [warning]: readonly TicketWarning[]): string | undefined {
  if (warning === undefined) return undefined
  return t(warning === 'cancellationWithdrawn' ? 'conflictShort.cancellation-denied' : 'ticket.outdatedShort')
}

/** A status that the program does not know, as the platform writes it, or that the platform does not tell. */
const platformStatus = (
  t: ReturnType<typeof useWords>,
  { status, reading, isStatusUntold }: Ticket,
): string | undefined =>
  isStatusUntold
    ? t('ticket.statusUntold')
    : reading !== 'read' || isKnownStatus(status)
      ? undefined
      : t('ticket.platformStatus', { status })

/**
 * The last line, of one height in all states: where the order comes from, or in its place what has gone wrong. The opened
 * ticket has the whole sentence.
 */
function LastLine({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { tap, pairedTap, cancellationRequest } = ticket
  const words = useOriginWords(ticket)
  const mark = needsRow(words) ? null : <TapMark ticket={ticket} />
  const failure = useBoardFacts().failures[ticket.orderId]
  const refused = [tap, pairedTap].find((one) => one?.truth === 'conflict')
  const trouble = mustStop(ticket)
    ? undefined
    : refused?.reason !== undefined
      ? t(`conflictShort.${refused.reason}`)
      : failure !== undefined || refused !== undefined
        ? t('ticket.notSent')
        : cancellationRequest === 'denied'
          ? t('conflictShort.cancellation-denied')
          : undefined
  const warning =
    cancellationRequest === 'waiting'
      ? t('ticket.cancellationShort')
      : ticket.changes
        ? t('ticket.changedShort')
        : (warningWord(t, warningsOf(ticket)) ?? platformStatus(t, ticket))
  const kind = mustStop(ticket)
    ? 'stop'
    : trouble !== undefined
      ? 'trouble'
      : warning === undefined
        ? undefined
        : 'warning'
  const Icon = kind === 'warning' && cancellationRequest === 'waiting' ? Hourglass : TriangleAlert
  return (
    <div
      className="last"
      data-kind={kind}
      data-full={mark === null || undefined}
      role={kind === undefined ? undefined : 'status'}
    >
      {kind === undefined ? (
        <>
          <Origin words={words} />
          {mark}
        </>
      ) : kind === 'stop' ? (
        <>
          <ShortReason ticket={ticket} />
          <span className="visually-hidden">
            <TapMark ticket={ticket} />
          </span>
        </>
      ) : (
        <>
          {refused === undefined ? <Icon aria-hidden /> : <TapMark ticket={ticket} />}
          <span>{trouble ?? warning}</span>
          {refused === undefined ? <span className="visually-hidden">{mark}</span> : null}
        </>
      )}
    </div>
  )
}

type TextProps = { readonly ticket: Ticket; readonly form: Form }

const BodyText = memo(function BodyText({ ticket, form }: TextProps) {
  const t = useWords()
  const { Progress } = useContext(RolePartsContext)
  const isRead = ticket.reading === 'read'
  return (
    <>
      {!isRead ? (
        <p className="unread">{t(ticket.reading === 'loading' ? 'ticket.loading' : 'ticket.unreadable')}</p>
      ) : ticket.lines.length === 0 && ticket.moreLines === undefined ? (
        <p className="unread">{t('ticket.noItems')}</p>
      ) : (
        <>
          {isShortened(ticket.displayId) ? (
            <p className="long-text">
              <bdi>{ticket.displayId}</bdi>
            </p>
          ) : null}
          {form === 'whole' ? <WholeBody ticket={ticket} /> : <NamesBody ticket={ticket} />}
        </>
      )}
      {isRead && Progress ? <Progress ticket={ticket} /> : null}
    </>
  )
})

type LongProps = TextProps & Omit<ReturnType<typeof useSides>, 'isLast'>

/** The text of an order that does not fit the wall, side by side. */
function LongText({ ticket, form, sides, follow, turn }: LongProps) {
  const settings = useTicketSettings()
  return (
    <>
      <SidedBody at={sides.at} onSides={follow}>
        <BodyText ticket={ticket} form={form} />
      </SidedBody>
      <SidesFoot sides={sides} moreLines={shownLines(ownLines(ticket, settings), ticket).more} turn={turn} />
      {form === 'whole' ? <LastLine ticket={ticket} /> : null}
    </>
  )
}

/** The text of an order below its head. `isPart`: it is higher than its ticket. */
export const TicketText = memo(function TicketText({
  ticket,
  form,
  isPart,
}: TextProps & { readonly isPart?: boolean }) {
  const text = <BodyText ticket={ticket} form={form} />
  return (
    <>
      {isPart ? <PartText>{text}</PartText> : <div className="body">{text}</div>}
      {form === 'whole' ? <LastLine ticket={ticket} /> : null}
    </>
  )
})

/** Of what rings only a new order, one that changed and one that is stopped flash. */
const FLASHING: ReadonlySet<Ticket['alarm']> = new Set(['new', 'start', 'changed', 'cancelled'])

/** Whether the ticket flashes: its page is in sight. */
function useFlash({ alarm }: Ticket): true | undefined {
  const isInSight = useContext(SightContext)
  return (FLASHING.has(alarm) && isInSight) || undefined
}

type TicketProps = {
  readonly ticket: Ticket
  readonly form: Form
  readonly style?: React.CSSProperties | undefined
  readonly span?: number | undefined
  /** It shows one side of its text at a time. */
  readonly isLong?: boolean | undefined
  /** Its text has grown, and its room has not. */
  readonly isPart?: boolean | undefined
  readonly keyNumber?: number | undefined
  readonly isSelected?: boolean | undefined
  /** The whole order lies over the wall. Then this ticket does not represent the order in the document. */
  readonly isCovered?: boolean | undefined
  /** It is the opened ticket. */
  readonly isOpened?: boolean | undefined
  /** Shown under its text, and scrolled with it. */
  readonly children?: React.ReactNode
  /** Shown below, always in sight. */
  readonly foot?: React.ReactNode
}

function Article({
  ticket,
  form,
  style,
  span = 1,
  isLong,
  isPart,
  keyNumber,
  isSelected,
  isCovered,
  isOpened,
  children,
  foot,
}: TicketProps) {
  const t = useWords()
  const places = usePlacesStore()
  const settings = useTicketSettings()
  const flashes = useFlash(ticket)
  useReportDrawn(ticket)
  const { orderId, displayId, status, lane, orderType } = ticket
  const standingUrgencyOf = useStandingUrgency()
  const urgency = useTick((now) => {
    if (ticket.confirmBy !== undefined) return deadlineUrgency(ticket.confirmBy, now)
    return lane === 'ready' ? standingUrgencyOf(ticket, now) : urgencyOf(ticket, settings?.ageMinutes, now)
  })
  const waiting = useWaitingMinutes(ticket)
  const { isLast, ...sided } = useSides()
  const mustTurn = isLong && !isLast && ticket.tap?.truth !== 'held' && nextStepOf(ticket) === 'ready-for-pickup'
  // Keeps its identity, so that a ticket that only moves does not draw its head again.
  const open = useCallback(
    () => places.open(isOpened || isCovered ? undefined : orderId),
    [places, isOpened, isCovered, orderId],
  )
  return (
    <article
      ref={flashes && flash}
      className="ticket"
      style={style}
      tabIndex={-1}
      {...(isCovered ? { inert: true } : ticketHooks(ticket))}
      data-status={status}
      data-lane={lane}
      data-form={form}
      data-stage={stageOf(ticket)}
      data-reading={ticket.reading}
      data-stop={mustStop(ticket) || undefined}
      data-held={ticket.tap?.truth === 'held' || undefined}
      data-urgency={urgency}
      {...waiting}
      data-span={span > 1 ? span : undefined}
      data-long={isLong || undefined}
      data-part={isPart || undefined}
      data-flash={flashes}
      data-selected={isSelected || undefined}
      aria-label={t('ticket.label', {
        displayId,
        type: orderTypeWord(t, orderType),
        status: statusWord(t, status),
      })}
    >
      <TicketHead
        ticket={ticket}
        form={form}
        keyNumber={keyNumber}
        open={open}
        isOpened={isOpened ?? false}
        step={mustTurn ? <TurnStep turn={sided.turn} /> : <HeadStep ticket={ticket} />}
      />
      {isOpened ? (
        <div className="opened-text">
          <TicketText ticket={ticket} form={form} />
          {children}
        </div>
      ) : isLong ? (
        <LongText ticket={ticket} form={form} {...sided} />
      ) : form === 'strip' ? null : (
        <TicketText ticket={ticket} form={form} isPart={isPart ?? false} />
      )}
      {foot}
    </article>
  )
}

const isSame = (a: object, b: object): boolean =>
  Object.keys({ ...a, ...b }).every((key) => Reflect.get(a, key) === Reflect.get(b, key))

/** One order. Styles are new objects at each drawing; their values are compared, so that one change draws one ticket. */
export const TicketArticle = memo(
  Article,
  ({ style: before = {}, ...rest }, { style = {}, ...others }) => isSame(rest, others) && isSame(before, style),
)

/** A ticket that is drawn again only when its own order changes. */
export function OrderTicket({ orderId, form }: { readonly orderId: string; readonly form: Form }) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  const isCovered = usePlaces((state) => state.opened === orderId)
  const isSelected = usePlaces((state) => state.selected === orderId)
  return ticket ? <TicketArticle ticket={ticket} form={form} isCovered={isCovered} isSelected={isSelected} /> : null
}

/** A ticket without working buttons: to be measured, and for the preview in the settings. */
export function TicketFace({
  ticket,
  form,
  step,
}: {
  readonly ticket: Ticket
  readonly form: Form
  readonly step?: React.ReactNode
}) {
  return (
    <div className="ticket" data-form={form} data-stage="cooking">
      <TicketHead ticket={ticket} form={form} keyNumber={undefined} open={undefined} isOpened={false} step={step} />
      <TicketText ticket={ticket} form={form} />
    </div>
  )
}
