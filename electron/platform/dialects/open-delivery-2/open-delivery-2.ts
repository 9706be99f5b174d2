import type { Dialect as DialectSettings } from '../../../../shared/contract/settings.ts'
import { WEBHOOK_PATH } from '../../../../shared/contract/webhook.ts'
import { actionOf } from '../../../../shared/order/lifecycle.ts'
import { HEX_OF_BODY } from '../../../listening/signature.ts'
import { parseApiRoot } from '../../api-root.ts'
import type { Call, DeliveryForm, Dialect } from '../dialect.ts'
import { formsFrom } from './acknowledgments.ts'

const POLL: Call = { method: 'GET', path: '/events:polling' }

/** The end that roots of v2 alone have. */
export const END_OF_ROOT = '/od/v2'

const DELIVERIES: DeliveryForm = { paths: [WEBHOOK_PATH], signature: HEX_OF_BODY, takenStatus: 204 }

export type Deviations = Pick<DialectSettings, 'acknowledgment' | 'validateCode'>

/** Open Delivery v2, with the deviations of its hosts as settings. */
export const openDelivery2 = ({ acknowledgment, validateCode }: Deviations): Dialect => ({
  readRoot: parseApiRoot,
  // A root of v2 has a part of its own.
  rootsAt: (address, isBare) => (isBare ? [] : [`${address}${END_OF_ROOT}`, address]),
  declares: true,
  token: ({ clientId, clientSecret, scope }) => ({
    method: 'POST',
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
  }),
  poll: () => POLL,
  acknowledgments: formsFrom(acknowledgment),
  acknowledge: (json) => ({ method: 'POST', path: '/events/acknowledgment', json }),
  read: (path) => ({ method: 'GET', path }),
  deliveries: DELIVERIES,
  act: (path, request) => ({
    method: 'POST',
    path: `${path}/${request.action}`,
    json: actionOf(request.action).body?.(request),
  }),
  code: (path, code) =>
    validateCode === 'query'
      ? { method: 'POST', path: `${path}/validateCode?${new URLSearchParams({ deliveryCode: code })}` }
      : { method: 'POST', path: `${path}/validateCode`, json: { deliveryCode: code } },
})
