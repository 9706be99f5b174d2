import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useFormats, useWindowParts } from '../ui/window/window-parts.ts'

/** Attempts at the PIN, and the time until the next one. */
export function useAttempts() {
  const { bridge } = useWindowParts()
  const [failure, setFailure] = useState<FailureCode>()
  const [isBusy, setBusy] = useState(false)
  const wait = useWait()
  const { begin } = wait
  /** Reads the current waiting time. */
  const readWait = useCallback(async (): Promise<void> => {
    const status = await callSafely(() => bridge.call['lock:status'](null))
    if (status.ok) begin(status.value.waitMs)
  }, [bridge, begin])
  useEffect(() => {
    void readWait()
  }, [readWait])
  return {
    failure,
    wait,
    isBusy,
    clearFailure: () => setFailure(undefined),
    /** Makes a call with the PIN and resolves with its result. After a failure it also reads the waiting time. */
    async attempt(call: () => Promise<CallResult<LockStatus>>): Promise<CallResult<LockStatus>> {
      setBusy(true)
      setFailure(undefined)
      const answer = await callSafely(call)
      setFailure(answer.ok ? undefined : answer.code)
      if (!answer.ok) await readWait()
      setBusy(false)
      return answer
    },
  }
}

/** The result of the last attempt in words, and the seconds until the next one. */
export function PinOutcome({ attempts }: { readonly attempts: ReturnType<typeof useAttempts> }) {
  const { t } = useTranslation('lock')
  const { t: tBoard } = useTranslation()
  const { failure, wait } = attempts
  // When the wait is over, its message disappears.
  const shown = failure === 'wait' && wait.words === undefined ? undefined : failure
  return (
    <>
      {shown === undefined ? null : (
        <p className="failure" role="alert" data-failure={shown}>
          {shown === 'wait' ? t('tooMany') : tBoard(`failure.${shown}`)}
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

const UPDATE_INTERVAL_MS = 200
const SECOND_MS = 1_000
const MINUTE_SECONDS = 60

/** Counts down to the next allowed attempt at the PIN, by the monotonic clock. */
function useWait() {
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
  // "9 s", "1 min 20 s", rounded up. Absent: an attempt is allowed now.
  return { words: seconds === 0 ? undefined : words, begin }
}
