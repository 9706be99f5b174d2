import { useEffect, useState } from 'react'
import type { Bridge, CallResult } from '../../shared/contract.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

/**
 * The newest answer of a call that is repeated every `everyMs` ms while the component is shown, and a function that
 * replaces it with the answer of another call. `ask` must be the same function at each drawing.
 */
export function usePolled<T>(
  ask: (bridge: Bridge) => Promise<CallResult<T>>,
  everyMs: number,
): readonly [T | undefined, (value: T) => void] {
  const { bridge } = useWindowParts()
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isHere = true
    const look = async (): Promise<void> => {
      const answer = await callSafely(() => ask(bridge))
      if (isHere && answer.ok) setValue(answer.value)
    }
    void look()
    const timer = setInterval(() => void look(), everyMs)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [ask, bridge, everyMs])
  return [value, setValue]
}
