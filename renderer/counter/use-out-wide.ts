import { useLayoutEffect, useState } from 'react'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'

/**
 * Whether the orders on their way get the width that no ready order needs. The width changes only some time after the last
 * touch, because it moves these orders. Until then the first ready orders have a narrow lane.
 * @param out the orders that move
 */
export function useOutWide(isReadyEmpty: boolean, out: readonly string[]): boolean {
  const guard = useBumpGuard()
  const [isWide, setIsWide] = useState(isReadyEmpty)
  const schedule = useSettleWhenCalm(() => {
    if (isReadyEmpty === isWide) return
    guard.moved(out)
    setIsWide(isReadyEmpty)
  })
  useLayoutEffect(() => {
    if (isReadyEmpty !== isWide) schedule()
  }, [isReadyEmpty, isWide, schedule])
  return isWide
}
