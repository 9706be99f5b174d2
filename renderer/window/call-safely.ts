import type { CallResult } from '../../shared/contract.ts'
import { fail } from '../../shared/result.ts'

/** A call whose rejection (a defect, or a main process that is going down) staff see like any other failure. */
export async function callSafely<T>(call: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  try {
    return await call()
  } catch (error) {
    return fail('internal', error instanceof Error ? error.message : String(error))
  }
}
