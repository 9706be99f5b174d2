import { useCallback, useState } from 'react'
import type { Bridge, CallResult, FailureCode } from '../../shared/contract.ts'
import type { UpdateStatus } from '../../shared/updates.ts'
import { callSafely } from '../window/call-safely.ts'
import { usePolled } from '../window/use-polled.ts'
import { useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 1_000
const readStatus = (bridge: Bridge): Promise<CallResult<UpdateStatus>> => bridge.call['updates:status'](null)

type Updates = {
  readonly status: UpdateStatus | undefined
  readonly failure: FailureCode | undefined
  readonly run: (call: 'updates:check' | 'updates:install') => void
}

/** The state of the updates, polled each second while it is shown, and the two calls that change it. */
export function useUpdateStatus(): Updates {
  const { bridge } = useWindowParts()
  const [status, setStatus] = usePolled(readStatus, POLL_INTERVAL_MS)
  const [failure, setFailure] = useState<FailureCode>()
  const run = useCallback(
    (call: 'updates:check' | 'updates:install') => {
      const applyAnswer = (answer: CallResult<UpdateStatus>): void => {
        if (answer.ok) setStatus(answer.value)
        setFailure(answer.ok ? undefined : answer.code)
      }
      void callSafely(() => bridge.call[call](null)).then(applyAnswer)
    },
    [bridge, setStatus],
  )
  return { status, failure, run }
}
