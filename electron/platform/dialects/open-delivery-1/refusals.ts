import { isPlainRecord } from '../../../../shared/is-record.ts'
import type { QueuedAction } from '../../../../shared/order/lifecycle.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import type { HttpReply } from '../../http.ts'
import type { RefusalReading } from '../dialect.ts'

/** Steps that not every version, or host, has. */
const OPTIONAL: ReadonlySet<QueuedAction> = new Set(['preparing', 'pickedUp', 'delivered'])

/**
 * What a refusal means beside the common reading: the decision about a cancellation at once, or a step that this host does not have
 * (docs/protocol.md, "Open Delivery 1.x"). `undefined`: the common reading.
 */
export function refusalOf(action: QueuedAction, { status, body }: HttpReply): RefusalReading | undefined {
  if (OPTIONAL.has(action) && (status === 404 || status === 405 || status === 501))
    return { kind: 'unsupported', action }
  if (action !== 'requestCancellation' || status !== 422 || body.kind !== 'json') return undefined
  const decision = isPlainRecord(body.value) ? body.value.cancellationStatus : undefined
  switch (typeof decision === 'string' ? foldedWord(decision) : '') {
    case 'CANCELLED':
    case 'CANCELED':
      return { kind: 'settled', eventType: 'CANCELLED' }
    case 'CANCELLATIONREQUESTDENIED':
      return { kind: 'settled', eventType: 'CANCELLATION_REQUEST_DENIED' }
    default:
      return undefined
  }
}
