import { createHash } from 'node:crypto'
import { isAboutCancellation } from '../../shared/event.ts'
import { messageOf } from '../../shared/result.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { type Candidate, type Circumstances, kitchenRefusal, lastMomentOf, refusalOf } from './auto-confirm-rules.ts'

const DIGITS_OF_ID = 40

type AutoConfirmParts = {
  readonly ledger: Pick<Ledger, 'order' | 'decidingEvents' | 'isReadPending' | 'countOf' | 'addTap'>
  readonly clock: Pick<Clock, 'platform'>
  readonly tickets: () => readonly Ticket[]
  readonly settings: () => Settings
  readonly isBoardCurrent: () => boolean
  readonly log: Log
  /** Called once an acceptance is durable. */
  readonly onAccepted: (orderId: string) => void
}

/** Accepts new orders by the shop's rules. Off unless the shop switches it on. */
export type AutoConfirm = {
  /** Accepts what the rules allow now. Call after each successful poll and each read of an order. */
  run(): void
}

/** One acceptance for each order, over restarts: a second row of the same id is not inserted. */
const tapIdOf = (orderId: string): string =>
  `auto-${createHash('sha256').update(orderId).digest('hex').slice(0, DIGITS_OF_ID)}`

const isInKitchen = ({ lane, cancelled, recalled }: Ticket): boolean =>
  lane === 'preparing' && cancelled === undefined && recalled !== true

/**
 * The decision and the outbox row are made in one turn of the event loop, and the row is one transaction. So no tap, no
 * event and no second decision comes between them, and a crash leaves the whole row or none. The row is then handled
 * like any other tap, without an undo window.
 */
export function createAutoConfirm(parts: AutoConfirmParts): AutoConfirm {
  const { ledger, clock, tickets, settings, isBoardCurrent, log, onAccepted } = parts

  const circumstancesNow = (): Circumstances => {
    const { autoConfirm: rules, confirmDeadlineMinutes } = settings()
    return {
      rules,
      confirmDeadlineMinutes,
      isBoardCurrent: isBoardCurrent(),
      inKitchen: tickets().filter(isInKitchen).length,
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
  const accept = (orderId: string, lastMoment: number): void => {
    const { preparationMinutes } = settings()
    const at = clock.platform()
    const announced = preparationMinutes === undefined ? {} : { preparationMinutes }
    const args = { ...announced, automatic: { notAfter: Math.floor(lastMoment) } }
    ledger.addTap({ tapId: tapIdOf(orderId), orderId, action: 'confirm', args, tappedAt: at, holdUntil: at })
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
    accept(orderId, lastMomentOf(candidate, circumstances.confirmDeadlineMinutes))
  }

  return {
    run() {
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
