import { isPlainRecord, isRecord } from '../../../../shared/is-record.ts'
import { eventName } from '../../../../shared/order/event.ts'
import { type Members, membersOf } from '../../../../shared/order/field-reader.ts'
import { knownStatus } from '../../../../shared/order/lifecycle.ts'
import { stepOfEvent } from '../../../../shared/order/moves/open-delivery-1.ts'
import { orderIn } from '../../../../shared/order/order.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { couponsIn, withCoupons } from '../coupons.ts'

const DELIVERERS: Readonly<Record<string, 'merchant' | 'platform'>> = {
  MERCHANT: 'merchant',
  MARKETPLACE: 'platform',
  ORDERINGAPP: 'platform',
  PLATFORM: 'platform',
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? foldedWord(value) : '')
const flagOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : ({ TRUE: true, FALSE: false } as const)[wordOf(value)]

/** Deeper ones belong to no guest and no address. */
const MAX_BLOCKS = 8

/** Keeta sends what it does not disclose as `ENC_…`: it counts as not told. */
const disclosed = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.startsWith('ENC_') ? undefined : value
  if (!isRecord(value)) return value
  if (depth > MAX_BLOCKS) return undefined
  const inner = (member: unknown): unknown => disclosed(member, depth + 1)
  if (Array.isArray(value)) return value.map(inner)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]))
}

/** 1.x has none, but some hosts send one. */
const statusOf = (sent: unknown) => (typeof sent === 'string' ? knownStatus(sent) : undefined)

const isSameInstant = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other)

const MINUTE_MS = 60_000

/** The time for which a collected order is promised, unless it is that of its creation, which some hosts fill in. */
function promisedIn(promised: unknown, createdAt: unknown): unknown {
  const [at, created] = [parseInstant(promised), parseInstant(createdAt)]
  return at === undefined || (created !== undefined && at < created + MINUTE_MS) ? undefined : promised
}

/** The number that its mode means: that of the slip, or of the table. */
const placeIn = (indoor: Members): unknown =>
  wordOf(indoor('mode')) === 'TAB' ? indoor('tab', 'place', 'seat') : indoor('place', 'tab', 'seat')

/**
 * An order of 1.x in the shape that `order.ts` reads, with what v2 does not have as `handling`. Its last event becomes the status:
 * a floor, because the events since then are stored. Anything that is no order stays as it is.
 */
export function neutralOrder(answer: unknown): unknown {
  const sent = orderIn(answer)
  if (!isPlainRecord(sent)) return answer
  const order = membersOf(sent)
  const block = (name: string) => {
    const value = order(name)
    return isPlainRecord(value) ? membersOf(value) : () => undefined
  }
  const delivery = block('delivery')
  const type = wordOf(order('type', 'orderType'))
  const lastEvent = order('lastEvent')
  const flag = (name: string): boolean | undefined => flagOf(order(name) ?? delivery(name) ?? block('takeout')(name))
  const { preparationStartDateTime, ...others } = sent
  const indoor = order('indoor')
  const promised = promisedIn(
    block('takeout')('takeoutDateTime') ?? block('indoor')('indoorDateTime'),
    order('createdAt'),
  )
  return {
    ...others,
    ...(promised === undefined || order('schedule') !== undefined
      ? {}
      : { schedule: { scheduledDateTimeEnd: promised } }),
    ...(isPlainRecord(indoor) ? { indoor: { ...indoor, identifier: placeIn(block('indoor')) } } : {}),
    payments: withCoupons(order('payments'), couponsIn(order('discounts'))),
    // The default is the time of the order's creation, which says nothing.
    ...(preparationStartDateTime === undefined || isSameInstant(preparationStartDateTime, order('createdAt'))
      ? {}
      : { preparationStartDateTime }),
    customer: disclosed(order('customer')),
    delivery: disclosed(order('delivery')),
    status:
      (typeof lastEvent === 'string' ? stepOfEvent(eventName(lastEvent), type) : undefined) ??
      statusOf(order('status')),
    handling: {
      deliveredBy: DELIVERERS[wordOf(delivery('deliveredBy'))],
      expects: { preparing: flag('sendPreparing'), delivered: flag('sendDelivered'), pickedUp: flag('sendPickedUp') },
    },
  }
}
