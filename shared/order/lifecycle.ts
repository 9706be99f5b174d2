import { vocabulary } from './vocabulary.ts'

/** Statuses of Open Delivery v2 in the order in which an order passes them. `CANCELLED` is outside this sequence. */
const PROGRESS = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED'] as const
/** The same list, typed for looking up any text. */
const PROGRESS_NAMES: readonly string[] = PROGRESS
export type KnownStatus = (typeof PROGRESS)[number] | 'CANCELLED'

/** Settings of a connection for which platforms differ (docs/protocol.md, "Dialect"). */
export type LifecycleDialect = {
  /** Some hosts allow READY → DELIVERED for DELIVERY orders too. */
  readonly deliveredFromReady: boolean
}

type OrderPosition = { readonly status: string; readonly orderType: string }

/** What a tap says beyond its action. */
type Given = {
  /** For `confirm`, in minutes. */
  readonly preparationMinutes?: number | undefined
  /** For `requestCancellation`. */
  readonly cancellation?: { readonly code: string; readonly reason: string } | undefined
}

/** One action of the platform (docs/protocol.md, "Lifecycle"). */
type Action = {
  /** Its name in a platform's declaration. */
  readonly operation: string
  /** The statuses in which the platform accepts it. */
  readonly from: readonly KnownStatus[]
  /** Further condition; not asked for an unknown type of order. */
  readonly fits?: (order: OrderPosition, dialect: LifecycleDialect) => boolean
  /** The status that proves it; absent: it is answered at once, and never in the outbox. */
  readonly target?: KnownStatus
  /** The event that the platform publishes when `target` is reached. */
  readonly event?: string
  /** The JSON to send. `undefined`: no body. */
  readonly body?: (given: Given) => unknown
}

const OPEN = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY'] as const

/** Every action, by the last segment of its path, in the order in which tickets offer them: the next step first. */
export const ACTIONS = {
  confirm: {
    operation: 'confirmOrder',
    from: ['CREATED'],
    target: 'CONFIRMED',
    event: 'CONFIRMED',
    body: ({ preparationMinutes: minutes }) =>
      minutes === undefined ? undefined : { estimatedPreparationTimeMinutes: minutes },
  },
  preparing: { operation: 'setOrderPreparing', from: ['CONFIRMED'], target: 'PREPARING', event: 'PREPARING' },
  'ready-for-pickup': {
    operation: 'setOrderReadyForPickup',
    from: ['CONFIRMED', 'PREPARING'],
    target: 'READY',
    event: 'READY_FOR_PICKUP',
  },
  dispatch: {
    operation: 'dispatchOrder',
    from: ['READY'],
    fits: ({ orderType }) => orderType === 'DELIVERY',
    target: 'IN_DELIVERY',
    event: 'DISPATCHED',
  },
  delivered: {
    operation: 'setOrderDelivered',
    from: ['READY', 'IN_DELIVERY'],
    fits: ({ status, orderType }, { deliveredFromReady }) =>
      status === 'IN_DELIVERY' || orderType !== 'DELIVERY' || deliveredFromReady,
    target: 'DELIVERED',
    event: 'DELIVERED',
  },
  /** Open Delivery 1.x: handed to the guest of a TAKEOUT or INDOOR order. */
  pickedUp: { operation: 'setOrderPickedUp', from: [], target: 'DELIVERED' },
  validateCode: { operation: 'validateDeliveryCode', from: ['READY', 'IN_DELIVERY'] },
  /** iFood: the code that the platform's courier says. */
  validatePickupCode: { operation: 'validatePickupCode', from: [] },
  requestCancellation: {
    operation: 'requestCancellation',
    from: OPEN,
    target: 'CANCELLED',
    event: 'CANCELLED',
    body: ({ cancellation }) =>
      cancellation && { reason: cancellation.reason, code: cancellation.code, mode: 'MANUAL' },
  },
  /** Open Delivery 1.x: the answers to a customer who asks to cancel. */
  acceptCancellation: { operation: 'acceptOrderCancellation', from: [], target: 'CANCELLED' },
  denyCancellation: { operation: 'denyOrderCancellation', from: [], target: 'CANCELLED' },
  /** iFood: something else instead, which the customer takes or not. */
  offer: { operation: 'offerAlternative', from: [], target: 'CANCELLED' },
} as const satisfies Readonly<Record<string, Action>>

