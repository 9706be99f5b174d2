import { useEffect, useState } from 'react'
import { useIdleMoments } from '../window/window-parts.ts'

/** Longest wait in a window that is never idle, in ms. */
const MAX_WAIT_MS = 1_000

/**
 * Follows `value` when the browser is idle; `undefined` before the first idle moment. Content out of sight waits for it, so
 * that a start and a change of page first paint the visible content.
 */
export function useIdleValue<T>(value: T): T | undefined {
  const [followed, setFollowed] = useState<T>()
  const idle = useIdleMoments()
  useEffect(() => idle.whenIdle(() => setFollowed(value), MAX_WAIT_MS), [idle, value])
  return followed
}
