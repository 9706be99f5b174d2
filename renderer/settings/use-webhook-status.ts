import type { Bridge, CallResult } from '../../shared/contract.ts'
import type { WebhookStatus } from '../../shared/webhook.ts'
import { usePolled } from '../window/use-polled.ts'

const POLL_INTERVAL_MS = 1_000
const readStatus = (bridge: Bridge): Promise<CallResult<WebhookStatus>> => bridge.call['webhook:status'](null)

/** The state of the receiver, polled each second while it is shown. */
export const useWebhookStatus = (): WebhookStatus | undefined => usePolled(readStatus, POLL_INTERVAL_MS)[0]
