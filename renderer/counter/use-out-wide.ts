import { useLayoutEffect, useRef, useState } from 'react'
import { settleWhenCalm } from '../places/settle-when-calm.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'

/**
 * Whether the orders on their way get the width that no ready order needs. The width changes only some time after the last
 * touch, because it moves these orders. Until then the first ready orders have a narrow lane.
 * @param out the orders that move
 */
export function useOutWide(isReadyEmpty: boolean, out: readonly string[]): boolean {
  const guard = useBumpGuard()
  const [isWide, setIsWide] = useState(isReadyEmpty)
  const latest = useRef({ isReadyEmpty, out, isWide })
  const settling = useRef<ReturnType<typeof settleWhenCalm>>(null)
  useLayoutEffect(() => {
    latest.current = { isReadyEmpty, out, isWide }
    if (isReadyEmpty !== isWide) settling.current?.schedule()
  }, [isReadyEmpty, out, isWide])
  useLayoutEffect(() => {
    const started = settleWhenCalm(() => {
      const now = latest.current
      if (now.isReadyEmpty === now.isWide) return
      guard.moved(now.out)
      setIsWide(now.isReadyEmpty)
    })
    settling.current = started
    return started.stop
  }, [guard])
  return isWide
}
