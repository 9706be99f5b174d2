import type { CallResult } from '../../shared/contract/contract.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'

/**
 * Makes a call for an order. The ticket shows a failure until the next tap on it. Resolves with true when the call succeeded.
 * Never rejects.
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
