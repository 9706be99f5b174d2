import { isPlainRecord } from '../../../../shared/is-record.ts'
import { isMove, type OrderAction } from '../../../../shared/order/lifecycle.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import type { HttpReply } from '../../http.ts'
import { parseErrorBody } from '../../setback.ts'
import type { RefusalReading } from '../dialect.ts'
import { type HostOf1, PROFILES } from './profiles.ts'

/** Steps that not every version, or host, has. */
const OPTIONAL: ReadonlySet<OrderAction> = new Set(['preparing', 'pickedUp', 'delivered', 'validateCode'])

/** The decision about a cancellation in the answer to its request. */
function decisionIn({ status, body }: HttpReply): RefusalReading | undefined {
  if (status !== 422 || body.kind !== 'json') return undefined
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

/**
 * What a refusal means beside the common reading: the decision about a cancellation at once, a step that this host does not have,
 * or a step that was made before (docs/protocol.md, "Open Delivery 1.x"). `undefined`: the common reading.
 */
export function refusalOf(profile: HostOf1, action: OrderAction, reply: HttpReply): RefusalReading | undefined {
  const { status, body } = reply
  if (OPTIONAL.has(action) && (status === 404 || status === 405 || status === 501)) return { kind: 'unsupported' }
  if (action === 'requestCancellation') return decisionIn(reply)
  const isRepeated = status === 400 && PROFILES[profile].refusesRepeats === true && isMove(action)
  return isRepeated ? { kind: 'refused', ...parseErrorBody(body), status: 422 } : undefined
}