type Actions = typeof ACTIONS
export type OrderAction = keyof Actions
/** Actions that are sent through the outbox. */
export type QueuedAction = {
  [Name in OrderAction]: Actions[Name] extends { target: string } ? Name : never
}[OrderAction]

/** The row of an action, with the members that some rows have. */
export const actionOf = (action: OrderAction): Action => ACTIONS[action]

// `Object.keys` loses the names.
export const ORDER_ACTIONS = Object.keys(ACTIONS) as readonly OrderAction[]
/** The actions of Open Delivery v2. */
export const ACTIONS_OF_2 = ORDER_ACTIONS.filter(
  (
    action,
  ): action is Exclude<
    OrderAction,
    'pickedUp' | 'validatePickupCode' | 'acceptCancellation' | 'denyCancellation' | 'offer'
  > => ACTIONS[action].from.length > 0,
)
export const QUEUED_ACTIONS = ORDER_ACTIONS.filter((action): action is QueuedAction => 'target' in ACTIONS[action])
/** The answers to a customer who wants something. */
export const isWishAnswer = (action: OrderAction): boolean =>
  action === 'acceptCancellation' || action === 'denyCancellation' || action === 'offer'
/** Whether the action asks the platform about a code that somebody says. */
export const isCodeCheck = (action: OrderAction): action is 'validateCode' | 'validatePickupCode' =>
  action === 'validateCode' || action === 'validatePickupCode'
/** Whether the action moves an order to its next status. */
export const isMove = (action: OrderAction): boolean => action !== 'requestCancellation' && !isWishAnswer(action)
/** The actions that move an order to its next status. */
export const MOVES = QUEUED_ACTIONS.filter(isMove)

/** The status that an order has reached when the event is published (Open Delivery v2). The other types state none. */
export const STATUS_AT_EVENT: ReadonlyMap<string, KnownStatus> = new Map([
  ...QUEUED_ACTIONS.flatMap((action): [string, KnownStatus][] => {
    const { event } = actionOf(action)
    return event === undefined ? [] : [[event, ACTIONS[action].target]]
  }),
  ['CONCLUDED', 'CONCLUDED'],
])

/** The status that proves, once it is read, that the action was applied. */
export const targetOf = (action: QueuedAction): KnownStatus => ACTIONS[action].target

/** Position of a status in an order's life. `undefined` for `CANCELLED` and for unknown statuses. */
export function progressOf(status: string): number | undefined {
  const index = PROGRESS_NAMES.indexOf(status)
  return index === -1 ? undefined : index
}

/** Whether the kitchen has begun with an order of this status. */
export const hasBegun = (status: string): boolean => (progressOf(status) ?? 0) >= PROGRESS.indexOf('PREPARING')

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
  if (action === 'denyCancellation' || action === 'offer') return false
  const target = targetOf(action)
  if (target === 'CANCELLED' || status === 'CANCELLED') return status === target
  const reached = progressOf(status)
  const wanted = progressOf(target)
  return reached !== undefined && wanted !== undefined && reached >= wanted
}

/** Whether a read of `status` proves that `action` can no longer be applied. */
export function isImpossible(action: QueuedAction, status: string): boolean {
  if (isReached(action, status)) return false
  return isMove(action) ? status === 'CANCELLED' : isOver(status)
}

/**
 * The actions that the platform accepts in this status, the next step first. For an unknown status or order type every
 * action is offered: the platform decides.
 */
export function movesFrom(order: OrderPosition, dialect: LifecycleDialect): readonly OrderAction[] {
  const { status, orderType } = order
  if (!isKnownStatus(status)) return ACTIONS_OF_2
  const isKnownType = orderType === 'DELIVERY' || orderType === 'TAKEOUT' || orderType === 'INDOOR'
  return ACTIONS_OF_2.filter((action) => {
    const { from, fits } = actionOf(action)
    return from.includes(status) && (!isKnownType || fits === undefined || fits(order, dialect))
  })
}

/** The status for the kitchen: the one last read, advanced by taps under way. */
export function projectStatus(status: string, pending: readonly QueuedAction[]): string {
  if (status === 'CANCELLED') return status
  return pending.reduce((current, action) => {
    // A request to cancel, or an answer to one, changes nothing until the platform sends CANCELLED.
    if (!isMove(action) || isReached(action, current)) return current
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
