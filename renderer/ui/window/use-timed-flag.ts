import { useEffect, useState } from 'react'

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
