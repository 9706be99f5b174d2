import { useCallback, useLayoutEffect, useRef } from 'react'
import { type Settling, settleWhenCalm } from './settle-when-calm.ts'

/**
 * `settleWhenCalm` for the lifetime of a component. The call uses the values of the last render.
 * @returns requests a call; its identity does not change
 */
export function useSettleWhenCalm(settle: () => void): () => void {
  const latest = useRef(settle)
  const settling = useRef<Settling>(null)
  useLayoutEffect(() => {
    latest.current = settle
  })
  useLayoutEffect(() => {
    const started = settleWhenCalm(() => latest.current())
    settling.current = started
    return started.stop
  }, [])
  return useCallback(() => settling.current?.schedule(), [])
}
