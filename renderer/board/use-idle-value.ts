import { useEffect, useState } from 'react'

/** Longest wait in a window that is never idle, in ms. */
const MAX_WAIT_MS = 1_000

/**
 * Follows `value` when the browser is idle; `undefined` before the first idle moment. Content out of sight waits for it, so
 * that a start and a change of page first paint the visible content.
 */
export function useIdleValue<T>(value: T): T | undefined {
  const [followed, setFollowed] = useState<T>()
  useEffect(() => {
    const idle = requestIdleCallback(() => setFollowed(value), { timeout: MAX_WAIT_MS })
    return () => cancelIdleCallback(idle)
  }, [value])
  return followed
}
