import type { Bridge, CallResult } from '../../shared/contract/contract.ts'
import type { ComandaStore } from '../store/comanda-store.ts'

/**
 * Wraps a bridge: when a call is refused as locked, the window asks for the PIN and repeats the call. So components need not
 * know which calls are guarded.
 */
export function withPin(bridge: Bridge, store: ComandaStore): Bridge {
  const withPrompt =
    (name: keyof Bridge['call'], run: (args: never) => Promise<CallResult<unknown>>) =>
    async (args: never): Promise<CallResult<unknown>> => {
      const answer = await run(args)
      if (answer.ok || answer.code !== 'locked') return answer
      return (await store.getState().askPin(name)) ? run(args) : answer
    }
  // Each call keeps the arguments and the result of its channel, which the compiler cannot follow through a list.
  const call = Object.fromEntries(
    Object.entries(bridge.call).map(([name, run]) => [name, withPrompt(name as keyof Bridge['call'], run)]),
  ) as Bridge['call']
  return { ...bridge, call }
}
