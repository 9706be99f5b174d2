import { Activity, type ReactNode, useEffect, useState } from 'react'
import type { CallName } from '../../shared/contract/calls.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

/** Interval between checks: a dialog is closed at most this long after the automatic lock. */
const CHECK_INTERVAL_MS = 5_000

/**
 * Shows a dialog only while the lock is open, and closes it when the lock has closed. The main process refuses the
 * guarded calls in any case.
 */
export function PinGate({
  wanted = 'settings:change',
  children,
}: {
  /** A guarded call of the page. The pad names its purpose. */
  readonly wanted?: CallName
  readonly children: ReactNode
}) {
  const { bridge, store } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [isAdmitted, setAdmitted] = useState(false)
  const [wasAdmitted, setWasAdmitted] = useState(false)
  useEffect(() => {
    let isMounted = true
    const check = async (mayAsk: boolean): Promise<void> => {
      const status = await callSafely(() => bridge.call['lock:status'](null))

      // Without an answer the dialog stays open: the main process guards its calls.
      const isOpen = !status.ok || status.value.isOpen || (mayAsk && (await store.getState().askPin(wanted)))
      if (!isMounted) return
      if (isOpen) {
        setAdmitted(true)
        setWasAdmitted(true)
      } else if (store.getState().pinRequest === undefined) closeDialog()
    }
    void check(true)
    const timer = setInterval(() => void check(false), CHECK_INTERVAL_MS)
    return () => {
      isMounted = false
      clearInterval(timer)
      // A hidden page asks again when it is shown.
      setAdmitted(false)
    }
  }, [bridge, store, closeDialog, wanted])
  return wasAdmitted ? <Activity mode={isAdmitted ? 'visible' : 'hidden'}>{children}</Activity> : null
}
