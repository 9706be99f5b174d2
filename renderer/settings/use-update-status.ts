import { useCallback, useEffect, useState } from 'react'
import type { CallResult, FailureCode } from '../../shared/contract.ts'
import type { UpdateStatus } from '../../shared/updates.ts'
import { callSafely } from '../app/call-safely.ts'
import { useWindowParts } from '../app/window-parts.ts'

const LOOK_EVERY_MS = 1_000

type Updates = {
  readonly status: UpdateStatus | undefined
  readonly failure: FailureCode | undefined
  readonly run: (call: 'updates:look' | 'updates:install') => void
}

/** The state of the updates, asked again each second while a person looks, and the two calls that change it. */
export function useUpdateStatus(): Updates {
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<UpdateStatus>()
  const [failure, setFailure] = useState<FailureCode>()
  useEffect(() => {
    let isHere = true
    const look = async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['updates:status'](null))
      if (isHere && answer.ok) setStatus(answer.value)
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [bridge])
  const run = useCallback(
    (call: 'updates:look' | 'updates:install') => {
      const take = (answer: CallResult<UpdateStatus>): void => {
        if (answer.ok) setStatus(answer.value)
        setFailure(answer.ok ? undefined : answer.code)
      }
      void callSafely(() => bridge.call[call](null)).then(take)
    },
    [bridge],
  )
  return { status, failure, run }
}
