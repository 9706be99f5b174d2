import type { Handling } from '../handling.ts'
import type { KnownStatus, OrderAction } from '../lifecycle.ts'

/**
 * Open Delivery 1.x has no status: an order is where its events say (docs/protocol.md, "Open Delivery 1.x"). The steps of
 * the types of events; the others state none.
 */
const STEPS: ReadonlyMap<string, KnownStatus> = new Map([
  ['CREATED', 'CREATED'],
  ['CONFIRMED', 'CONFIRMED'],
  ['PREPARING', 'PREPARING'],
  ['READY_FOR_PICKUP', 'READY'],
  ['DISPATCHED', 'IN_DELIVERY'],
  ['DELIVERED', 'DELIVERED'],
  ['CONCLUDED', 'CONCLUDED'],
  ['CANCELLED', 'CANCELLED'],
])

/** @param eventType by its name in `event.ts`, which calls PICKED_UP as in v2: ORDER_COLLECTED */
export const stepOfEvent = (eventType: string, orderType: string): KnownStatus | undefined =>
  eventType === 'ORDER_COLLECTED' ? (orderType === 'DELIVERY' ? 'IN_DELIVERY' : 'DELIVERED') : STEPS.get(eventType)

type Steps = {
  readonly handling: Handling
  /** Steps that this host does not have, learned from its refusals. */
  readonly learned: ReadonlySet<OrderAction>
}

/** The steps for whose call the platform does not wait: marks of this kitchen alone, never sent. */
export const stepsHere = ({ handling: { expects = {} }, learned }: Steps): readonly OrderAction[] =>
  (['preparing', 'delivered', 'pickedUp'] as const).filter((step) => expects[step] !== true || learned.has(step))

const CANCELLABLE = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY']
const TYPES = ['DELIVERY', 'TAKEOUT', 'INDOOR']

/** The actions that a position offers, the next step first. Without a status, or of an unknown type: every one that may fit. */
export function movesOf1(
  at: Steps & {
    readonly status: string
    readonly orderType: string
    readonly hasWish: boolean
    readonly mayDeny?: boolean | undefined
    readonly mayOffer?: boolean | undefined
    readonly asksCourierCode?: boolean | undefined
  },
): readonly OrderAction[] {
  const { status, orderType, handling, learned } = at
  const mayBeDelivery = orderType === 'DELIVERY' || !TYPES.includes(orderType)
  const mayBeHandedOver = orderType !== 'DELIVERY'
  const bringsItself = mayBeDelivery && handling.deliveredBy !== 'platform'
  const { delivered, pickedUp } = handling.expects ?? {}
  const handOver = delivered === true && pickedUp !== true ? 'delivered' : 'pickedUp'
  const offered = (action: OrderAction, from: readonly string[], fits = true): readonly OrderAction[] =>
    fits && (status === '' || from.includes(status)) ? [action] : []
  const all = [
    ...offered('confirm', ['CREATED']),
    ...offered('preparing', ['CONFIRMED']),
    ...offered('ready-for-pickup', ['CONFIRMED', 'PREPARING']),
    ...offered('dispatch', ['READY'], bringsItself),
    ...offered('delivered', ['IN_DELIVERY'], bringsItself),
    ...offered(handOver, ['READY'], mayBeHandedOver),
    ...offered('validateCode', ['READY', 'IN_DELIVERY'], bringsItself && !learned.has('validateCode')),
    ...offered('validatePickupCode', CANCELLABLE, at.asksCourierCode === true),
    ...offered('requestCancellation', CANCELLABLE),
    ...(at.hasWish ? (['acceptCancellation'] as const) : []),
    ...(at.hasWish && at.mayDeny !== false ? (['denyCancellation'] as const) : []),
    ...(at.hasWish && at.mayOffer === true ? (['offer'] as const) : []),
  ]
  return [...new Set(all)]
}
