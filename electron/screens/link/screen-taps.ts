import type { CallsAtScreen } from '../../../shared/contract/calls.ts'
import type { ActArgs, CallArgs, CallResult, QueueEntry } from '../../../shared/contract/contract.ts'
import { fail, ok } from '../../../shared/result.ts'
import { displayIdOf } from '../../../shared/ticket/reduced-ticket.ts'
import type { Board } from '../../core/board.ts'
import type { Log } from '../../logging/log-port.ts'
import type { Clock, TimeService } from '../../sync/clock.ts'
import type { KeptItems, OverlayItem } from './kept-items.ts'
import type { MainLink, VerdictMessage } from './main-link.ts'

/** The taps and marks of a screen: stored here first, then shown, then sent to the main computer. */
export interface ScreenTaps {
  act(args: ActArgs): CallResult<{ tapId: string }>
  /** Stores another call until the main computer has judged it. */
  mark<C extends CallsAtScreen<'kept'>>(call: C, args: CallArgs<C>): CallResult<null>
  undo(tapId: string): Promise<CallResult<unknown>>
  queue(): Promise<CallResult<QueueEntry[]>>
}

export function createScreenTaps(parts: {
  readonly board: Pick<Board, 'ticket'>
  readonly kept: KeptItems
  readonly link: Pick<MainLink, 'ask'>
  readonly delivery: Pick<TapDelivery, 'send'>
  readonly clock: Pick<Clock, 'platform'>
  readonly newId: () => string
  /** The main computer has removed this screen. */
  readonly isRemoved: () => boolean
  readonly refresh: (orderIds: readonly string[]) => void
}): ScreenTaps {
  const { board, kept, link, delivery, clock, newId, isRemoved, refresh } = parts
  const keepAndSend = (item: OverlayItem): CallResult<null> => {
    const stored = kept.keep(item)
    if (!stored.ok) return stored
    refresh([item.orderId])
    delivery.send(item)
    return stored
  }
  const removed = () => fail('screen-removed', 'The main computer has removed this screen')
  const unknown = () => fail('unknown-order', 'No such order on the board')

  return {
    act(args) {
      if (isRemoved()) return removed()
      const { orderId, action } = args
      const known = board.ticket(orderId)
      if (!known) return unknown()
      if (!known.actions.includes(action)) {
        const { tap } = known
        return tap?.action === action && tap.truth !== 'conflict'
          ? ok({ tapId: tap.tapId })
          : fail('not-offered', `The order does not offer ${action} now`)
      }
      if (action === 'requestCancellation' && !args.cancellation) {
        return fail('reason-missing', 'A request to cancel needs a reason')
      }
      const id = newId()
      const stored = keepAndSend({ id, call: 'order:act', orderId, args, madeAt: clock.platform() })
      return stored.ok ? ok({ tapId: id }) : stored
    },
    mark(call, args) {
      if (isRemoved()) return removed()
      if (board.ticket(args.orderId) === undefined) return unknown()
      // The arguments belong to this call. The compiler cannot follow that through the union.
      const item = { id: newId(), call, orderId: args.orderId, args, madeAt: clock.platform() } as OverlayItem
      return keepAndSend(item)
    },
    async undo(tapId) {
      const known = kept.find(tapId)
      if (known === undefined || known.wasSent) return link.ask('tap:undo', { tapId })
      const dropped = kept.drop(tapId)
      if (dropped.ok) refresh([known.item.orderId])
      return dropped
    },
    async queue() {
      const entries = kept.orderIds().flatMap((orderId) => {
        const { displayId = displayIdOf(orderId), tap } = board.ticket(orderId) ?? {}
        return tap !== undefined && kept.find(tap.tapId) !== undefined ? [{ orderId, displayId, tap }] : []
      })
      const mainQueue = await link.ask('queue:list', null)
      // `electron/ipc` checks the answer to the window against the contract.
      return ok([...entries, ...(mainQueue.ok ? (mainQueue.value as QueueEntry[]) : [])])
    },
  }
}

/** Pause before a tap is sent again that the main computer could not store. */
const STORAGE_RETRY_MS = 5_000

/** Sends the taps and marks of this screen to the main computer until each has a verdict. */
interface TapDelivery {
  /** Without effect while the main computer is not reached. */
  send(item: OverlayItem): void
  /** Call after a reconnect: sends everything without a verdict, oldest first. */
  sendAll(): void
  /** Sends again the items whose verdict was lost. */
  sendOverdue(): void
  receiveVerdict(args: VerdictMessage): void
}

export function createTapDelivery(parts: {
  readonly kept: KeptItems
  readonly link: Pick<MainLink, 'state' | 'send'>
  readonly clock: Pick<TimeService, 'monotonic' | 'platform' | 'setTimer'>
  /** While deltas are missing an item stays, and is sent again. */
  readonly isBoardCurrent: () => boolean
  /** Called after a verdict: the main computer's board shows the effect. */
  readonly onJudged: (orderId: string) => void
  readonly log: Log
}): TapDelivery {
  const { kept, link, clock, isBoardCurrent, onJudged, log } = parts

  const applyVerdict = (item: OverlayItem, result: CallResult<unknown>): void => {
    if (!isBoardCurrent()) return
    if (!result.ok && result.code === 'storage') {
      clock.setTimer(STORAGE_RETRY_MS, () => send(item))
      return
    }
    if (!result.ok) log.warn('tap-not-taken', { orderId: item.orderId, code: result.code })
    kept.settle(item.id)
    onJudged(item.orderId)
  }

  const send = (item: OverlayItem): void => {
    if (kept.find(item.id) === undefined || link.state() !== 'reached') return
    kept.recordSent(item.id, clock.monotonic())
    const { id, call, args, madeAt } = item
    if (call === 'order:act') link.send({ kind: 'tap', id, ageMs: Math.max(0, clock.platform() - madeAt), args })
    else link.send({ kind: 'mark', id, call, args })
  }

  return {
    send,
    sendAll() {
      for (const item of kept.all()) send(item)
    },
    sendOverdue() {
      for (const item of kept.overdue(clock.monotonic())) send(item)
    },
    receiveVerdict({ id, result }) {
      const known = kept.find(id)
      if (known) applyVerdict(known.item, result)
    },
  }
}
