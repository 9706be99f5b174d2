import { createHash } from 'node:crypto'
import type { AutoConfirmSettings, Settings } from '../../shared/contract/settings.ts'
import { isAboutCancellation } from '../../shared/order/event.ts'
import { messageOf } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { acceptanceFacts } from '../../shared/ticket/ticket-handling.ts'
import { type Slot, ticketKey } from '../../shared/ticket/ticket-key.ts'
import { isWithinHours } from '../../shared/time/quiet-hours.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** With less time left, an acceptance may reach the platform after its deadline. */
export const MIN_TIME_LEFT_MS = 15 * SECOND_MS

/** An order as the rules see it; times in ms of the platform's clock. */
export type Candidate = {
  readonly ticket: Pick<Ticket, 'status' | 'reading' | 'outdated' | 'actions' | 'confirmBy' | 'cancelled'>
  readonly firstSeenAt: number
  /** An event of the order is not read yet, so its status may have changed. */
  readonly isReadPending: boolean
  /** An event of the order has a type that begins with CANCEL. */
  readonly mentionsCancellation: boolean
  /** The order was tapped before, by staff or by these rules, with any result. */
  readonly wasTapped: boolean
}

export type Circumstances = {
  readonly rules: AutoConfirmSettings
  readonly confirmDeadlineMinutes: number
  /** The last poll of this run succeeded, left nothing behind, and is recent. */
  readonly isBoardCurrent: boolean
  /** Orders that are accepted and not ready yet. */
  readonly inKitchen: number
  readonly platformNow: number
}

/** Why the rules leave an order to staff. */
export type Refusal =
  | 'switched-off'
  | 'board-not-current'
  | 'outside-hours'
  | 'kitchen-full'
  | 'unread'
  | 'not-new'
  | 'tapped-before'
  | 'too-late'

/** Why no order at all may be accepted now; `undefined`: the rules allow it. */
function kitchenRefusal({ rules, isBoardCurrent, inKitchen, platformNow }: Circumstances): Refusal | undefined {
  if (!rules.enabled) return 'switched-off'
  if (!isBoardCurrent) return 'board-not-current'
  if (rules.hours.enabled && !isWithinHours(rules.hours, platformNow)) return 'outside-hours'
  return inKitchen >= rules.mostOpen ? 'kitchen-full' : undefined
}

/** Until when the order can be accepted in time: by its own time and by when this machine first saw it. */
export const lastMomentOf = ({ ticket, firstSeenAt }: Candidate, confirmDeadlineMinutes: number): number =>
  Math.min(ticket.confirmBy ?? Number.NEGATIVE_INFINITY, firstSeenAt + confirmDeadlineMinutes * MINUTE_MS) -
  MIN_TIME_LEFT_MS

/** Why the rules leave this order to staff; `undefined`: they accept it. Pure. */
export function refusalOf(order: Candidate, circumstances: Circumstances): Refusal | undefined {
  const { ticket } = order
  const general = kitchenRefusal(circumstances)
  if (general !== undefined) return general
  if (ticket.reading !== 'read' || ticket.outdated === true || order.isReadPending) return 'unread'
  const isNew = ticket.status === 'CREATED' && ticket.cancelled === undefined && ticket.actions.includes('confirm')
  if (!isNew || order.mentionsCancellation) return 'not-new'
  if (order.wasTapped) return 'tapped-before'
  return circumstances.platformNow > lastMomentOf(order, circumstances.confirmDeadlineMinutes) ? 'too-late' : undefined
}

const DIGITS_OF_ID = 40

/** One acceptance for each order, over restarts: a second row of the same id is not inserted. */
const tapIdOf = (key: string): string => `auto-${createHash('sha256').update(key).digest('hex').slice(0, DIGITS_OF_ID)}`

/** Accepted and not ready. */
export const isInKitchen = ({ lane, cancelled, recalled }: Ticket): boolean =>
  lane === 'preparing' && cancelled === undefined && recalled !== true

/**
 * The decision and the outbox row are made in one turn and one transaction, so no tap, event or second decision comes
 * between them. The row is then handled like any tap, without an undo window.
 */
export function createAutoConfirm(parts: {
  readonly ledger: Pick<Ledger, 'order' | 'decidingEvents' | 'isReadPending' | 'countOf' | 'addTap'>
  readonly clock: Pick<Clock, 'platform'>
  readonly tickets: () => readonly Ticket[]
  readonly slot?: Slot | undefined
  readonly inKitchen?: (() => number) | undefined
  readonly settings: () => Settings
  readonly isBoardCurrent: () => boolean
  readonly log: Log
  /** Called once an acceptance is durable. */
  readonly onAccepted: (orderId: string) => void
}) {
  const { ledger, clock, tickets, slot = 1, settings, isBoardCurrent, log, onAccepted } = parts
  const inKitchen = parts.inKitchen ?? (() => tickets().filter(isInKitchen).length)

  const circumstancesNow = (): Circumstances => {
    const { autoConfirm: rules, confirmDeadlineMinutes } = settings()
    return {
      rules,
      confirmDeadlineMinutes,
      isBoardCurrent: isBoardCurrent(),
      inKitchen: inKitchen(),
      platformNow: clock.platform(),
    }
  }
  const candidateOf = (ticket: Ticket, firstSeenAt: number): Candidate => {
    const { orderId } = ticket
    return {
      ticket,
      firstSeenAt,
      isReadPending: ledger.isReadPending(orderId),
      mentionsCancellation: ledger.decidingEvents(orderId).some(({ eventType }) => isAboutCancellation(eventType)),
      wasTapped: ledger.countOf(orderId, 'tapped') + ledger.countOf(orderId, 'accepted-automatically') > 0,
    }
  }
  const accept = (ticket: Ticket, lastMoment: number): void => {
    const { orderId } = ticket
    const { preparationMinutes } = settings()
    const at = clock.platform()
    const announced = preparationMinutes === undefined ? {} : { preparationMinutes }
    const args = { ...announced, ...acceptanceFacts(ticket), automatic: { notAfter: Math.floor(lastMoment) } }
    ledger.addTap({
      tapId: tapIdOf(ticketKey(slot, orderId)),
      orderId,
      action: 'confirm',
      args,
      tappedAt: at,
      holdUntil: at,
    })
    log.info('accepted-automatically', { orderId })
    onAccepted(orderId)
  }
  const acceptIfAllowed = (ticket: Ticket): void => {
    const { orderId } = ticket
    const record = ledger.order(orderId)
    if (!record) return
    const candidate = candidateOf(ticket, record.firstSeenAt)
    const circumstances = circumstancesNow()
    if (refusalOf(candidate, circumstances) !== undefined) return
    accept(ticket, lastMomentOf(candidate, circumstances.confirmDeadlineMinutes))
  }

  return {
    /** Accepts what the rules allow now. Call after each successful poll and each read of an order. */
    run(): void {
      if (!settings().autoConfirm.enabled) return
      try {
        if (kitchenRefusal(circumstancesNow()) !== undefined) return
        const open = tickets().filter(({ status, actions }) => status === 'CREATED' && actions.includes('confirm'))
        for (const ticket of open.toSorted((a, b) => a.createdAt - b.createdAt)) acceptIfAllowed(ticket)
      } catch (error) {
        // The order stays new and goes on ringing; the next poll decides again.
        log.error('auto-confirm-failed', { error: messageOf(error) })
      }
    },
  }
}
