import { useEffect, useState } from 'react'

/** A window that is never idle gets its value after this time, in ms. */
const MAX_WAIT_MS = 1_000

/**
 * Follows `value` when the browser is idle; `undefined` before the first idle moment. What is out of sight waits for it, so
 * that a start and a change of page first paint what is in sight.
 */
export function useIdleValue<T>(value: T): T | undefined {
  const [followed, setFollowed] = useState<T>()
  useEffect(() => {
    const idle = requestIdleCallback(() => setFollowed(value), { timeout: MAX_WAIT_MS })
    return () => cancelIdleCallback(idle)
  }, [value])
  return followed
}
