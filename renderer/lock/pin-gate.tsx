import { Activity, type ReactNode, useEffect, useState } from 'react'
import type { CallName } from '../../shared/channels.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** Pause between checks: a dialog is closed at most this long after the automatic lock. */
const LOOK_EVERY_MS = 5_000

/**
 * Shows a dialog only while the lock is open, and closes it when the lock has closed. The main process refuses the
 * guarded calls in any case.
 */
export function PinGate({
  wanted = 'settings:change',
  children,
}: {
  /** The call that the page needs; the pad says what it is for. */
  readonly wanted?: CallName
  readonly children: ReactNode
}) {
  const { bridge, store } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [isAdmitted, setAdmitted] = useState(false)
  const [wasAdmitted, setWasAdmitted] = useState(false)
  useEffect(() => {
    let isHere = true
    const look = async (mayAsk: boolean): Promise<void> => {
      const status = await callSafely(() => bridge.call['lock:status'](null))
      // Without an answer the dialog stays: the main process still guards its calls.
      const isOpen = !status.ok || status.value.isOpen || (mayAsk && (await store.getState().askPin(wanted)))
      if (!isHere) return
      if (isOpen) {
        setAdmitted(true)
        setWasAdmitted(true)
      } else if (store.getState().pinRequest === undefined) closeDialog()
    }
    void look(true)
    const timer = setInterval(() => void look(false), LOOK_EVERY_MS)
    return () => {
      isHere = false
      clearInterval(timer)
      // A page that was left asks again when it is reopened.
      setAdmitted(false)
    }
  }, [bridge, store, closeDialog, wanted])
  return wasAdmitted ? <Activity mode={isAdmitted ? 'visible' : 'hidden'}>{children}</Activity> : null
}
