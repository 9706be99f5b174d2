import { WEBHOOK_PATH } from '../../../../shared/contract/webhook.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import { HEX_OF_BODY } from '../../../listening/signature.ts'
import type { ActRequest } from '../../answers.ts'
import { parseHostRoot } from '../../api-root.ts'
import { pathSegment } from '../../path-segment.ts'
import { parseErrorBody } from '../../setback.ts'
import type { Call, Dialect } from '../dialect.ts'
import { IDS } from '../open-delivery-2/acknowledgments.ts'
import { offerCall } from './alternatives.ts'
import { neutralEvents } from './events.ts'
import { merchantNamesIn, merchantsIn, unauthorizedIn } from './merchants.ts'
import { neutralOrder } from './order.ts'
import { reasonsIn } from './reasons.ts'
import { refusalOf } from './refusals.ts'

/** Where iFood answers; another address is for tests of a kitchen's own. */
const IFOOD_ROOT = 'https://merchant-api.ifood.com.br'
/** The steps with which its paths begin. */
const IFOOD_MODULES: ReadonlySet<string> = new Set(['authentication', 'events', 'merchant', 'order'])

/** More are documented; two pages of the documentation contradict each other about their number. */
const MOST_ACKNOWLEDGED = 1_000

const ACTION_PATHS: Readonly<Record<string, string>> = {
  preparing: 'startPreparation',
  'ready-for-pickup': 'readyToPickup',
}

const ANSWERS: Readonly<Record<string, string>> = { acceptCancellation: 'accept', denyCancellation: 'reject' }

function bodyOf({ action, cancellation }: ActRequest): unknown {
  if (action === 'dispatch') return { deliveredBy: 'MERCHANT' }
  if (action !== 'requestCancellation' || cancellation === undefined) return undefined
  return { reason: cancellation.reason, cancellationCode: cancellation.code }
}

/** A dispute has an address of its own. */
function callOf(order: string, request: ActRequest): Call | undefined {
  const { action, wish, cancellation, offer } = request
  const step = ANSWERS[action]
  if (action !== 'offer' && (step === undefined || wish === undefined))
    return { method: 'POST', path: `${path(order)}/${ACTION_PATHS[action] ?? action}`, json: bodyOf(request) }
  const id = pathSegment(wish ?? '')
  if (id === undefined) return undefined
  const dispute = `/order/v1.0/disputes/${id}`
  if (action === 'offer') return offer && offerCall(dispute, offer)
  const json = cancellation === undefined ? {} : { reason: cancellation.reason }
  return { method: 'POST', path: `${dispute}/${step}`, json }
}

const path = (order: string): string => `/order/v1.0${order}`

/** Filters by category leave out what they do not name: those events are acknowledged without having been seen. */
const POLL = '/events/v1.0/events:polling?categories=ALL'

function poll(merchants: readonly string[]): Call {
  const headers = merchants.length === 0 ? {} : { 'x-polling-merchants': merchants.join(',') }
  return { method: 'GET', path: POLL, headers }
}

/** The interface of iFood for merchants (docs/protocol.md, "iFood"). */
export const IFOOD: Dialect = {
  readRoot: (pasted) => parseHostRoot(pasted.trim() === '' ? IFOOD_ROOT : pasted, IFOOD_MODULES),
  rootsAt: (address) => [address],
  // Hosts of Open Delivery say `invalid_client`.
  isOwnRefusal: ({ body }) => foldedWord(parseErrorBody(body).code ?? '') === 'UNAUTHORIZED',
  // A shop counts as present by its polls (docs/protocol.md, "iFood").
  pollMostSeconds: 30,
  token: ({ clientId, clientSecret }) => ({
    method: 'POST',
    path: '/authentication/v1.0/oauth/token',
    form: { grantType: 'client_credentials', clientId, clientSecret },
  }),
  poll: (_connection, _now, merchants = []) => poll(merchants),
  merchants: {
    call: { method: 'GET', path: '/merchant/v1.0/merchants' },
    read: merchantsIn,
    names: merchantNamesIn,
    refused: unauthorizedIn,
  },
  acknowledgments: [{ ...IDS, most: MOST_ACKNOWLEDGED }],
  acknowledge: (json) => ({ method: 'POST', path: '/events/v1.0/events/acknowledgment', json }),
  read: (order) => ({ method: 'GET', path: path(order) }),
  deliveries: {
    paths: [WEBHOOK_PATH],
    signature: { ...HEX_OF_BODY, header: 'x-ifood-signature' },
    takenStatus: 202,
    keepsMembers: true,
  },
  toNeutralEvents: neutralEvents,
  toNeutral: neutralOrder,
  act: callOf,
  readRefusal: refusalOf,
  reasons: { call: (order) => ({ method: 'GET', path: `${path(order)}/cancellationReasons` }), read: reasonsIn },
  code: (order, code, whose) => ({
    method: 'POST',
    path: `${path(order)}/${whose === 'courier' ? 'validatePickupCode' : 'verifyDeliveryCode'}`,
    json: { code },
  }),
}
