import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult, FailureCode } from '../../shared/contract.ts'
import type { LockStatus } from '../../shared/lock.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { useWait, type Wait } from './use-wait.ts'

export type Attempts = {
  readonly failure: FailureCode | undefined
  readonly wait: Wait
  readonly isBusy: boolean
  /**
   * Makes a call with the PIN and resolves with its result. After a failure it also reads the waiting time.
   */
  readonly attempt: (call: () => Promise<CallResult<LockStatus>>) => Promise<CallResult<LockStatus>>
  /** Reads the current waiting time. */
  readonly readStatus: () => Promise<LockStatus | undefined>
  readonly clearFailure: () => void
}

export function useAttempts(): Attempts {
  const { bridge } = useWindowParts()
  const [failure, setFailure] = useState<FailureCode>()
  const [isBusy, setBusy] = useState(false)
  const wait = useWait()
  const { begin } = wait
  const readStatus = async (): Promise<LockStatus | undefined> => {
    const status = await callSafely(() => bridge.call['lock:status'](null))
    if (!status.ok) return undefined
    begin(status.value.waitMs)
    return status.value
  }
  return {
    failure,
    wait,
    isBusy,
    readStatus,
    clearFailure: () => setFailure(undefined),
    async attempt(call) {
      setBusy(true)
      setFailure(undefined)
      const answer = await callSafely(call)
      setFailure(answer.ok ? undefined : answer.code)
      if (!answer.ok) await readStatus()
      setBusy(false)
      return answer
    },
  }
}

/** The result of the last attempt in words, and the seconds until the next one. */
export function PinOutcome({ attempts }: { readonly attempts: Attempts }) {
  const { t } = useTranslation('lock')
  const { t: tBoard } = useTranslation()
  const { failure, wait } = attempts
  // When the wait is over, its message disappears.
  const shown = failure === 'wait' && wait.words === undefined ? undefined : failure
  return (
    <>
      {shown === undefined ? null : (
        <p className="failure" role="alert" data-failure={shown}>
          {shown === 'wrong-pin' ? t('wrong') : shown === 'wait' ? t('tooMany') : tBoard(`failure.${shown}`)}
        </p>
      )}
      {wait.words === undefined ? null : (
        <p className="pin-wait" role="timer" data-testid="pin-wait">
          {t('wait', { time: wait.words })}
        </p>
      )}
    </>
  )
}
