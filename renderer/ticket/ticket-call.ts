import type { CallResult } from '../../shared/contract.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/**
 * Makes a call for an order; a failure stands on its ticket until the next tap there. Resolves with whether it was
 * carried out, never rejects.
 */
export function useTicketCall(orderId: string): <T>(call: () => Promise<CallResult<T>>) => Promise<boolean> {
  const { store } = useWindowParts()
  return async (call) => {
    store.getState().clearFailure(orderId)
    const answer = await callSafely(call)
    if (!answer.ok) store.getState().showFailure(orderId, answer.code)
    return answer.ok
  }
}
