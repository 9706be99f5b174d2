import type { CallResult, QueueEntry } from '../../shared/contract.ts'
import { displayIdOf } from '../../shared/reduced-ticket.ts'
import { assertNever, fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient, Setback } from '../platform/answers.ts'
import { createDurableChange } from './durable-change.ts'
import { createNewTaps, type NewTaps, type NewTapsParts } from './new-taps.ts'
import { tapViewOf } from './ticket-source.ts'

type TapParts = NewTapsParts & {
  readonly client: Pick<PlatformClient, 'validateCode'>
  readonly log: Log
  readonly signal: AbortSignal
  /** Called once a change is durable. */
  readonly onChanged: (orderId: string) => void
}

/**
 * The commands of staff for an order. A command that returns `ok` is durable; one that returns a failure has changed
 * nothing.
 */
export type Taps = NewTaps & {
  undo(tapId: string): CallResult<null>
  sendNow(tapId: string): CallResult<null>
  validateCode(orderId: string, code: string): Promise<CallResult<{ isValid: boolean }>>
  acknowledgeCancellation(orderId: string): CallResult<null>
  strikeLine(orderId: string, lineId: string, struck: boolean): CallResult<null>
  startByHand(orderId: string): CallResult<null>
  /** The taps that are not settled, oldest first. */
  queue(): CallResult<QueueEntry[]>
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
      if (!ticket(orderId)) return fail('unknown-order', 'No such order on the board')
      const answer = await client.validateCode(orderId, code, signal)
      if (answer.kind !== 'valid' && answer.kind !== 'invalid') return failureOf(answer)
      return durable(orderId, () => {
        ledger.addTimeline({ orderId, at: clock.platform(), kind: `code-${answer.kind}` })
        return ok({ isValid: answer.kind === 'valid' })
      })
    },
    acknowledgeCancellation: (orderId) =>
      changeKnownOrder(orderId, () => ledger.acknowledgeCancellation(orderId, clock.platform())),
    strikeLine: (orderId, lineId, struck) =>
      changeKnownOrder(orderId, () => ledger.strikeLine(orderId, lineId, struck, clock.platform())),
    startByHand: (orderId) => changeKnownOrder(orderId, () => ledger.startByHand(orderId, clock.platform())),
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
