import { vocabulary } from './vocabulary.ts'

/** Statuses of Open Delivery v2 in the order in which an order passes them. `CANCELLED` is outside this sequence. */
const PROGRESS = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED'] as const
/** The same list, typed for looking up any text. */
const PROGRESS_NAMES: readonly string[] = PROGRESS
export type KnownStatus = (typeof PROGRESS)[number] | 'CANCELLED'

/** Actions that are sent through the outbox. `validateCode` is sent at once and is never in the outbox. */
export const QUEUED_ACTIONS = [
  'confirm',
  'preparing',
  'ready-for-pickup',
  'dispatch',
  'delivered',
  'requestCancellation',
] as const
export type QueuedAction = (typeof QUEUED_ACTIONS)[number]
export type OrderAction = QueuedAction | 'validateCode'

/** Settings of a connection for which platforms differ (docs/protocol.md, "Dialect"). */
export type LifecycleDialect = {
  /** Some hosts allow READY → DELIVERED for DELIVERY orders too. */
  readonly deliveredFromReady: boolean
}

const TARGETS: Readonly<Record<QueuedAction, KnownStatus>> = {
  confirm: 'CONFIRMED',
  preparing: 'PREPARING',
  'ready-for-pickup': 'READY',
  dispatch: 'IN_DELIVERY',
  delivered: 'DELIVERED',
  requestCancellation: 'CANCELLED',
}

/** The status that proves, once it is read, that the action was applied. */
export const targetOf = (action: QueuedAction): KnownStatus => TARGETS[action]

/** Position of a status in an order's life. `undefined` for `CANCELLED` and for unknown statuses. */
export function progressOf(status: string): number | undefined {
  const index = PROGRESS_NAMES.indexOf(status)
  return index === -1 ? undefined : index
}

const statusNames = vocabulary([...PROGRESS, 'CANCELLED'], { CANCELED: 'CANCELLED' })
/** The status of this name, in any spelling (`vocabulary.ts`). */
export const knownStatus = (sent: string): KnownStatus | undefined => statusNames(sent)

export const isKnownStatus = (status: string): status is KnownStatus =>
  status === 'CANCELLED' || progressOf(status) !== undefined

/**
 * The meaning of a status as read. The platform archives both delivered and cancelled orders as `CONCLUDED`. An order
 * that is known to be cancelled stays cancelled, so that its stop stays on the board.
 */
export const meaningOf = (statusRead: string, isKnownCancelled: boolean): string =>
  statusRead === 'CONCLUDED' && isKnownCancelled ? 'CANCELLED' : statusRead

/** Final statuses: no call moves an order out of them. */
export const isOver = (status: string): boolean =>
  status === 'CANCELLED' || status === 'DELIVERED' || status === 'CONCLUDED'

/** Whether a read of `status` proves `action`: its target was reached or passed (409 and 202 are settled by this alone). */
export function isReached(action: QueuedAction, status: string): boolean {
  const target = targetOf(action)
  if (target === 'CANCELLED' || status === 'CANCELLED') return status === target
  const reached = progressOf(status)
  const wanted = progressOf(target)
  return reached !== undefined && wanted !== undefined && reached >= wanted
}

/** Whether a read of `status` proves that `action` can no longer be applied. */
export function isImpossible(action: QueuedAction, status: string): boolean {
  if (isReached(action, status)) return false
  return action === 'requestCancellation' ? isOver(status) : status === 'CANCELLED'
}

type OrderPosition = { readonly status: string; readonly orderType: string }

/**
 * The moves that the platform accepts in this status, the next step first (docs/protocol.md, "Lifecycle"). For an
 * unknown status or order type every action is offered: the platform decides.
 */
export function movesFrom(order: OrderPosition, dialect: LifecycleDialect): readonly OrderAction[] {
  const { status, orderType } = order
  const isDelivery = orderType === 'DELIVERY'
  const isKnownType = isDelivery || orderType === 'TAKEOUT' || orderType === 'INDOOR'
  if (!isKnownStatus(status)) {
    return ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered', 'validateCode', 'requestCancellation']
  }
  switch (status) {
    case 'CREATED':
      return ['confirm', 'requestCancellation']
    case 'CONFIRMED':
      return ['preparing', 'ready-for-pickup', 'requestCancellation']
    case 'PREPARING':
      return ['ready-for-pickup', 'requestCancellation']
    case 'READY':
      if (!isKnownType) return ['dispatch', 'delivered', 'validateCode', 'requestCancellation']
      if (!isDelivery) return ['delivered', 'validateCode', 'requestCancellation']
      return dialect.deliveredFromReady
        ? ['dispatch', 'delivered', 'validateCode', 'requestCancellation']
        : ['dispatch', 'validateCode', 'requestCancellation']
    case 'IN_DELIVERY':
      return ['delivered', 'validateCode', 'requestCancellation']
    case 'DELIVERED':
    case 'CONCLUDED':
    case 'CANCELLED':
      return []
  }
}

/** The status for the kitchen: the one last read, advanced by taps under way. */
export function projectStatus(status: string, pending: readonly QueuedAction[]): string {
  if (status === 'CANCELLED') return status
  return pending.reduce((current, action) => {
    // A cancellation request changes nothing until the platform sends CANCELLED.
    if (action === 'requestCancellation' || isReached(action, current)) return current
    return targetOf(action)
  }, status)
}

/** Reasons for cancelling that the platform accepts from an establishment (docs/protocol.md, "Lifecycle"). */
export const CANCELLATION_CODES = [
  'UNAVAILABLE_ITEM',
  'RESTAURANT_WITHOUT_DELIVERY_PERSON',
  'INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT',
  'OUTSIDE_DELIVERY_HOURS',
  'ORDER_OUTSIDE_THE_DELIVERY_AREA',
  'RISK_AREA',
  'DELIVERY_PROBLEM',
  'OUTDATED_MENU',
  'DUPLICATE_APPLICATION',
  'BLOCKED_CUSTOMER',
  'SYSTEMIC_ISSUES',
] as const
export type CancellationCode = (typeof CANCELLATION_CODES)[number]
