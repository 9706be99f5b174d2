import type { ProfileName } from '../../../../shared/contract/platforms.ts'
import type { ActRequest } from '../../answers.ts'
import type { Dialect } from '../dialect.ts'
import { TRIOS } from '../open-delivery-2/acknowledgments.ts'
import { neutralEvents } from './events.ts'
import { keetaSignature } from './keeta-signature.ts'
import { neutralOrder } from './order.ts'
import { PROFILES } from './profiles.ts'
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

/** Open Delivery 1.0.0 to 1.7.0, with the habits of a known host. */
export function openDelivery1(profile: ProfileName): Dialect {
  const { grantType, tokenBody, isSigned } = PROFILES[profile]
  const path = (order: string): string => `/v1${order}`
  return {
    token({ clientId, clientSecret }) {
      const fields = { grant_type: grantType, client_id: clientId, client_secret: clientSecret }
      return { method: 'POST', path: '/oauth/token', ...(tokenBody === 'form' ? { form: fields } : { json: fields }) }
    },
    poll: () => ({ method: 'GET', path: '/v1/events:polling' }),
    acknowledgments: [TRIOS],
    acknowledge: (json) => ({ method: 'POST', path: '/v1/events/acknowledgment', json }),
    read: (order) => ({ method: 'GET', path: path(order) }),
    toNeutralEvents: neutralEvents,
    toNeutral: neutralOrder,
    act: (order, request) => ({
      method: 'POST',
      path: `${path(order)}/${ACTION_PATHS[request.action] ?? request.action}`,
      json: bodyOf(request),
    }),
    code: (order, code) => ({
      method: 'POST',
      path: `${path(order)}/validateCode?${new URLSearchParams({ deliveryCode: code })}`,
    }),
    readRefusal: refusalOf,
    ...(isSigned ? { sign: (signed, secret) => ({ 'x-app-signature': keetaSignature(signed, secret) }) } : {}),
  }
}
