import type { CallResult } from '../../shared/contract/contract.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'

/** Runs a change of one order in the ledger. */
export type DurableChange = <T>(orderId: string, change: () => CallResult<T>) => CallResult<T>

/**
 * Runs a change of the ledger. When the storage refuses it, the result is the failure `storage`, so that staff see it.
 * @param onChanged called once the change is durable
 */
export function createDurableChange(log: Log, onChanged: (orderId: string) => void): DurableChange {
  const attempt = <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    try {
      return change()
    } catch (error) {
      const message = messageOf(error)
      log.error('storage-refused', { orderId, error: message })
      return fail('storage', message)
    }
  }

  return <T>(orderId: string, change: () => CallResult<T>): CallResult<T> => {
    const result = attempt(orderId, change)
    // The change is durable. When the board cannot be updated, the change has still succeeded.
    if (result.ok) attempt(orderId, () => ok(onChanged(orderId)))
    return result
  }
}
