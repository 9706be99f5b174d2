import { isCodeCheck, isWishAnswer, type OrderAction, projectStatus, type QueuedAction } from '../order/lifecycle.ts'
import { asksCourierCode, movesAt } from '../order/moves/moves.ts'
import { wishFactsOf } from '../order/moves/wish.ts'
import type { Order } from '../order/order.ts'
import { addressLineOf, changedFacts, courierNotesOf, kitchenNotesOf } from '../order/order-changes.ts'
import { cutOf } from '../order/order-cut.ts'
import { paymentOf } from '../order/payment.ts'
import { CLOCK_TOLERANCE_MS, type OrderTimes, timesOf, zoneOf } from '../time/schedule.ts'
import { type AlarmCause, alarmCauseOf, isStopQuiet, UNREAD_RINGS_AFTER_MS } from './alarm.ts'
import { announcedCancellation } from './announced-cancellation.ts'
import { NO_MARKS, withAgain } from './kitchen-marks.ts'
import { holdOf, laneOf, moveOf, startAtOf, waitsForStart } from './order-turn.ts'
import type { TicketRules, TicketSource } from './projection-source.ts'
import { displayIdOf, unreadTicket } from './reduced-ticket.ts'
import type { Lane, LineContent, TapView, Ticket } from './ticket.ts'
import { shortPayment, ticketLinesOf } from './ticket-content.ts'
import {
  createTicketCutter,
  MAX_LABEL_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  type TicketCutter,
} from './ticket-cut.ts'
import { handlingOf, NOTHING_LEARNED, wishAlarm, wishOf } from './ticket-handling.ts'
import { courierStateOf, waitingOf } from './waiting.ts'

const MINUTE_MS = 60_000

export const isPending = (tap: TapView): boolean => tap.truth === 'queued' || tap.truth === 'sent'

/** Whether the tap moves the order for the kitchen: under way, or a mark that stays here. */
export const movesHere = (tap: TapView): boolean => isPending(tap) || (tap.here === true && tap.truth === 'confirmed')

function offered(
  order: Order,
  workStatus: string,
  source: TicketSource,
  { dialect, isUnsupported, learned = NOTHING_LEARNED }: TicketRules,
): readonly OrderAction[] {
  const { taps } = source
  const isHeld = taps.some((tap) => tap.truth === 'held')
  const asksToCancel = taps.some(
    (tap) => tap.action === 'requestCancellation' && (tap.truth === 'held' || isPending(tap)),
  )
  const { handling, fulfillment } = order
  const wish = wishOf(order, source)
  const position = { status: workStatus, orderType: fulfillment.orderType, handling, learned }
  const { mayDeny, offers } = (wish && wishFactsOf(wish)) ?? {}
  const mayOffer = offers !== undefined
  const asked = { hasWish: wish !== undefined, mayDeny, mayOffer, asksCourierCode: asksCourierCode(source.events) }
  const moves = movesAt({ ...position, ...asked }, dialect)
  return moves.filter((action) => {
    if (isUnsupported?.(action)) return false
    if (action === 'requestCancellation') return !asksToCancel
    // While a tap can be undone, the next step is unknown, so the undo bar is shown instead.
    return !isHeld || isCodeCheck(action) || isWishAnswer(action)
  })
}

const isAcceptedAutomatically = (taps: readonly TapView[]): boolean =>
  taps.some((tap) => tap.automatic === true && tap.truth !== 'conflict')

/** A new order whose content cannot be read rings too: staff have to look at the platform's portal. */
function unreadAlarm(
  { firstSeenAt, statusKnown, alarmQuietedAt, taps }: TicketSource,
  reading: 'loading' | 'unreadable',
  now: number,
): AlarmCause | undefined {
  const mayBeNew = statusKnown === undefined || statusKnown === 'CREATED'
  if (!mayBeNew || alarmQuietedAt !== undefined || taps.some((tap) => tap.automatic !== true)) return undefined
  return reading === 'unreadable' || now - firstSeenAt >= UNREAD_RINGS_AFTER_MS ? 'new' : undefined
}

type Label = (text: string | undefined) => string | undefined

function cancellationOf(source: TicketSource, label: Label, cut: TicketCutter): Ticket['cancelled'] {
  const event = source.events.findLast(({ eventType }) => eventType === 'CANCELLED')
  return {
    code: label(event?.metadata?.code),
    reason: cut.optional(event?.metadata?.reason, MAX_NAME_CHARACTERS),
    at: event?.receivedAt ?? source.firstSeenAt,
    acknowledged: source.cancellationAcknowledged,
  }
}

