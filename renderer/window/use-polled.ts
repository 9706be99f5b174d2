import { useCallback, useEffect, useRef, useState } from 'react'
import type { Bridge, CallResult } from '../../shared/contract/contract.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

/**
 * Polls: repeats `call` every `intervalMs` while the component is shown. Returns the latest answer, and a function that
 * replaces it with the answer of another call. An answer that is older than the shown one is dropped. `call` must be the
 * same function in every render.
 */
export function usePolled<T>(
  call: (bridge: Bridge) => Promise<CallResult<T>>,
  intervalMs: number,
): readonly [T | undefined, (value: T) => void] {
  const { bridge } = useWindowParts()
  const [value, setValue] = useState<T>()
  /** Counts polls and replacements in the order of their begin; `shown` is the one whose answer is shown. */
  const count = useRef({ latest: 0, shown: 0 })
  const show = useCallback((next: T, number: number) => {
    if (number < count.current.shown) return
    count.current.shown = number
    setValue(next)
  }, [])
  const replace = useCallback(
    (next: T) => {
      count.current.latest += 1
      show(next, count.current.latest)
    },
    [show],
  )
  useEffect(() => {
    let isMounted = true
    const poll = async (): Promise<void> => {
      count.current.latest += 1
      const number = count.current.latest
      const answer = await callSafely(() => call(bridge))
      if (isMounted && answer.ok) show(answer.value, number)
    }
    void poll()
    const timer = setInterval(() => void poll(), intervalMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [call, bridge, intervalMs, show])
  return [value, replace]
}

/** A flag that is true for `ms` after `begin` was called. */
export function useTimedFlag(ms: number): readonly [isOn: boolean, begin: () => void] {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setCount(0), ms)
    return () => clearTimeout(timer)
  }, [count, ms])
  return [count > 0, () => setCount((before) => before + 1)]
}
