import type { CancellationReason } from '../../shared/contract/cancellation-reasons.ts'
import type { ActArgs, CallResult, QueueEntry } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { CANCELLATION_CODES, isOver, isReached, type OrderAction } from '../../shared/order/lifecycle.ts'
import { fittingOffer } from '../../shared/order/moves/offer.ts'
import { assertNever, fail, messageOf, ok } from '../../shared/result.ts'
import type { AgainReason } from '../../shared/ticket/again-reasons.ts'
import { lastCallAt } from '../../shared/ticket/alarm.ts'
import { LONGEST_HOLD_MS, MAX_AGAIN } from '../../shared/ticket/kitchen-marks.ts'
import { displayIdOf } from '../../shared/ticket/reduced-ticket.ts'
import type { ConflictReason, Ticket } from '../../shared/ticket/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, Setback } from '../platform/answers.ts'
import type { Ledger, Tap } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { isShown } from '../sync/settle-taps.ts'
import { rowsOfTouch, type Touch, type TouchOrigin } from './rows-of-touch.ts'
import { tapViewOf } from './ticket-source.ts'

type TapParts = NewTapsParts & {
  readonly client: Pick<PlatformClient, 'validateCode' | 'cancellationReasons'>
  readonly log: Log
  readonly signal: AbortSignal
  /** Called once a change is durable. */
  readonly onChanged: (orderId: string) => void
}

/** The order is not where its code is checked; iFood: the courier is not there. */
const NOT_NOW: ReadonlySet<number> = new Set([409, 412, 422])

function failureOf(setback: Setback) {
  switch (setback.kind) {
    case 'unavailable':
      // The platform answered, and the answer does not tell whether the code is right.
      if (setback.cause === 'unintelligible' && setback.status !== undefined && setback.status < 500)
        return fail('code-unclear', 'No clear answer')
      return fail('offline', `The platform could not be asked: ${setback.cause}`)
    case 'unauthorized':
      return fail('not-configured', `No valid credentials: ${setback.cause}`)
    case 'refused':
      return setback.status === 403
        ? fail('forbidden', 'The platform refuses this establishment')
        : fail('rejected', `The platform refused with ${setback.status}`)
    default:
      return assertNever(setback)
  }
}

export interface TapCalls {
  undo(tapId: string): CallResult<null>
  sendNow(tapId: string): CallResult<null>
  validateCode(orderId: string, code: string): Promise<CallResult<{ isValid: boolean }>>
  cancellationReasons(orderId: string): Promise<CallResult<{ reasons: readonly CancellationReason[] }>>
  /** Without effect on an order that says stop no longer: a later stop must be shown. */
  acknowledgeCancellation(orderId: string): CallResult<null>
  strikeLine(orderId: string, lineId: string, struck: boolean): CallResult<null>
  startByHand(orderId: string): CallResult<null>
  /** The taps that are not settled, oldest first. */
  queue(): CallResult<QueueEntry[]>
  /** First of all to cook, or back to its turn. */
  moveFirst(orderId: string, isFirst: boolean): CallResult<null>
  /** Takes the order off the wall until a time, at the latest until the last minutes to accept it. `null`: it comes back now. */
  hold(orderId: string, until: number | null): CallResult<null>
  /** A dish of the line is made again. */
  makeAgain(orderId: string, lineId: string, reason: AgainReason): CallResult<null>
  /** Rows of the bag that are in it, or not. `by`: the screen. */
  tickBag(orderId: string, rows: readonly string[], isTicked: boolean, by?: string): CallResult<null>
  countBags(orderId: string, bags: number, by?: string): CallResult<null>
  /**
   * Stores a screen's tap by the present state of the order. `ok`: the ledger has the tap (perhaps refused, with the
   * reason) or another tap of the same step; `tapId` names the row. A failure: the tap is not in the ledger and nothing
   * changed.
   */
  receiveTap(tap: ScreenTap): CallResult<{ tapId: string }>
  act(args: ActArgs): CallResult<{ tapId: string }>
}

/**
 * The commands of staff for an order. A command that returns `ok` is durable; one that returns a failure has changed
 * nothing.
 */
