import { useEffect, useState } from 'react'

/** Longest time that a requested value is shown while the settings have not confirmed it (ms). */
const REQUESTED_MS = 1_500

/** The value as it was last asked for, so that the next of several quick touches begins at it, and the function that asks. */
export function useRequested<T>(
  value: T,
  onChange: (value: T) => void,
): readonly [shown: T, request: (next: T) => void] {
  const [requested, setRequested] = useState<{ readonly value: T }>()
  useEffect(() => {
    if (requested === undefined) return
    const timer = setTimeout(() => setRequested(undefined), REQUESTED_MS)
    return () => clearTimeout(timer)
  }, [requested])
  const request = (next: T): void => {
    setRequested({ value: next })
    onChange(next)
  }
  return [requested === undefined ? value : requested.value, request]
}
