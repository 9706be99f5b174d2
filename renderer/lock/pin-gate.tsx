import { type ReactNode, useEffect, useState } from 'react'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useWindowParts } from '../app/window-parts.ts'

/** The lock closes by itself; what stands open is closed with it so soon after. */
const LOOK_EVERY_MS = 5_000

/**
 * Shows a dialog only to whom the lock is open, and closes it when the lock has closed again. It keeps guests from
 * looking; changing anything is refused by the main process whatever is shown.
 */
export function PinGate({ children }: { readonly children: ReactNode }) {
  const { bridge, store } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [isAdmitted, setAdmitted] = useState(false)
  useEffect(() => {
    let isHere = true
    const look = async (mayAsk: boolean): Promise<void> => {
      const status = await callSafely(() => bridge.call['lock:status'](null))
      // Without an answer nothing is known against them.
      const isOpen = !status.ok || status.value.isOpen || (mayAsk && (await store.getState().askPin('settings:change')))
      if (!isHere) return
      if (isOpen) setAdmitted(true)
      else if (store.getState().pinRequest === undefined) closeDialog()
    }
    void look(true)
    const timer = setInterval(() => void look(false), LOOK_EVERY_MS)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [bridge, store, closeDialog])
  return isAdmitted ? children : null
}