export function createTaps(parts: TapParts): TapCalls {
  const { ledger, client, clock, log, ticket, signal, onChanged } = parts

  const durable = createDurableChange(log, onChanged)

  const changeKnownOrder = (orderId: string, change: () => void): CallResult<null> => {
    if (!ticket(orderId)) return fail('unknown-order', 'No such order on the board')
    return durable(orderId, () => {
      change()
      return ok(null)
    })
  }

  return {
    ...createNewTaps(parts, durable),
    undo(tapId) {
      const tap = ledger.tap(tapId)
      if (!tap) return fail('too-late', 'No such tap')
      return durable(tap.orderId, () =>
        ledger.undoTap(tapId, clock.platform()) ? ok(null) : fail('too-late', 'The tap is no longer held'),
      )
    },
    sendNow(tapId) {
      const tap = ledger.tap(tapId)
      if (tap?.state !== 'held') return fail('too-late', 'The tap is no longer held')
      return durable(tap.orderId, () => {
        return ledger.releaseTap(tapId, clock.platform()) ? ok(null) : fail('too-late', 'The tap is no longer held')
      })
    },
    async validateCode(orderId, code) {
      const known = ticket(orderId)
      if (!known) return fail('unknown-order', 'No such order on the board')
      const whose = known.actions.includes('validatePickupCode') ? 'courier' : 'customer'
      const answer = await client.validateCode(orderId, code, signal, whose)
      if (answer.kind === 'refused' && NOT_NOW.has(answer.status))
        return fail('code-not-now', 'The platform does not check this code yet')
      if (answer.kind === 'unsupported') return fail('not-offered', 'The platform does not test codes')
      if (answer.kind !== 'valid' && answer.kind !== 'invalid') return failureOf(answer)
      return durable(orderId, () => {
        ledger.addTimeline({ orderId, at: clock.platform(), kind: `code-${answer.kind}` })
        return ok({ isValid: answer.kind === 'valid' })
      })
    },
    async cancellationReasons(orderId) {
      if (!ticket(orderId)) return fail('unknown-order', 'No such order on the board')
      const answer = await client.cancellationReasons(orderId, signal)
      return answer.kind === 'reasons' ? ok({ reasons: answer.reasons }) : failureOf(answer)
    },
    acknowledgeCancellation: (orderId) =>
      changeKnownOrder(orderId, () => {
        if (ticket(orderId)?.cancelled) ledger.acknowledgeCancellation(orderId, clock.platform())
      }),
    strikeLine: (orderId, lineId, struck) =>
      changeKnownOrder(orderId, () => ledger.strikeLine(orderId, lineId, struck, clock.platform())),
    startByHand: (orderId) =>
      changeKnownOrder(orderId, () => {
        const at = clock.platform()
        if (ticket(orderId)?.heldUntil !== undefined) ledger.holdOrder(orderId, undefined, at)
        ledger.startByHand(orderId, at)
      }),
    ...createKitchenMarks(parts, changeKnownOrder),
    queue: () =>
      ok(
        ledger.openTaps().flatMap((tap) => {
          const view = tapViewOf(tap)
          const displayId = ticket(tap.orderId)?.displayId ?? displayIdOf(tap.orderId)
          return view ? [{ orderId: tap.orderId, displayId, tap: view }] : []
        }),
      ),
  }
}

