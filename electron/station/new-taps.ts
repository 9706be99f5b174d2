import type { ActArgs, CallResult } from '../../shared/contract.ts'
import { isOver, isReached, type OrderAction } from '../../shared/lifecycle.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ConflictReason, Ticket } from '../../shared/ticket.ts'
import type { Ledger, Tap } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { DurableChange } from './durable-change.ts'
import { rowsOfTouch, type Touch, type TouchOrigin } from './touch.ts'

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

export type NewTaps = {
  act(args: ActArgs): CallResult<{ tapId: string }>
  /**
   * Stores a screen's tap by the present state of the order. `ok`: the ledger has the tap (perhaps refused, with the
   * reason) or another tap of the same step; `tapId` names the row. A failure: the tap is not in the ledger and nothing
   * changed.
   */
  receiveTap(tap: ScreenTap): CallResult<{ tapId: string }>
}

/** Checks each new tap against the present state of its order, and stores it. */
export function createNewTaps(parts: NewTapsParts, durable: DurableChange): NewTaps {
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

  /** The id of the last row of the same touch. */
  const lastOfTouch = ({ orderId, tapId }: Tap): string =>
    ledger.tapsOf(orderId).findLast(({ args }) => args.follows === tapId)?.tapId ?? tapId

  /**
   * Stores a tap that the order does not offer: as confirmed when the order has reached its target, else as a conflict.
   */
  const storeUnoffered = (known: Ticket, tap: ScreenTap): CallResult<{ tapId: string }> => {
    const { orderId, tapId, action } = tap
    const isDone = isReached(action, known.status)
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
      if (action === 'requestCancellation' && !tap.cancellation) {
        return fail('reason-missing', 'A request to cancel needs a reason')
      }
      if (!known.actions.includes(action)) return sameStep(orderId, action) ?? storeUnoffered(known, tap)
      const touch = touchOf(known, tap, tap)
      return durable(orderId, () => {
        ledger.addTaps(touch.taps)
        return ok({ tapId: touch.lastTapId })
      })
    },
    act({ orderId, action, cancellation, preparationMinutes }) {
      const known = ticket(orderId)
      if (!known) return fail('unknown-order', 'No such order on the board')
      if (preparationMinutes !== undefined && action !== 'confirm') {
        return fail('bad-arguments', 'Only a confirmation announces a preparation time')
      }
      if (!known.actions.includes(action)) {
        return sameStep(orderId, action) ?? fail('not-offered', `The order does not offer ${action} now`)
      }
      if (action === 'requestCancellation' && !cancellation) {
        return fail('reason-missing', 'A request to cancel needs a reason')
      }
      const touch = touchOf(known, { orderId, action, cancellation, preparationMinutes }, { tapId: newId() })
      return durable(orderId, () => {
        ledger.addTaps(touch.taps)
        return ok({ tapId: touch.lastTapId })
      })
    },
  }
}