/** Whether the order says stop: it was read as cancelled, or this is announced and no read contradicts it. */
function stopOf(source: TicketSource, status: string | undefined, now: number) {
  const announced = announcedCancellation({ ...source, statusKnown: status })
  const told = announced !== undefined && now >= announced.at ? announced : undefined
  return { isStopped: status === 'CANCELLED' || told?.isUnread === true, told }
}

/** Whether the stop of the order has to ring. @param startAt start of an order that is held back */
function stopAlarm(source: TicketSource, startAt: number | undefined, now: number): 'unseen' | 'quiet' | 'seen' {
  if (source.cancellationAcknowledged) return 'seen'
  const { events, endedAt = now, statusKnown = '', statusBeforeCancellation = statusKnown } = source
  const event = events.findLast(({ eventType }) => eventType === 'CANCELLED')
  // An order that was read as active is shown so until its stop is told.
  const wasActive = statusBeforeCancellation !== '' && statusBeforeCancellation !== 'CANCELLED'
  const toldAt = event === undefined ? endedAt : event.receivedAt + (wasActive ? UNREAD_RINGS_AFTER_MS : 0)
  const isQuiet = isStopQuiet({ ...source, statusBeforeCancellation, startAt, stoppedAt: Math.min(toldAt, endedAt) })
  return isQuiet ? 'quiet' : 'unseen'
}

/** The lane of a cancelled order: it stays where it was cooked until its stop is acknowledged. */
function stoppedLane({ cancellationAcknowledged, statusBeforeCancellation }: TicketSource, status = 'CREATED'): Lane {
  if (cancellationAcknowledged) return laneOf('CANCELLED', false)
  return laneOf(status === 'CANCELLED' ? (statusBeforeCancellation ?? 'CREATED') : status, false)
}

/** A cancelled order whose body is lost or cannot be read: its stop needs no body. */
function bodilessStop(source: TicketSource, now: number): Partial<Ticket> {
  const cut = createTicketCutter()
  const label: Label = (text) => cut.optional(text, MAX_LABEL_CHARACTERS)
  return {
    status: source.statusKnown ?? '',
    lane: stoppedLane(source, source.statusKnown),
    cancelled: cancellationOf(source, label, cut),
    alarm: stopAlarm(source, undefined, now) === 'unseen' ? 'cancelled' : undefined,
  }
}

function emptyTicket(source: TicketSource, reading: 'loading' | 'unreadable', status: string, now: number): Ticket {
  const { orderId, firstSeenAt, taps } = source
  const { isStopped, told } = stopOf(source, source.statusKnown, now)
  return {
    ...unreadTicket({ orderId, status, firstSeenAt }),
    reading,
    tap: taps.at(-1),
    pairedTap: pairedTapOf(taps),
    cancellationRequest: cancellationRequestOf(taps, isStopped),
    cancellationAnnounced: told && true,
    alarm: unreadAlarm(source, reading, now),
    ...(isStopped ? bodilessStop(source, now) : {}),
  }
}

/** The order is for later, and nothing states when: it waits until staff start it. */
const isTimeUnknown = ({ isScheduled, startAt }: OrderTimes): boolean => isScheduled && startAt === undefined

function orderAlarm(
  order: Order,
  workStatus: string,
  source: TicketSource,
  confirmBy: number | undefined,
  times: OrderTimes,
  { isStopped, told }: ReturnType<typeof stopOf>,
  rules: TicketRules,
  now: number,
) {
  const isHeld = holdOf(source, workStatus, now) !== undefined
  const waits = isHeld || waitsForStart(order, workStatus, source, times, now)
  const move = moveOf(order, workStatus, source, waits, rules)
  const startAt = times.isScheduled ? times.startAt : undefined
  return alarmCauseOf(
    {
      workStatus,
      cancelled: isStopped ? stopAlarm(source, startAt, now) : 'no',
      waits,
      hasLeft: move === 'leaves',
      isTimeUnknown: isTimeUnknown(times),
      raisedAt:
        order.timing?.orderTiming === 'ONDEMAND'
          ? source.events.find((event) => event.eventType === 'PREPARATION_REQUESTED')?.receivedAt
          : // What staff saw before does not show that they know of a start that was moved to now.
            move === 'comes' && startAt !== undefined
            ? Math.max(startAt, source.earlier?.at ?? 0)
            : startAt,
      returnedAt: isHeld ? undefined : source.marks?.heldUntil,
      startedByHand: source.startedByHand,
      firstSeenAt: source.firstSeenAt,
      acceptedAt: source.events.findLast((event) => event.eventType === 'CONFIRMED')?.receivedAt,
      confirmBy,
      acceptedAutomatically: isAcceptedAutomatically(source.taps),
      firstStatus: source.firstStatus,
      changedAt:
        told?.at ?? source.earlier?.at ?? (source.cancellationWithdrawn ? Number.POSITIVE_INFINITY : undefined),
      taps: source.taps.filter((tap) => tap.truth !== 'conflict' && tap.automatic !== true),
      quietedAt: source.alarmQuietedAt,
    },
    now,
  )
}