/** Marks about an order's turn. They stay in this kitchen: the platform is not informed. */
function createKitchenMarks(
  { ledger, clock, ticket }: Pick<TapParts, 'ledger' | 'clock' | 'ticket'>,
  changeKnownOrder: (orderId: string, change: () => void) => CallResult<null>,
): Pick<TapCalls, 'moveFirst' | 'hold' | 'makeAgain' | 'tickBag' | 'countBags'> {
  const isHoldable = ({ lane, heldUntil, cancelled, recalled }: Ticket): boolean =>
    (lane === 'new' || lane === 'preparing' || lane === 'scheduled' || heldUntil !== undefined) &&
    cancelled === undefined &&
    recalled !== true
  return {
    moveFirst: (orderId, isFirst) =>
      changeKnownOrder(orderId, () => ledger.moveFirst(orderId, isFirst, clock.platform())),
    hold(orderId, until) {
      const known = ticket(orderId)
      if (known === undefined) return fail('unknown-order', 'No such order on the board')
      const now = clock.platform()
      if (until === null) return changeKnownOrder(orderId, () => ledger.holdOrder(orderId, undefined, now))
      const latest = Math.min(until, now + LONGEST_HOLD_MS, known.confirmBy ? lastCallAt(known.confirmBy) : until)
      if (latest <= now || !isHoldable(known)) return fail('not-offered', 'This order cannot be held so long')
      return changeKnownOrder(orderId, () => ledger.holdOrder(orderId, latest, now))
    },
    makeAgain(orderId, lineId, reason) {
      const known = ticket(orderId)
      if (known === undefined) return fail('unknown-order', 'No such order on the board')
      const isOffered =
        known.lane !== 'done' &&
        known.cancelled === undefined &&
        known.lines.some((line) => line.lineId === lineId && line.again === undefined) &&
        known.lines.filter(({ again }) => again !== undefined).length < MAX_AGAIN
      if (!isOffered) return fail('not-offered', 'This line is not made again')
      return changeKnownOrder(orderId, () => ledger.makeAgain(orderId, lineId, reason, clock.platform()))
    },
    tickBag: (orderId, rows, isTicked, by) =>
      changeKnownOrder(orderId, () => ledger.tickBag(orderId, rows, isTicked, { by, at: clock.platform() })),
    countBags: (orderId, bags, by) =>
      changeKnownOrder(orderId, () => ledger.countBags(orderId, bags, { by, at: clock.platform() })),
  }
}

export type NewTapsParts = {
  readonly ledger: Ledger
  readonly clock: Pick<Clock, 'platform'>
  readonly newId: () => string
  readonly ticket: (orderId: string) => Ticket | undefined
  readonly settings: () => Settings
  /** Actions that the platform declares as unsupported. */
  readonly isUnsupported?: (action: OrderAction) => boolean
}

/** A tap of another screen. The screen stored it before it sent it, so it may come again, and late. */
export type ScreenTap = ActArgs & {
  /** Given by the screen. The key in the ledger: a tap that is sent again is not stored again. */
  readonly tapId: string
  /** Time since the tap, in ms. */
  readonly ageMs: number
  /** Name of the screen. */
  readonly by: string
}

/** A request to cancel needs a reason that its platform has, and an offer is one that it takes. */
function argumentFault(
  { handling, wish, actions }: Ticket,
  { action, cancellation, offer }: Pick<ActArgs, 'action' | 'cancellation' | 'offer'>,
) {
  if (action === 'offer' && actions.includes(action) && fittingOffer(offer, wish?.offers ?? []) === undefined)
    return fail('bad-arguments', 'No offer that the platform takes')
  if (action !== 'requestCancellation') return undefined
  if (cancellation === undefined) return fail('reason-missing', 'A request to cancel needs a reason')
  const isKnown = handling?.asksReasons === true || CANCELLATION_CODES.some((code) => code === cancellation.code)
  return isKnown ? undefined : fail('bad-arguments', 'No reason that the platform knows')
}

