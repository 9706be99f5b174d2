import type { PlatformState } from './platform-state.ts'
import type { Reply } from './requests.ts'
import { EVENT_TYPES } from './vocabulary.ts'

const OPERATIONS = [
  'confirmOrder',
  'setOrderPreparing',
  'setOrderReadyForPickup',
  'dispatchOrder',
  'setOrderDelivered',
  'requestCancellation',
  'validateDeliveryCode',
]

/** The public declaration at `/.well-known/opendelivery`: one pair of credentials for each app, orders by polling. */
export function answerDiscovery(state: PlatformState): Reply {
  return {
    status: 200,
    body: {
      appId: state.appId,
      openDelivery: { currentVersion: '2.0', supportedVersions: ['2.0'] },
      discovery: { version: '1.0.0' },
      authentication: { supportedGrantTypes: ['client_credentials'], clientIdGeneration: ['by_app'] },
      capabilities: {
        orders: {
          version: '1.0.0',
          supported: true,
          originator: {
            supported: true,
            supportedEvents: [...EVENT_TYPES],
            unsupportedEvents: [],
            supportsWebhook: false,
            supportsPolling: true,
          },
          receiver: {
            supported: true,
            supportedOperations: OPERATIONS,
            unsupportedOperations: ['sendOrderTracking', 'patchOrderDetails'],
          },
        },
      },
    },
  }
}
