import type { ActArgs, CallResult } from '../../shared/contract.ts'
import type { OrderAction } from '../../shared/lifecycle.ts'
import { assertNever, fail, messageOf, ok } from '../../shared/result.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, Setback } from '../platform/answers.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

const SECOND_MS = 1_000

type TapParts = {
  readonly ledger: Ledger
  readonly client: Pick<PlatformClient, 'validateCode'>
  readonly clock: Pick<Clock, 'platform'>
  readonly newId: () => string
  readonly log: Log
  readonly ticket: (orderId: string) => Ticket | undefined
  readonly settings: () => Settings
  readonly signal: AbortSignal
  /** Actions that the platform declares as unsupported. */
  readonly isUnsupported?: (action: OrderAction) => boolean
  /** Called once a change is durable. */
  readonly onChanged: (orderId: string) => void
}

/** What staff can do with an order. Every command is durable when it answers `ok`, and changed nothing when it does not. */
export type Taps = {
  act(args: ActArgs): CallResult<{ tapId: string }>
  undo(tapId: string): CallResult<null>
  sendNow(tapId: string): CallResult<null>
  validateCode(orderId: string, code: string): Promise<CallResult<{ isValid: boolean }>>
  acknowledgeCancellation(orderId: string): CallResult<null>
  strikeLine(orderId: string, lineId: string, struck: boolean): CallResult<null>
  startByHand(orderId: string): CallResult<null>
}

function failureOf(setback: Setback) {
  switch (setback.kind) {
    case 'unavailable':
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

export function createTaps(parts: TapParts): Taps {
  const { ledger, client, clock, newId, log, ticket, settings, signal, onChanged, isUnsupported } = parts

  /** Runs a ledger change. When the storage refuses it, the tap fails visibly instead of silently doing nothing. */
  const durable = <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    const result = attempt(orderId, change)
    // The change is durable. When the board cannot be updated, the tap has still succeeded.
    if (result.ok) attempt(orderId, () => ok(onChanged(orderId)))
    return result
  }

  const attempt = <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    try {
      return change()
    } catch (error) {
      const message = messageOf(error)
      log.error('storage-refused', { orderId, error: message })
      return fail('storage', message)
    }
  }

  const onKnownOrder = (orderId: string, change: () => void): CallResult<null> => {
    if (!ticket(orderId)) return fail('unknown-order', 'No such order on the board')
    return durable(orderId, () => {
      change()
      return ok(null)
    })
  }

  /** The acceptance that the shop's rules made of this order, unless it was refused. */
  const acceptedByRules = (orderId: string): string | undefined =>
    ledger
      .tapsOf(orderId)
      .find(({ action, args, state }) => action === 'confirm' && args.automatic !== undefined && state !== 'conflict')
      ?.tapId

  /** The outbox rows of one touch. */
  const touchOf = (known: Ticket, { orderId, action, cancellation, preparationMinutes }: ActArgs) => {
    const { undoSeconds, confirmStartsPreparation, ...shop } = settings()
    const tappedAt = clock.platform()
    const times = { orderId, tappedAt, holdUntil: tappedAt + undoSeconds * SECOND_MS }
    const minutes = preparationMinutes ?? shop.preparationMinutes
    const tapId = newId()
    const args = {
      ...(action === 'confirm' && minutes !== undefined ? { preparationMinutes: minutes } : {}),
      ...(action === 'requestCancellation' && cancellation ? { cancellation } : {}),
    }
    const tap = { ...times, tapId, action, args }
    // A scheduled order is accepted only; to start it would have it cooked too early.
    const startsToo = confirmStartsPreparation && action === 'confirm' && known.lane !== 'scheduled'
    if (!startsToo || isUnsupported?.('preparing')) return { taps: [tap], lastTapId: tapId }
    const next = { ...times, tapId: newId(), action: 'preparing' as const, args: { follows: tapId } }
    return { taps: [tap, next], lastTapId: next.tapId }
  }

  return {
    act({ orderId, action, cancellation, preparationMinutes }) {
      const known = ticket(orderId)
      if (!known) return fail('unknown-order', 'No such order on the board')
      if (preparationMinutes !== undefined && action !== 'confirm') {
        return fail('bad-arguments', 'Only a confirmation announces a preparation time')
      }
      if (!known.actions.includes(action)) {
        const accepted = action === 'confirm' ? acceptedByRules(orderId) : undefined
        if (accepted === undefined) return fail('not-offered', `The order does not offer ${action} now`)
        // Staff and the rules accepted at the same moment: one acceptance, and staff have seen the order.
        return durable(orderId, () => {
          ledger.quietAlarm(orderId, 'opened', clock.platform())
          return ok({ tapId: accepted })
        })
      }
      if (action === 'requestCancellation' && !cancellation) {
        return fail('reason-missing', 'A request to cancel needs a reason')
      }
      const touch = touchOf(known, { orderId, action, cancellation, preparationMinutes })
      return durable(orderId, () => {
        ledger.addTaps(touch.taps)
        return ok({ tapId: touch.lastTapId })
      })
    },
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
      if (!ticket(orderId)) return fail('unknown-order', 'No such order on the board')
      const answer = await client.validateCode(orderId, code, signal)
      if (answer.kind !== 'valid' && answer.kind !== 'invalid') return failureOf(answer)
      return durable(orderId, () => {
        ledger.addTimeline({ orderId, at: clock.platform(), kind: `code-${answer.kind}` })
        return ok({ isValid: answer.kind === 'valid' })
      })
    },
    acknowledgeCancellation: (orderId) =>
      onKnownOrder(orderId, () => ledger.acknowledgeCancellation(orderId, clock.platform())),
    strikeLine: (orderId, lineId, struck) =>
      onKnownOrder(orderId, () => ledger.strikeLine(orderId, lineId, struck, clock.platform())),
    startByHand: (orderId) => onKnownOrder(orderId, () => ledger.startByHand(orderId, clock.platform())),
  }
}
