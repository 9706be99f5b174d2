import type { CallResult } from '../../../shared/contract/contract.ts'
import { fail, messageOf } from '../../../shared/result.ts'

/** Makes a call. Converts a rejection (a defect, or a main process that is ending) into a failure value. Never rejects. */
export async function callSafely<T>(call: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  try {
    return await call()
  } catch (error) {
    return fail('internal', messageOf(error))
  }
}
