import { z } from 'zod'
import type { AppCore } from '../electron/composition/app-core.ts'
import type { ExecuteCall } from '../electron/ipc/calls.ts'
import type { CallName } from '../shared/channels.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Respond } from './control.ts'

/** Calls of the contract that the command line makes. None of them shows an order or a credential. */
const COMMAND_CALLS = [
  'screens:status',
  'screens:open-pairing',
  'screens:stop-pairing',
  'screens:revoke',
  'screens:recovery-code',
  'settings:change',
  'lock:set',
] as const satisfies readonly CallName[]

/** What `comanda-station status` shows. */
export const stationStatusSchema = z.object({
  version: z.string(),
  freshness: z.string(),
  trouble: z.string().optional(),
  /** Epoch ms of the platform's clock; absent: no poll has succeeded. */
  checkedAt: z.number().optional(),
  /** What a window would show about the storage or the credentials, as a key of its texts. */
  notice: z.string().optional(),
  orders: z.number(),
  unsettledTaps: z.number(),
})
export type StationStatus = z.infer<typeof stationStatusSchema>

function statusOf(core: AppCore, version: string): StationStatus {
  const { freshness, tickets, unsettledTaps, notice } = core.station.snapshot()
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
 * Answers the commands of the machine. The PIN does not guard them: an account that reads the profile could remove the PIN
 * with the app's own switch as well.
 */
export function createResponder(parts: {
  readonly core: AppCore
  readonly answer: ExecuteCall
  readonly version: string
}): Respond {
  const { core, answer, version } = parts
  return async (request, args): Promise<Result<unknown>> => {
    if (request === 'status') return ok(statusOf(core, version))
    if (request === 'reset-pin') {
      core.station.lock.clearPin()
      return ok(null)
    }
    const call = COMMAND_CALLS.find((name) => name === request)
    return call === undefined ? fail('not-allowed', 'no such command') : answer(call, args, () => true)
  }
}
