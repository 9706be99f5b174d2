import { useCallback, useEffect, useState } from 'react'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { useFormats } from '../window/window-parts.ts'

const UPDATE_INTERVAL_MS = 200
const SECOND_MS = 1_000
const MINUTE_SECONDS = 60

export type Wait = {
  /** "9 s", "1 min 20 s", rounded up. Absent: an attempt is allowed now. */
  readonly words: string | undefined
  readonly begin: (ms: number) => void
}

/** Counts down to the next allowed attempt at the PIN, by the monotonic clock. */
export function useWait(): Wait {
  const formats = useFormats()
  const [until, setUntil] = useState(0)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const update = (): void => {
      const left = Math.max(0, Math.ceil((until - monotonicNow()) / SECOND_MS))
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(update, UPDATE_INTERVAL_MS)
    update()
    return () => clearInterval(timer)
  }, [until])
  const begin = useCallback((ms: number) => setUntil(monotonicNow() + ms), [])
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  const rest = formats.seconds(seconds % MINUTE_SECONDS)
  const words = minutes > 0 ? `${formats.duration(minutes * MINUTE_SECONDS * SECOND_MS)} ${rest}` : rest
  return { words: seconds === 0 ? undefined : words, begin }
}
