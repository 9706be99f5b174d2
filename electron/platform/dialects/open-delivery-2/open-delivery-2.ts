import type { Dialect as DialectSettings } from '../../../../shared/contract/settings.ts'
import { actionOf } from '../../../../shared/order/lifecycle.ts'
import type { Call, Dialect } from '../dialect.ts'
import { formsFrom } from './acknowledgments.ts'

const POLL: Call = { method: 'GET', path: '/events:polling' }

export type Deviations = Pick<DialectSettings, 'acknowledgment' | 'validateCode'>

/** Open Delivery v2, with the deviations of its hosts as settings. */
export const openDelivery2 = ({ acknowledgment, validateCode }: Deviations): Dialect => ({
  token: ({ clientId, clientSecret, scope }) => ({
    method: 'POST',
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
  }),
  poll: () => POLL,
  acknowledgments: formsFrom(acknowledgment),
  acknowledge: (json) => ({ method: 'POST', path: '/events/acknowledgment', json }),
  read: (path) => ({ method: 'GET', path }),
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