/** Checks each new tap against the present state of its order, and stores it. */
export function createNewTaps(parts: NewTapsParts, durable: DurableChange): Pick<TapCalls, 'receiveTap' | 'act'> {
  const { ledger, clock, newId, ticket, settings, isUnsupported } = parts
  /**
   * The step that was already made with this action: by the same person twice, by two people, or by the shop's rules. It
   * counts once, and staff have seen the order.
   */
  function sameStep(orderId: string, action: OrderAction): CallResult<{ tapId: string }> | undefined {
    const same = ledger
      .tapsOf(orderId)
      .findLast((other) => other.action === action && other.state !== 'conflict' && other.state !== 'undone')
    if (same === undefined) return undefined
    if (same.args.automatic === undefined) return ok({ tapId: same.tapId })
    return durable(orderId, () => {
      ledger.quietAlarm(orderId, 'opened', clock.platform())
      return ok({ tapId: same.tapId })
    })
  }

  const touchOf = (known: Ticket, args: ActArgs, origin: TouchOrigin): Touch =>
    rowsOfTouch(known, args, origin, { settings: settings(), now: clock.platform(), newId, isUnsupported })

  const evidenceOf = (orderId: string) => ({
    events: ledger.decidingEvents(orderId),
    statusesRead: ledger.recordedDetails(orderId, 'read'),
  })

  /** The id of the last row of the same touch. */
  const lastOfTouch = ({ orderId, tapId }: Tap): string =>
    ledger.tapsOf(orderId).findLast(({ args }) => args.follows === tapId)?.tapId ?? tapId

  /**
   * Stores a tap that the order does not offer: as confirmed when the order has reached its target, else as a conflict.
   */
  const storeUnoffered = (known: Ticket, tap: ScreenTap): CallResult<{ tapId: string }> => {
    const { orderId, tapId, action } = tap
    const isDone =
      isReached(action, known.status) && (known.status !== 'CONCLUDED' || isShown(action, evidenceOf(orderId)))
    const reason: ConflictReason =
      known.status === 'CANCELLED' ? 'order-cancelled' : isOver(known.status) ? 'order-over' : 'invalid-transition'
    const verdict = isDone ? { state: 'confirmed' as const } : { state: 'conflict' as const, reason }
    const [first] = touchOf(known, tap, tap).taps
    return durable(orderId, () => {
      ledger.inTransaction(() => {
        ledger.addTaps([{ ...first, holdUntil: first.tappedAt }])
        ledger.changeTaps([{ tapId, ...verdict, onlyFrom: ['queued'] }], clock.platform())
      })
      return ok({ tapId })
    })
  }

  return {
    receiveTap(tap) {
      const { orderId, action } = tap
      const received = ledger.tap(tap.tapId)
      if (received !== undefined) return ok({ tapId: lastOfTouch(received) })
      const known = ticket(orderId)
      if (!known) return fail('unknown-order', 'No such order on the board')
      const fault = argumentFault(known, tap)
      if (fault !== undefined) return fault
      if (!known.actions.includes(action)) return sameStep(orderId, action) ?? storeUnoffered(known, tap)
      const touch = touchOf(known, tap, tap)
      return durable(orderId, () => {
        ledger.addTaps(touch.taps)
        return ok({ tapId: touch.lastTapId })
      })
    },
    act({ orderId, action, cancellation, preparationMinutes, offer }) {
      const known = ticket(orderId)
      if (!known) return fail('unknown-order', 'No such order on the board')
      if (preparationMinutes !== undefined && action !== 'confirm') {
        return fail('bad-arguments', 'Only a confirmation announces a preparation time')
      }
      if (!known.actions.includes(action)) {
        return sameStep(orderId, action) ?? fail('not-offered', `The order does not offer ${action} now`)
      }
      const fault = argumentFault(known, { action, cancellation, offer })
      if (fault !== undefined) return fault
      const touch = touchOf(known, { orderId, action, cancellation, preparationMinutes, offer }, { tapId: newId() })
      return durable(orderId, () => {
        ledger.addTaps(touch.taps)
        return ok({ tapId: touch.lastTapId })
      })
    },
  }
}

/** Runs a change of one order in the ledger. */
type DurableChange = <T>(orderId: string, change: () => CallResult<T>) => CallResult<T>

/**
 * Runs a change of the ledger. When the storage refuses it, the result is the failure `storage`, so that staff see it.
 * @param onChanged called once the change is durable
 */
function createDurableChange(log: Log, onChanged: (orderId: string) => void): DurableChange {
  const attempt = <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    try {
      return change()
    } catch (error) {
      const message = messageOf(error)
      log.error('storage-refused', { orderId, error: message })
      return fail('storage', message)
    }
  }

  return <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    const result = attempt(orderId, change)
    // The change is durable. When the board cannot be updated, the change has still succeeded.
    if (result.ok) attempt(orderId, () => ok(onChanged(orderId)))
    return result
  }
}
