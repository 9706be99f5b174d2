import type { ComandaStore } from '../store/comanda-store.ts'
import { type ComandaState, isOfOneOrder } from '../store/state.ts'

/** A page is hidden when it was not used for this time while orders are open. */
export const UNATTENDED_MS = 60_000

/** Whether a page hides the open orders of a kitchen that is set up. */
function hidesOrders({ dialog, settings, connection, board }: ComandaState): boolean {
  if (dialog === undefined || isOfOneOrder(dialog)) return false
  const isSetUp =
    connection.freshness.state !== 'setup' && (settings?.setupStep === undefined || settings.setupStep === 'done')
  const { lanes, orders, stops } = board
  // A scheduled order that waits to be accepted has a deadline, as a new one.
  const isWaiting = lanes.scheduled.some((id) => orders[id]?.confirmBy !== undefined)
  return isSetUp && (isWaiting || lanes.new.length + lanes.preparing.length + lanes.ready.length + stops.length > 0)
}

type UnattendedDialogParts = {
  /** Calls `run` once after `ms`. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Calls back at every touch, key and turn of the wheel in the window. */
  readonly onActivity: (listener: () => void) => void
}

/** Hides a page that is not used while orders are open. `DialogHost` keeps the texts that were typed into it. */
export function closeUnattendedDialogs(store: ComandaStore, { after, onActivity }: UnattendedDialogParts): void {
  let cancelTimer: (() => void) | undefined
  const restart = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    if (!hidesOrders(store.getState())) return
    cancelTimer = after(UNATTENDED_MS, () => {
      cancelTimer = undefined
      const { pinRequest, hideDialog } = store.getState()
      pinRequest?.settle(false)
      hideDialog()
    })
  }
  onActivity(restart)
  store.subscribe((state, before) => {
    if (state.dialog !== before.dialog || hidesOrders(state) !== hidesOrders(before)) restart()
  })
}

/** `onActivity` for the document. */
export const pageActivity = (listener: () => void): void => {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) {
    document.addEventListener(name, listener, { capture: true, passive: true })
  }
}
