import { z } from 'zod'
import type { Backend } from '../../electron/composition/backend.ts'
import type { ExecuteCall } from '../../electron/ipc/calls.ts'
import type { CallName } from '../../shared/contract/calls.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Respond } from './station-control.ts'

/** Calls of the contract that the command line may make. No result contains an order or a credential. */
const COMMAND_CALLS = [
  'screens:status',
  'screens:open-pairing',
  'screens:stop-pairing',
  'screens:revoke',
  'settings:change',
  'lock:set',
] as const satisfies readonly CallName[]

/** The result of `comanda-station status`. */
export const stationStatusSchema = z.object({
  version: z.string(),
  freshness: z.string(),
  trouble: z.string().optional(),
  /** Epoch ms of the platform's clock; absent: no poll has succeeded. */
  checkedAt: z.number().optional(),
  /** A problem with the storage or the credentials, as a key of the window's texts. */
  notice: z.string().optional(),
  orders: z.number(),
  unsettledTaps: z.number(),
})
export type StationStatus = z.infer<typeof stationStatusSchema>

function statusOf(backend: Backend, version: string): StationStatus {
  const { freshness, tickets, unsettledTaps, notice } = backend.core.snapshot()
  return {
    version,
    freshness: freshness.state,
    trouble: freshness.trouble,
    checkedAt: freshness.checkedAt,
    notice,
    orders: tickets.length,
    unsettledTaps,
  }
}

/**
 * Answers the commands of this machine. The PIN does not guard them: an account that can read the profile can also remove
 * the PIN.
 */
export function createResponder(options: {
  readonly backend: Backend
  readonly answer: ExecuteCall
  readonly version: string
}): Respond {
  const { backend, answer, version } = options
  return async (request, args): Promise<Result<unknown>> => {
    if (request === 'status') return ok(statusOf(backend, version))
    if (request === 'reset-pin') {
      backend.core.lock.clearPin()
      return ok(null)
    }
    const call = COMMAND_CALLS.find((name) => name === request)
    return call === undefined ? fail('not-allowed', 'no such command') : answer(call, args, () => true)
  }
}