/**
 * When the order was created. A time that is absent or in the future, by a wrong offset for example, counts as the time of
 * its first event: the order would be too young by hours.
 */
function createdAtOf({ createdAt: stated }: OrderTimes, firstSeenAt: number, now: number): number {
  return stated === undefined || stated > now + CLOCK_TOLERANCE_MS ? firstSeenAt : stated
}

function changesOf(
  { earlier, firstSeenAt }: TicketSource,
  order: Order,
  removed: LineContent[],
  cut: TicketCutter,
): Ticket['changes'] {
  if (earlier === undefined) return undefined
  const before = kitchenNotesOf(earlier.order)
  const notes = kitchenNotesOf(order)
  const facts = changedFacts(earlier.order, order, zoneOf(order, firstSeenAt)).map(({ fact, was, now }) => ({
    fact,
    was: cut.optional(was, MAX_NAME_CHARACTERS),
    now: cut.optional(now, MAX_NAME_CHARACTERS),
  }))
  const isSame = before.length === notes.length && before.every((note, at) => note === notes[at])
  return {
    at: earlier.at,
    removed,
    ...(facts.length === 0 ? {} : { facts }),
    ...(isSame ? {} : { notesBefore: before.map((note) => cut.text(note, MAX_NOTE_CHARACTERS)) }),
  }
}

function placeOf({ fulfillment: { indoor } }: Order, label: Label): Ticket['place'] {
  const identifier = label(indoor?.identifier)
  return identifier === undefined ? undefined : { mode: label(indoor?.operationMode), identifier }
}

