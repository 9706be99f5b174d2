import type { ActRequest } from '../../answers.ts'
import { parseHostRoot } from '../../api-root.ts'
import type { Connection } from '../../connection.ts'
import type { Call, Dialect, Lessons } from '../dialect.ts'
import { TRIOS } from '../open-delivery-2/acknowledgments.ts'
import { deliveriesOf } from './deliveries.ts'
import { neutralEvents } from './events.ts'
import { keetaSignature } from './keeta-signature.ts'
import { oldSpellingOf } from './old-spelling.ts'
import { neutralOrder } from './order.ts'
import { type HostOf1, PROFILES } from './profiles.ts'
import { refusalOf } from './refusals.ts'

const ACTION_PATHS: Readonly<Record<string, string>> = { 'ready-for-pickup': 'readyForPickup' }

function bodyOf({ action, orderId, orderCreatedAt, preparationMinutes, cancellation }: ActRequest): unknown {
  if (action === 'confirm') {
    // The body as a whole may be absent, the time in it may not.
    if (orderCreatedAt === undefined) return undefined
    return {
      createdAt: new Date(orderCreatedAt).toISOString(),
      orderExternalCode: orderId,
      ...(preparationMinutes === undefined ? {} : { preparationTime: preparationMinutes }),
    }
  }
  if (cancellation === undefined) return undefined
  if (action === 'requestCancellation') return { reason: cancellation.reason, code: cancellation.code, mode: 'MANUAL' }
  return action === 'denyCancellation' ? { reason: cancellation.reason, code: cancellation.code } : undefined
}

/** What is below the collection of orders. */
const belowOrders = (order: string): string => order.replace(/^\/orders/, '')

const HOUR_MS = 3_600_000

const pollOf = (fromMs: number | undefined): Call => ({
  method: 'GET',
  path:
    fromMs === undefined
      ? '/v1/events:polling'
      : `/v1/events:polling?${new URLSearchParams({ fromTime: new Date(fromMs).toISOString() })}`,
})

/** Open Delivery 1.0.0 to 1.7.0, with the habits of a known host, and those that its answers have shown. */
export function openDelivery1(profile: HostOf1, has: Lessons['has']): Dialect {
  const {
    root = '',
    grantType,
    olderGrantType,
    tokenBody,
    isSigned,
    pollsFromHours,
    pollFloorSeconds,
  } = PROFILES[profile]
  const path = (order: string): string => `/v1${has('orders-at-root') ? belowOrders(order) : order}`
  const tokenWith =
    (grant: string) =>
    ({ clientId, clientSecret }: Connection): Call => {
      const fields = { grant_type: grant, client_id: clientId, client_secret: clientSecret }
      return { method: 'POST', path: '/oauth/token', ...(tokenBody === 'form' ? { form: fields } : { json: fields }) }
    }
  const actOn = (order: string, request: ActRequest): Call => ({
    method: 'POST',
    path: `${path(order)}/${ACTION_PATHS[request.action] ?? request.action}`,
    json: bodyOf(request),
  })
  return {
    readRoot: (pasted) => parseHostRoot(pasted.trim() === '' ? root : pasted),
    rootsAt: (address) => [address],
    pollFloorSeconds,
    token: tokenWith(grantType),
    ...(olderGrantType && { olderToken: tokenWith(olderGrantType) }),
    refusesTokensWith403: true,
    poll: (_, now) => pollOf(pollsFromHours && now - pollsFromHours * HOUR_MS),
    ...(pollsFromHours === undefined ? {} : { repeatsEvents: true as const }),
    acknowledgments: [TRIOS],
    acknowledge: (json) => ({ method: 'POST', path: '/v1/events/acknowledgment', json }),
    read: (order) => ({ method: 'GET', path: path(order) }),
    readElsewhere: (order) =>
      profile === 'generic' && !has('orders-at-root')
        ? { call: { method: 'GET', path: `/v1${belowOrders(order)}` }, lesson: 'orders-at-root' }
        : undefined,
    deliveries: deliveriesOf(profile),
    toNeutralEvents: neutralEvents,
    toNeutral: neutralOrder,
    act: (order, request) => actOn(order, has('old-spelling') ? (oldSpellingOf(request) ?? request) : request),
    actAgain(order, request, { status }) {
      const old = (status === 400 || status === 422) && !has('old-spelling') ? oldSpellingOf(request) : undefined
      return old && { call: actOn(order, old), lesson: 'old-spelling' }
    },
    code: (order, code) => ({
      method: 'POST',
      path: `${path(order)}/validateCode?${new URLSearchParams({ deliveryCode: code })}`,
    }),
    readRefusal: (action, reply) => refusalOf(profile, action, reply),
    ...(isSigned ? { sign: (signed, secret) => ({ 'x-app-signature': keetaSignature(signed, secret) }) } : {}),
  }
}
