import { useEffect, useState } from 'react'
import type { Bridge, CallResult } from '../../shared/contract.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

/**
 * Polls: repeats `call` every `intervalMs` while the component is shown. Returns the latest answer, and a function that
 * replaces it with the answer of another call. `call` must be the same function in every render.
 */
export function usePolled<T>(
  call: (bridge: Bridge) => Promise<CallResult<T>>,
  intervalMs: number,
): readonly [T | undefined, (value: T) => void] {
  const { bridge } = useWindowParts()
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isMounted = true
    const poll = async (): Promise<void> => {
      const answer = await callSafely(() => call(bridge))
      if (isMounted && answer.ok) setValue(answer.value)
    }
    void poll()
    const timer = setInterval(() => void poll(), intervalMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [call, bridge, intervalMs])
  return [value, setValue]
}