/** Builds the ticket of an order from the data of the ledger and the cache. Pure; `now` in ms of the platform's clock. */
export function projectTicket(source: TicketSource, rules: TicketRules, now: number): Ticket {
  const { reading, taps, events } = source
  if (reading.kind !== 'read') {
    return emptyTicket(source, reading.kind, reading.kind === 'unreadable' ? reading.status : '', now)
  }
  const { order } = reading
  const stop = stopOf(source, order.status, now)
  const { isStopped, told } = stop
  const pending: readonly QueuedAction[] = taps.filter(movesHere).map((tap) => tap.action)
  const workStatus = projectStatus(order.status, pending)
  const times = timesOf(order, source.firstSeenAt, rules)
  const createdAt = createdAtOf(times, source.firstSeenAt, now)
  const priority = /^PRIORITY([1-5])$/.exec(order.timing?.orderPriority ?? '')?.[1]
  const { takeout, indoor } = order.fulfillment
  const isToBeConfirmed = workStatus === 'CREATED' && !isStopped
  const confirmBy = isToBeConfirmed ? createdAt + rules.confirmDeadlineMinutes * MINUTE_MS : undefined
  const isRecalled = source.recalled === true && !isStopped
  const cut = createTicketCutter()
  const label: Label = (text) => cut.optional(text, MAX_LABEL_CHARACTERS)
  const labelled = {
    displayId: label(order.displayId) ?? displayIdOf(source.orderId),
    status: cut.text(order.status, MAX_LABEL_CHARACTERS),
    orderType: cut.text(order.fulfillment.orderType, MAX_LABEL_CHARACTERS),
    timing: label(order.timing?.orderTiming),
    channel: label(order.context?.salesChannel),
    brand: label(order.context?.virtualBrand),
    merchantName: label(rules.merchantLabel ? rules.merchantLabel(order.merchant) : order.merchant?.name),
    customerName: label(order.customer?.name),
    pickupCode: label(takeout?.pickupCode ?? indoor?.identifier),
    place: placeOf(order, label),
    consumption: label(indoor?.consumptionType),
    deliverTo: cut.optional(addressLineOf(order), MAX_NAME_CHARACTERS),
    payment: shortPayment(paymentOf(order), label),
  }
  const content = ticketLinesOf(order, { ...source, earlier: source.earlier?.order }, cut)
  const cutNotes = (all: readonly string[]): string[] => all.map((note) => cut.text(note, MAX_NOTE_CHARACTERS))
  const notes = cutNotes(kitchenNotesOf(order))
  const courierNotes = cutNotes(courierNotesOf(order))
  const changes = changesOf(source, order, content.removed, cut)
  const { characters, lines: linesBefore } = cutOf(order)
  const leftOut = cut.leftOut()
  const more = { characters: characters + leftOut.characters, lines: linesBefore + leftOut.lines }
  const heldUntil = isRecalled || isStopped ? undefined : holdOf(source, workStatus, now)
  const isHeldBack = heldUntil !== undefined || waitsForStart(order, workStatus, source, times, now)
  const lane = isRecalled
    ? 'preparing'
    : isStopped
      ? stoppedLane(source, order.status)
      : laneOf(workStatus, isHeldBack, heldUntil !== undefined)
  const isWorkedOn = !isRecalled && !isStopped && lane !== 'done'
  const { isFirst, again, isCodeRight, bag } = isWorkedOn ? (source.marks ?? NO_MARKS) : NO_MARKS
  return {
    orderId: source.orderId,
    ...labelled,
    lane,
    reading: 'read',
    outdated: reading.isOutdated === true ? true : undefined,
    priority: priority === undefined ? undefined : Number(priority),
    createdAt,
    dueAt: times.dueAt,
    isDueByEstimate: times.dueAt !== undefined && times.scheduledAt === undefined ? true : undefined,
    startAt: heldUntil ?? startAtOf(order, workStatus, source, times, rules),
    ...(heldUntil === undefined ? {} : { heldUntil }),
    ...(isFirst && lane === 'preparing' ? { isFirst } : {}),
    ...(isCodeRight && lane === 'ready' ? { isCodeRight } : {}),
    ...(bag.ticked.length > 0 || bag.bags !== undefined ? { bag } : {}),
    isTimeUnknown: isTimeUnknown(times) ? true : undefined,
    isZoneDoubtful: times.isZoneDoubtful ? true : undefined,
    confirmBy,
    awaitsPreparationRequest:
      order.timing?.orderTiming === 'ONDEMAND' && !events.some((event) => event.eventType === 'PREPARATION_REQUESTED'),
    lines: withAgain(content.lines, again, source.struckLines),
    notes,
    ...(courierNotes.length > 0 ? { courierNotes } : {}),
    unreadParts: order.comandaUnread,
    courier: courierStateOf(events),
    ...(isRecalled || isStopped ? {} : waitingOf(source, order.status, lane)),
    actions: [...offered(order, workStatus, source, rules)],
    ...handlingOf(order, source, rules.learned ?? NOTHING_LEARNED, label),
    tap: taps.at(-1),
    pairedTap: pairedTapOf(taps),
    acceptedAutomatically: isAcceptedAutomatically(taps) ? true : undefined,
    cancellationRequest: cancellationRequestOf(taps, isStopped),
    cancelled: isStopped ? cancellationOf(source, label, cut) : undefined,
    cancellationAnnounced: told && true,
    alarm:
      wishAlarm(wishOf(order, source), source.alarmQuietedAt) ??
      orderAlarm(order, workStatus, source, confirmBy, times, stop, rules, now),
    ...(changes ? { changes } : {}),
    ...(source.cancellationWithdrawn && !isStopped ? { cancellationWithdrawn: true } : {}),
    ...(isRecalled ? { recalled: true } : {}),
    ...(more.characters > 0 ? { moreCharacters: more.characters } : {}),
    ...(more.lines > 0 ? { moreLines: more.lines } : {}),
  }
}

/** The state of the last request to cancel; `undefined` when none is open or denied. */
function cancellationRequestOf(taps: readonly TapView[], isStopped: boolean): Ticket['cancellationRequest'] {
  const request = taps.findLast((tap) => tap.action === 'requestCancellation')
  if (!request || isStopped) return undefined
  if (request.reason === 'cancellation-denied') return 'denied'
  return request.truth === 'sent' ? 'waiting' : undefined
}

/** The first tap of a touch that made two; `undefined` when the last tap was made alone. */
const pairedTapOf = (taps: readonly TapView[]): TapView | undefined => {
  const follows = taps.at(-1)?.follows
  return follows === undefined ? undefined : taps.find((tap) => tap.tapId === follows)
}
